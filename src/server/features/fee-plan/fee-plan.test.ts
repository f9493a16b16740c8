import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { feePlan } from '#contract/fee-plan.ts'
import { classes } from '#domain/school.ts'
import { replyOf } from '#test/sample-calls.ts'
import { openSchool, type Caller } from '#test/school.ts'

const campusPath = 'Main%20Campus'
const school = await openSchool()
let admin: Caller
beforeEach(async () => {
  await school.reset()
  admin = await school.as('admin@main.test')
})
afterAll(() => school[Symbol.asyncDispose]())

const save = (rows: readonly object[], planVersion?: string, caller = admin) =>
  caller.post(`/admissions/saveFeePlan/${campusPath}`, { classes: rows, planVersion })
const getPlan = async (caller = admin, campus = campusPath) =>
  replyOf(feePlan, (await caller.get(`/admissions/feePlan/${campus}`)).body)
const feesOf = async (studentClass: string) =>
  (await getPlan()).classes.find((row) => row.studentClass === studentClass)
const listEntries = () =>
  school.db
    .selectFrom('changes')
    .select(['changed_by', 'before', 'after'])
    .where('what', '=', 'fee plan changed')
    .orderBy('change_no')
    .execute()

const noAmounts = { monthlyFee: null, registrationFee: null, admissionFee: null, examinationFee: null }

it('the fee plan has every class in the order of the school, without amounts until an admin sets them', async () => {
  expect((await getPlan(await school.as('desk@main.test'))).classes).toEqual(
    classes.map((studentClass) => ({ studentClass, ...noAmounts })),
  )
})

it('the fee plan is saved for all classes at once: an amount may be missing or 0, and omitted amounts are cleared', async () => {
  const { status, body } = await save([
    { studentClass: 'Prep', monthlyFee: 3500.5, admissionFee: 0 },
    { studentClass: '5', monthlyFee: 4500, registrationFee: 500, admissionFee: 2000, examinationFee: '' },
  ])
  expect([status, body]).toEqual([200, { msg: 'Fee plan saved' }])
  expect(await feesOf('Prep')).toEqual({
    studentClass: 'Prep',
    ...noAmounts,
    monthlyFee: 3500.5,
    admissionFee: 0,
  })
  await save([{ studentClass: '5', monthlyFee: 4800 }])
  expect(await feesOf('Prep')).toEqual({ studentClass: 'Prep', ...noAmounts })
  expect(await feesOf('5')).toEqual({ studentClass: '5', ...noAmounts, monthlyFee: 4800 })
})

it('the history has only the amounts that changed, and each row has the user and time of its change', async () => {
  await save([
    { studentClass: 'Prep', monthlyFee: 3500 },
    { studentClass: '5', monthlyFee: 4500, admissionFee: 2000 },
  ])
  school.now = new Date('2026-11-22T09:00:00+05:00')
  admin = await school.as('admin@main.test')
  await save([
    { studentClass: 'Prep', monthlyFee: 3500 },
    { studentClass: '5', monthlyFee: 4800, admissionFee: 2000 },
  ])
  const changed_by = 'admin@main.test'
  expect(await listEntries()).toEqual([
    {
      changed_by,
      before: { 'Prep monthlyFee': null, '5 monthlyFee': null, '5 admissionFee': null },
      after: { 'Prep monthlyFee': 350_000, '5 monthlyFee': 450_000, '5 admissionFee': 200_000 },
    },
    { changed_by, before: { '5 monthlyFee': 450_000 }, after: { '5 monthlyFee': 480_000 } },
  ])
  expect(
    await school.db
      .selectFrom('fee_plans')
      .select(['student_class', 'changed_at', 'changed_by'])
      .orderBy('student_class')
      .execute(),
  ).toEqual([
    { student_class: 'Prep', changed_at: new Date('2026-11-21T09:00:00+05:00'), changed_by },
    { student_class: '5', changed_at: new Date('2026-11-22T09:00:00+05:00'), changed_by },
  ])
})

it('the fee plan is not saved if nothing changes', async () => {
  expect(await save([])).toMatchObject({ status: 409, body: { code: 'no-changes' } })
  await save([{ studentClass: '5', monthlyFee: 4500 }])
  expect(await save([{ studentClass: '5', monthlyFee: 4500 }])).toMatchObject({
    status: 409,
    body: { code: 'no-changes' },
  })
  expect(await listEntries()).toHaveLength(1)
})

it('one wrong amount, an unknown class or a repeated class refuses the whole fee plan', async () => {
  const good = { studentClass: '1', monthlyFee: 3000 }
  for (const [rows, field, message] of [
    [[good, { studentClass: '2', monthlyFee: -1 }], 'classes.1.monthlyFee', 'May not be negative'],
    [
      [good, { studentClass: '2', admissionFee: 10_000_000 }],
      'classes.1.admissionFee',
      'At most 9,999,999.99',
    ],
    [[good, { studentClass: '11' }], 'classes.1.studentClass', 'Choose a class from the list'],
    [[good, { studentClass: '2' }, good], 'classes', 'Name each class once'],
  ] as const) {
    expect(await save(rows)).toMatchObject({ status: 400, body: { errors: [{ field, message }] } })
  }
  expect((await getPlan()).classes.every(({ monthlyFee }) => monthlyFee === null)).toBe(true)
})

it('a change that is based on an outdated fee plan is refused', async () => {
  const { planVersion } = await getPlan()
  const other = await school.as('admin@main.test')
  expect(await save([{ studentClass: '1', monthlyFee: 3000 }], planVersion, other)).toMatchObject({
    status: 200,
  })
  expect(await save([{ studentClass: '2', monthlyFee: 3200 }], planVersion)).toMatchObject({
    status: 409,
    body: { code: 'fee-plan-changed', msg: 'The fee plan has changed. Please check it again.' },
  })
  expect(await feesOf('1')).toMatchObject({ monthlyFee: 3000 })
  expect(await save([{ studentClass: '2', monthlyFee: 3200 }], (await getPlan()).planVersion)).toMatchObject({
    status: 200,
  })
})

it('one of two admins who save at the same moment is refused', async () => {
  const { planVersion } = await getPlan()
  const other = await school.as('admin@main.test')
  const replies = await Promise.all([
    save([{ studentClass: '1', monthlyFee: 3000 }], planVersion),
    save([{ studentClass: '2', monthlyFee: 3200 }], planVersion, other),
  ])
  expect(replies.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409])
  expect(await listEntries()).toHaveLength(1)
})

it('the fee plan is readable by users who may write and writable by admins, of their own campus only', async () => {
  await save([{ studentClass: '1', monthlyFee: 3000 }])
  const viewer = await school.as('viewer@main.test')
  const office = await school.as('office@main.test')
  const city = await school.as('admin@city.test')
  expect((await viewer.get(`/admissions/feePlan/${campusPath}`)).status).toBe(403)
  expect((await office.get(`/admissions/feePlan/${campusPath}`)).status).toBe(200)
  expect((await save([], undefined, office)).status).toBe(403)
  expect((await city.get(`/admissions/feePlan/${campusPath}`)).status).toBe(403)
  expect((await save([], undefined, city)).status).toBe(403)
  expect((await getPlan(city, 'City%20Campus')).classes.every(({ monthlyFee }) => monthlyFee === null)).toBe(
    true,
  )
})

it('the database lets no admin change the fee plan of another campus or delete a fee plan', async () => {
  const city = await school.as('admin@city.test')
  await city.post('/admissions/saveFeePlan/City%20Campus', {
    classes: [{ studentClass: '1', monthlyFee: 1 }],
  })
  await save([{ studentClass: '1', monthlyFee: 3000 }])
  const asAdmin = (statement: ReturnType<typeof sql>) =>
    school.db
      .transaction()
      .execute(async (trx) => {
        await sql`select set_config('app.campus', 'Main Campus', true), set_config('role', 'portal_admin', true)`.execute(
          trx,
        )
        return `ok ${(await statement.execute(trx)).numAffectedRows ?? ''}`
      })
      .catch((problem: unknown) => String((problem as { code?: unknown }).code))
  expect(await asAdmin(sql`update fee_plans set monthly_fee = 2 where campus = 'City Campus'`)).toBe('ok 0')
  expect(await asAdmin(sql`update fee_plans set monthly_fee = 2`)).toBe('ok 1')
  expect(await asAdmin(sql`update fee_plans set campus = 'City Campus'`)).toBe('42501')
  expect(await asAdmin(sql`delete from fee_plans`)).toBe('42501')
})
