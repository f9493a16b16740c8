import { afterAll, beforeAll, expect, it } from 'vitest'
import { usualFees } from '#contract/admission.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

let school: TestSchool
let desk: Caller

beforeAll(async () => {
  school = await openSchool()
  desk = await school.as('desk@main.test')
})
afterAll(async () => school[Symbol.asyncDispose]())

const usualOf = async (studentClass: string, caller = desk) => {
  const { body } = await caller.get(`/admissions/usualFees/Main%20Campus/${encodeURIComponent(studentClass)}`)
  return replyOf(usualFees, body).usual
}
it('the reply includes the fee plan of the class, even if the class has no students', async () => {
  const emptyPlan = { monthlyFee: null, registrationFee: null, admissionFee: null, examinationFee: null }
  const readUsualFees = async (studentClass: string) =>
    replyOf(usualFees, (await desk.get(`/admissions/usualFees/Main%20Campus/${studentClass}`)).body)
  expect((await readUsualFees('10')).plan).toEqual(emptyPlan)
  const admin = await school.as('admin@main.test')
  await admin.post('/admissions/saveFeePlan/Main%20Campus', {
    classes: [{ studentClass: '10', monthlyFee: 6000.5, admissionFee: 0 }],
  })
  expect(await readUsualFees('10')).toMatchObject({
    plan: { ...emptyPlan, monthlyFee: 6000.5, admissionFee: 0 },
    usual: null,
  })
})

const fees = (monthlyFee: number, admissionFee: number) => ({
  financialData: { monthlyFee, discount: 0, registrationFee: 500, admissionFee, examinationFee: 0 },
})

it('usual fees are null for a class without students', async () => {
  expect(await usualOf('Play Group')).toBeNull()
})

it('the usual monthly fee is the most frequent one among current students, and one-time fees those of recent admissions', async () => {
  await admit(desk, fees(4000, 2000))
  await admit(desk, fees(4500.5, 3000))
  await admit(desk, fees(4500.5, 3000))
  await admit(desk, { ...fees(9000, 9000), studentData: { studentClass: '6' } })
  const leaver = await admit(desk, fees(4000, 3000))
  await school.db
    .updateTable('students')
    .set({ state: 'removed', left_on: '2026-11-20' })
    .where('roll_no', '=', leaver)
    .execute()
  expect(await usualOf('5')).toMatchObject({
    monthlyFee: 4500.5,
    registrationFee: 500,
    admissionFee: 3000,
    examinationFee: 0,
    payingIt: 2,
    students: 3,
  })
})

it('if two fees are equally frequent, the higher one is the usual fee', async () => {
  await admit(desk, { ...fees(4000, 2000), studentData: { studentClass: '7' } })
  await admit(desk, { ...fees(4800, 2000), studentData: { studentClass: '7' } })
  expect(await usualOf('7')).toMatchObject({ monthlyFee: 4800, payingIt: 1, students: 2 })
})

it('a request for usual fees is refused for another campus, to read-only users, and for a class that does not exist', async () => {
  const pathOf = (campus: string, studentClass: string) => `/admissions/usualFees/${campus}/${studentClass}`
  expect(await desk.get(pathOf('City%20Campus', '5'))).toMatchObject({ status: 403 })
  expect(await (await school.as('viewer@main.test')).get(pathOf('Main%20Campus', '5'))).toMatchObject({
    status: 403,
  })
  expect(await desk.get(pathOf('Main%20Campus', '11'))).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'studentClass', message: 'Choose a class from the list' }] },
  })
})
