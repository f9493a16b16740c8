import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmission } from '#test/builders.ts'
import { admit, openSchool } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
afterAll(() => school[Symbol.asyncDispose]())

/** Two children were admitted yesterday by a clerk; another clerk entered the address of the second child today. */
beforeAll(async () => {
  school.now = new Date('2026-11-20T10:30:00+05:00')
  const office = await school.as('office@main.test')
  await admit(office, { studentData: { studentName: 'Bilal Ahmed' } })
  const rollNo = await admit(office)
  school.now = new Date('2026-11-21T09:00:00+05:00')
  const desk = await school.as('desk@main.test')
  const { studentData } = anAdmission()
  await desk.post('/admissions/editAdmission', {
    studentData: { ...studentData, rollNo, address: 'Mall Road' },
  })
})

async function open(): Promise<OpenScreen> {
  const page = await openScreen(school, '/history', 'admin@main.test')
  await screen.findByLabelText('Changes, newest first')
  await screen.findByText('desk clerk (desk@main.test)')
  return page
}

// Finds entries by position, because a search by role visits every element of some hundred entries.
const list = () => screen.queryByLabelText('Changes, newest first')
const rows = () => [...(list()?.querySelectorAll('tr[tabindex]') ?? [])]
const lines = () => rows().map(({ textContent }) => textContent)
const submitButton = (): HTMLElement => {
  const button = screen.getByText('Show history').closest('button')
  if (!button) throw new Error('"Show history" is not a button')
  return button
}
const show = async ({ user }: OpenScreen) => user.click(submitButton())

test('the history shows the user, act, time, student and former value, and is filtered by person and act', async () => {
  const page = await open()
  const [edited, ...before] = lines()
  expect(edited).toBe('09:00Record editedAyesha Khan, Roll No. 2Address Mall Roaddesk clerk')
  const received = before.find((line) => line.includes('Payment received'))
  expect(received).toMatch(/^10:30Payment received, voucher 5Red2adm, receipt 2Ayesha Khan/)
  expect(received).toContain('office clerk')
  expect(screen.getAllByText('Ayesha Khan')[0]?.closest('a')?.getAttribute('href')).toBe('/student?roll=2')

  await page.user.selectOptions(screen.getByLabelText('Who'), 'desk@main.test')
  // The screen waits for the button before it shows another history.
  expect(list()).toBeNull()
  await show(page)
  await waitFor(() => expect(lines()).toHaveLength(1))
  await page.user.selectOptions(screen.getByLabelText('What'), 'Payment received')
  await show(page)
  await screen.findByText('Nothing found')
})

test('the history is filtered by roll number and dates, and a name must be chosen from the list', async () => {
  const page = await open()
  await page.user.click(screen.getByLabelText('Roll No.'))
  await page.user.paste('nobody of this name')
  await show(page)
  await screen.findByText('Choose a student from the list')
  expect(list()).toBeNull()

  await page.user.clear(screen.getByLabelText('Roll No.'))
  await page.user.paste('1')
  await page.user.keyboard('{Enter}')
  await show(page)
  await waitFor(() => expect(lines()[0]).toContain('Bilal Ahmed'))
  expect(lines().filter((line) => line.includes('Ayesha'))).toEqual([])
  await page.user.click(screen.getByLabelText('From Date'))
  await page.user.paste('21/11/2026')
  await show(page)
  await screen.findByText('Nothing found')
  await page.user.click(screen.getByLabelText('To Date'))
  await page.user.paste('20/11/2026')
  screen.getByText('Before the From Date')
  expect(submitButton()).toHaveProperty('disabled', true)
})

test('older entries load 200 at a time, and the acts of the operator at the command line are found', async () => {
  const added = { userId: 'new@main.test', role: 'read', disabled: false }
  const line = {
    campus: 'Main Campus',
    changed_at: school.now,
    what: 'user added',
    after: JSON.stringify(added),
  }
  await school.db
    .insertInto('changes')
    .values({
      ...line,
      changed_by: 'operator',
      roll_no: null,
      voucher_no: null,
      receipt_no: null,
      before: null,
    })
    .execute()
  const earlier = Array.from({ length: 230 }, () => ({
    campus: 'Main Campus',
    changed_at: new Date('2026-11-21T11:00:00+05:00'),
    changed_by: 'desk@main.test',
    what: 'vouchers posted',
  }))
  await school.db.insertInto('changes').values(earlier).execute()
  const page = await open()
  expect(lines()).toHaveLength(200)
  await page.user.click(screen.getByText('Show older'))
  await waitFor(() => expect(lines().length).toBeGreaterThan(230))
  expect(lines().at(-1)).toMatch(/Student admitted|Payment received/)
  expect(document.activeElement).toBe(rows()[200])
  expect(screen.queryByText('Show older')).toBeNull()

  await page.user.selectOptions(screen.getByLabelText('Who'), 'Operator (command line)')
  await show(page)
  await waitFor(() => expect(lines()).toEqual([expect.stringMatching(/User added.*new@main.test.*operator/)]))
})
