import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { button, child, goToFees, openAdmission } from '#test/admission-screen.ts'
import { field, fill } from '#test/form-fields.ts'
import { admit, openSchool } from '#test/school.ts'
import type { OpenScreen } from '#test/screen.tsx'

const school = await openSchool()

beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

const open = () => openAdmission(school)

/** Fills in the child and continues once the fees of the class are read, as they are while a clerk types. */
async function goToKnownFees({ user, queries }: OpenScreen): Promise<void> {
  fill(child)
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  await user.click(button('Next'))
  await screen.findByRole('heading', { name: 'Financial Information' })
}

test('an admission begins with the cursor on the name, and with the fees that most of the class pay', async () => {
  const desk = await school.as('desk@main.test')
  for (const discount of [0, 500]) await admit(desk, { financialData: { monthlyFee: 5200, discount } })
  const page = await open()
  await waitFor(() => expect(document.activeElement).toBe(field('Student Name')))
  await goToKnownFees(page)
  screen.getByText('Monthly fee as 2 of 2 in class 5')
  expect(field('Monthly Fee').value).toBe('5,200')
  expect(field('Discount').value).toBe('0')
  screen.getByText(child['Student Name'])
  fill({ 'Monthly Fee': '4000' })
  expect(screen.queryByText(/^Monthly fee as/)).toBeNull()
  await page.user.click(button('Submit'))
  const alert = await screen.findByRole('alertdialog', { name: 'Admission added successfully' })
  expect(alert.textContent).toContain(`${child['Student Name']}, class 5 Red`)
  await page.user.click(button('Open student'))
  await screen.findByRole('heading', { level: 1, name: child['Student Name'] })
  expect(page.search()).toBe('?roll=3')
})

test('an admission begins with the fee plan of the class, and with the fees that most pay if the plan has no amount', async () => {
  const admin = await school.as('admin@main.test')
  await admin.post('/admissions/saveFeePlan/Main%20Campus', {
    classes: [{ studentClass: '5', monthlyFee: 4750.5, admissionFee: 0 }],
  })
  const desk = await school.as('desk@main.test')
  await admit(desk, { financialData: { monthlyFee: 5200, admissionFee: 2000, registrationFee: 700 } })
  const page = await open()
  await goToKnownFees(page)
  screen.getByText('Monthly fee as in the fee plan of class 5')
  const values = () =>
    ['Monthly Fee', 'Discount', 'Admission Fee', 'Registration Fee'].map((label) => field(label).value)
  expect(values()).toEqual(['4,750.50', '0', '0', '700'])
})

/** Opens the admission screen and goes to the fees before those of the class are read; `read` reads them. */
async function goToLateFees() {
  await admit(await school.as('desk@main.test'), { financialData: { monthlyFee: 5200 } })
  const page = await open()
  const release = page.holdBack('/usualFees/Main%20Campus/5')
  await goToFees(page)
  expect(field('Monthly Fee').value).toBe('')
  async function read() {
    release()
    await waitFor(() => expect(page.queries.isFetching()).toBe(0))
  }
  return { ...page, read }
}

test('fees that are read only after the clerk has gone on are filled in, to be typed over', async () => {
  const { read } = await goToLateFees()
  act(() => field('Monthly Fee').focus())
  await read()
  await waitFor(() => expect(field('Monthly Fee').value).toBe('5,200'))
  expect(field('Discount').value).toBe('0')
  await waitFor(() => expect(field('Monthly Fee').selectionStart).toBe(0))
  expect(field('Monthly Fee').selectionEnd).toBe('5,200'.length)
})

test('fees that the clerk types before those of the class are read are kept', async () => {
  const { read } = await goToLateFees()
  fill({ 'Monthly Fee': '4000' })
  await read()
  expect(field('Monthly Fee').value).toBe('4000')
})

test('fees of the class chosen before go as soon as another class is chosen', async () => {
  const page = await goToLateFees()
  await page.read()
  await waitFor(() => expect(field('Monthly Fee').value).toBe('5,200'))
  page.holdBack('/usualFees/Main%20Campus/6')
  await page.user.click(button('Back'))
  await goToFees(page, { Class: '6' })
  await waitFor(() => expect(field('Monthly Fee').value).toBe(''))
  expect(field('Discount').value).toBe('')
})
