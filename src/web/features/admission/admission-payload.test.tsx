import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { button, child, closeAlert, fees, goToFees, openAdmission } from '#test/admission-screen.ts'
import { covers } from '#test/covers.ts'
import { bringBackButton, field, fill } from '#test/form-fields.ts'
import { recordSentCalls } from '#test/page-calls.ts'
import { admit, openSchool } from '#test/school.ts'
import { openEntry } from '#test/screen.tsx'

const school = await openSchool()
beforeEach(() => school.reset())
afterEach(() => vi.restoreAllMocks())
afterAll(() => school[Symbol.asyncDispose]())

/** The child of `goToFees` with the fields of spec 3.student. */
const studentData = {
  admissionNo: 1,
  admissionDate: '2026-11-21',
  registrationNo: 1,
  studentName: child['Student Name'],
  fatherName: 'Imran Khan',
  dateOfBirth: '2016-04-12',
  placeOfBirth: 'Lahore',
  gender: 'female',
  religion: 'Islam',
  address: '',
  fatherCnic: '',
  fatherOccupation: '',
  fatherHomePhone: '0300-1234567',
  fatherOfficePhone: '',
  telephone: '',
  fatherEmail: '',
  studentClass: '5',
  section: 'Red',
  rollNo: 1,
  campus: 'Main Campus',
}

/** The body that `newAdmission` sends for that child. */
const admission = {
  studentData,
  financialData: {
    voucherNo: '5Red1adm',
    studentName: child['Student Name'],
    rollNo: 1,
    studentClass: '5',
    section: 'Red',
    campus: 'Main Campus',
    feePeriod: '2026-11-01 to 2026-11-30',
    issueDate: '2026-11-21',
    dueDate: '2026-12-01',
    monthlyFee: 5000,
    netMonthlyFee: 4500,
    discount: 500,
    registrationFee: 1000.5,
    admissionFee: 2000,
    examinationFee: 0,
    arrears: 0,
    fine: 0,
    receivedAmount: 7500.5,
    receivedBy: 'office clerk',
    receivedDate: '2026-11-21',
    editedBy: '',
    feePaid: true,
    posted: true,
    note: 'Sister in class 3',
    monthGenerated: 11,
    yearGenerated: 2026,
    isRemoved: false,
  },
}

test('an admission is sent with every field, and is not repeated after a lost reply', async () => {
  covers('decisions 6.payloads.complete')

  const page = await openAdmission(school)
  await goToFees(page)
  fill({ ...fees, Note: 'Sister in class 3' })
  const sent = recordSentCalls()
  const joined = globalThis.fetch
  globalThis.fetch = async (to, init) => {
    const answer = await joined(to, init)
    if (typeof to === 'string' && to.includes('newAdmission')) throw new TypeError('Failed to fetch')
    return answer
  }
  await page.user.click(button('Submit'))
  await page.stopTrying()
  await closeAlert(page, 'Admission failed, please try again')
  await admit(await school.as('desk@main.test'))
  globalThis.fetch = joined
  await page.browserBack()
  await openEntry(page.user, /Add new Admission/)
  await page.user.click(await bringBackButton())
  await page.user.click(await screen.findByRole('button', { name: 'Back' }))
  await waitFor(() => expect(field('Roll No\\.').value).toBe('3'))
  await page.user.click(button('Next'))
  const tries = () => sent.filter(({ path }) => path.includes('newAdmission'))
  const lost = tries().length
  await page.user.click(await screen.findByRole('button', { name: 'Submit' }))
  expect(await closeAlert(page, 'Admission added successfully')).toContain('Roll No. 1')
  expect(lost).toBeGreaterThan(0)
  expect(tries()).toHaveLength(lost + 1)
  expect(tries()[0]?.body).toEqual(admission)
  expect(new Set(tries().map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1)
  expect(await school.db.selectFrom('students').selectAll().execute()).toHaveLength(2)
})
