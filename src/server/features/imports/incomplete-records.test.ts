// Children whose register lacks date and place of birth, gender, religion and phone, in the calls that meet them.

import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { campusOverview } from '#contract/overview.ts'
import { studentInfo } from '#contract/student-edit.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { aRow, importCalls } from '#test/import-calls.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'

const at = 'Main%20Campus'
const school = await openSchool()
let desk: Caller
let admin: Caller
const { bring, apply } = importCalls(() => admin)

const lacking = { dateOfBirth: '', placeOfBirth: '', gender: '', religion: '', fatherHomePhone: '' }
const goTo = async (day: string) => {
  school.now = new Date(`${day}T09:00:00+05:00`)
  desk = await school.as('desk@main.test')
  admin = await school.as('admin@main.test')
}
beforeEach(async () => {
  await school.reset()
  await goTo('2026-11-03')
  await admit(desk)
  const { importNo } = await bring([aRow(2, { rollNo: '20', ...lacking }), aRow(3, { rollNo: '30' })])
  await apply(importNo, { new: 2 })
})
const obeysLaws = async () => expect(await brokenLaws(school.db)).toEqual([])
afterEach(obeysLaws)
afterAll(() => school[Symbol.asyncDispose]())

const infoOf = async (rollNo: number) =>
  replyOf(studentInfo, (await desk.get(`/admissions/getStudentInfo/${rollNo}/${at}`)).body).data.studentData
const incomplete = async () =>
  replyOf(campusOverview, (await desk.get(`/finances/campusOverview/${at}/11`)).body).students.incomplete
const listed = async (query: string) => {
  const { body } = await desk.get(`/admissions/getStudentList/all/all/${at}${query}`)
  return (body['data'] as readonly { readonly rollNo: number }[]).map(({ rollNo }) => rollNo)
}

it('are empty on the wire, counted and listed, until an edit has given everything that it asks for', async () => {
  expect(await infoOf(20)).toMatchObject(lacking)
  expect(await incomplete()).toBe(1)
  expect(await listed('?records=incomplete')).toEqual([20])
  expect(await listed('?records=incomplete&asOf=2026-11-03')).toEqual([20])
  expect(await listed('')).toEqual([1, 20, 30])

  const record = await infoOf(20)
  const edit = (named: object) =>
    desk.post('/admissions/editAdmission', { studentData: { ...record, address: 'House 7', ...named } })
  expect((await edit({})).status).toBe(400)
  const given = { dateOfBirth: '2016-04-12', placeOfBirth: 'Lahore', gender: 'male', religion: 'Islam' }
  expect((await edit(given)).status).toBe(400)
  expect((await edit({ ...given, fatherHomePhone: '0300-1234567' })).status).toBe(200)
  expect(await infoOf(20)).toMatchObject(given)
  expect(await incomplete()).toBe(0)
})

it('are refused to an admission', async () => {
  const { status } = await desk.post('/admissions/newAdmission', {
    studentData: { ...(await infoOf(20)), rollNo: undefined },
  })
  expect(status).toBe(400)
})

it('change only where a later file says something, and are billed, promoted, removed and erased', async () => {
  const rows = [aRow(2, { rollNo: '20', ...lacking, religion: 'Islam' })]
  const { importNo } = await bring(rows)
  expect((await apply(importNo, { changed: 1 })).status).toBe(200)
  expect(await infoOf(20)).toMatchObject({ ...lacking, religion: 'Islam' })
  for (const [path, payload] of [
    [`/finances/generateVoucher/campus/${at}`, { fromDate: '2026-11-01' }],
    ['/admissions/changeStudentFee/20', { newFee: { monthlyFee: 1000, discount: 0 } }],
    ['/finances/generateVoucher/student/20', { fromDate: '2026-12-01' }],
    ['/admissions/removeStudent/20', { outcome: { kind: 'written off', reason: 'Moved' } }],
  ] as const)
    expect(await admin.post(path, payload)).toMatchObject({ status: 200 })
  expect(await incomplete()).toBe(0)
  await goTo('2027-12-01')
  await admin.post(`/finances/saveCampusRules/${at}`, { keepYears: 1 })
  expect((await admin.post(`/admissions/eraseRecords/${at}`, { rollNos: [20] })).status).toBe(200)
})
