import { afterAll, beforeEach, expect, it } from 'vitest'
import { campusOverview, setUpState } from '#contract/overview.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool } from '#test/school.ts'

const at = 'Main%20Campus'
const school = await openSchool()
beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

it('says what of a new campus is set up, until the first month is posted', async () => {
  const admin = await school.as('admin@main.test')
  const state = async () => replyOf(setUpState, (await admin.get(`/finances/setUpState/${at}`)).body)
  const hasPosted = async () =>
    replyOf(campusOverview, (await admin.get(`/finances/campusOverview/${at}/11`)).body).hasPosted
  const { users } = await state()
  expect(await state()).toEqual({
    msg: 'State fetched',
    classesInPlan: 0,
    students: 0,
    hasVouchers: false,
    users,
  })

  await admin.post(`/admissions/saveFeePlan/${at}`, {
    classes: [
      { studentClass: '1', monthlyFee: 3000 },
      { studentClass: '2', admissionFee: 0 },
      { studentClass: '3' },
    ],
  })
  await admin.post(`/users/disable/${at}/desk@main.test`, { disabled: true })
  await admit(admin)
  // The voucher of an admission is no month of the school.
  expect(await state()).toMatchObject({ classesInPlan: 2, students: 1, hasVouchers: false, users: users - 1 })
  expect(await hasPosted()).toBe(false)

  await admin.post(`/finances/generateVoucher/campus/${at}`, { fromDate: '2026-12-01' })
  expect(await state()).toMatchObject({ hasVouchers: true })
  expect(await hasPosted()).toBe(false)
  await admin.post(`/finances/postVouchers/${at}/12`)
  expect(await hasPosted()).toBe(true)

  await admin.post(`/admissions/saveFeePlan/${at}`, { classes: [{ studentClass: '1', monthlyFee: 3000 }] })
  expect(await state()).toMatchObject({ classesInPlan: 1 })
})

it('answers admins of the campus alone', async () => {
  for (const [userId, status] of [
    ['office@main.test', 403],
    ['viewer@main.test', 403],
    ['admin@city.test', 403],
  ] as const) {
    expect((await (await school.as(userId)).get(`/finances/setUpState/${at}`)).status).toBe(status)
  }
})
