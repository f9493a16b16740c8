import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { field, fill } from './form-fields.ts'
import type { TestSchool } from './school.ts'
import { openScreen, type OpenScreen } from './screen.tsx'

export const child = {
  'Student Name': 'عائشہ خان Ayesha',
  'Father Name': 'Imran Khan',
  'Date of Birth': '12/04/2016',
  'Place of Birth': 'Lahore',
  Gender: 'female',
  Religion: 'Islam',
  'Father Phone Number': '03001234567',
  Class: '5',
  Section: 'Red',
}
export const fees = {
  'Monthly Fee': '5,000',
  Discount: '500',
  'Registration Fee': '1000.50',
  'Admission Fee': '2000',
  'Examination Fee': '0',
}

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

/** Opens the admission screen and waits until it shows the next roll number. */
export async function openAdmission(school: TestSchool): Promise<OpenScreen> {
  const page = await openScreen(school, '/new-admissions', 'office@main.test')
  await screen.findByRole('heading', { name: 'Add new Admission' })
  await waitFor(() => expect(field('Roll No\\.').value).not.toBe(''))
  return page
}

export async function goToFees(page: OpenScreen, overrides: Partial<typeof child> = {}): Promise<void> {
  fill({ ...child, ...overrides })
  await page.user.click(button('Next'))
  await screen.findByRole('heading', { name: 'Financial Information' })
}

/** Closes an alert with its button and returns its text. */
export async function closeAlert({ user }: OpenScreen, name: string): Promise<string> {
  const alert = await screen.findByRole('alertdialog', { name })
  const text = alert.textContent
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  return text
}
