// Children whose register lacks date and place of birth, gender, religion and phone, in the calls that use them.

import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { campusOverview } from '#contract/overview.ts'
import { studentInfo } from '#contract/student-edit.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { aRow, importCalls } from '#test/import-calls.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'

const main = 'Main%20Campus'
const school = await openSchool()
let desk: Caller
let admin: Caller
const { bring, apply } = importCalls(() => admin)

const missingFields = { dateOfBirth: '', placeOfBirth: '', gender: '', religion: '', fatherHomePhone: '' }
const goTo = async (day: string) => {
  school.now = new Date(`${day}T09:00:00+05:00`)
  desk = await school.as('desk@main.test')
  admin = await school.as('admin@main.test')
}
beforeEach(async () => {
  await school.reset()
  await goTo('2026-11-03')
  await admit(desk)
  const { importNo } = await bring([aRow(2, { rollNo: '20', ...missingFields }), aRow(3, { rollNo: '30' })])
  await apply(importNo, { new: 2 })
})
const obeysLaws = async () => expect(await brokenLaws(school.db)).toEqual([])
afterEach(obeysLaws)
afterAll(() => school[Symbol.asyncDispose]())

const readStudent = async (rollNo: number) =>
  replyOf(studentInfo, (await desk.get(`/admissions/getStudentInfo/${rollNo}/${main}`)).body).data.studentData
const countIncomplete = async () =>
  replyOf(campusOverview, (await desk.get(`/finances/campusOverview/${main}/11`)).body).students.incomplete
const listRollNos = async (query: string) => {
  const { body } = await desk.get(`/admissions/getStudentList/all/all/${main}${query}`)
  return (body['data'] as readonly { readonly rollNo: number }[]).map(({ rollNo }) => rollNo)
}

it('missing fields are empty on the wire, and the record is counted and listed until an edit fills every required field', async () => {
  expect(await readStudent(20)).toMatchObject(missingFields)
  expect(await countIncomplete()).toBe(1)
  expect(await listRollNos('?records=incomplete')).toEqual([20])
  expect(await listRollNos('?records=incomplete&asOf=2026-11-03')).toEqual([20])
  expect(await listRollNos('')).toEqual([1, 20, 30])

  const record = await readStudent(20)
  const edit = (changes: object) =>
    desk.post('/admissions/editAdmission', { studentData: { ...record, address: 'House 7', ...changes } })
  expect((await edit({})).status).toBe(400)
  const filledIn = { dateOfBirth: '2016-04-12', placeOfBirth: 'Lahore', gender: 'male', religion: 'Islam' }
  expect((await edit(filledIn)).status).toBe(400)
  expect((await edit({ ...filledIn, fatherHomePhone: '0300-1234567' })).status).toBe(200)
  expect(await readStudent(20)).toMatchObject(filledIn)
  expect(await countIncomplete()).toBe(0)
})

it('an admission with the missing fields is refused', async () => {
  const { status } = await desk.post('/admissions/newAdmission', {
    studentData: { ...(await readStudent(20)), rollNo: undefined },
  })
  expect(status).toBe(400)
})

it('a later file fills only its own fields, and an incomplete record is billed, re-priced, removed and erased', async () => {
  const rows = [aRow(2, { rollNo: '20', ...missingFields, religion: 'Islam' })]
  const { importNo } = await bring(rows)
  expect((await apply(importNo, { changed: 1 })).status).toBe(200)
  expect(await readStudent(20)).toMatchObject({ ...missingFields, religion: 'Islam' })
  for (const [path, payload] of [
    [`/finances/generateVoucher/campus/${main}`, { fromDate: '2026-11-01' }],
    ['/admissions/changeStudentFee/20', { newFee: { monthlyFee: 1000, discount: 0 } }],
    ['/finances/generateVoucher/student/20', { fromDate: '2026-12-01' }],
    ['/admissions/removeStudent/20', { outcome: { kind: 'written off', reason: 'Moved' } }],
  ] as const)
    expect(await admin.post(path, payload)).toMatchObject({ status: 200 })
  expect(await countIncomplete()).toBe(0)
  await goTo('2027-12-01')
  await admin.post(`/finances/saveCampusRules/${main}`, { keepYears: 1 })
  expect((await admin.post(`/admissions/eraseRecords/${main}`, { rollNos: [20] })).status).toBe(200)
})
