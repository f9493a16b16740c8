import { afterAll, beforeEach, expect, it } from 'vitest'
import { campusOverview, setUpState } from '#contract/overview.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool } from '#test/school.ts'

const main = 'Main%20Campus'
const school = await openSchool()
beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

it('the set-up state shows which parts of a new campus are set up until the first month is posted', async () => {
  const admin = await school.as('admin@main.test')
  const state = async () => replyOf(setUpState, (await admin.get(`/finances/setUpState/${main}`)).body)
  const readHasPosted = async () =>
    replyOf(campusOverview, (await admin.get(`/finances/campusOverview/${main}/11`)).body).hasPosted
  const { users } = await state()
  expect(await state()).toEqual({
    msg: 'State fetched',
    classesInPlan: 0,
    students: 0,
    hasVouchers: false,
    users,
  })

  await admin.post(`/admissions/saveFeePlan/${main}`, {
    classes: [
      { studentClass: '1', monthlyFee: 3000 },
      { studentClass: '2', admissionFee: 0 },
      { studentClass: '3' },
    ],
  })
  await admin.post(`/users/disable/${main}/desk@main.test`, { disabled: true })
  await admit(admin)
  // The voucher of an admission does not count as a generated month.
  expect(await state()).toMatchObject({ classesInPlan: 2, students: 1, hasVouchers: false, users: users - 1 })
  expect(await readHasPosted()).toBe(false)

  await admin.post(`/finances/generateVoucher/campus/${main}`, { fromDate: '2026-12-01' })
  expect(await state()).toMatchObject({ hasVouchers: true })
  expect(await readHasPosted()).toBe(false)
  await admin.post(`/finances/postVouchers/${main}/12`)
  expect(await readHasPosted()).toBe(true)

  await admin.post(`/admissions/saveFeePlan/${main}`, { classes: [{ studentClass: '1', monthlyFee: 3000 }] })
  expect(await state()).toMatchObject({ classesInPlan: 1 })
})

it('only admins of the campus may read the set-up state', async () => {
  for (const [userId, status] of [
    ['office@main.test', 403],
    ['viewer@main.test', 403],
    ['admin@city.test', 403],
  ] as const) {
    expect((await (await school.as(userId)).get(`/finances/setUpState/${main}`)).status).toBe(status)
  }
})
