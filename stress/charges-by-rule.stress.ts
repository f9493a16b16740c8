// A single statement charges a whole class; this compares it with the domain rules for each student.

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { additionalChargesPreview } from '#contract/charges.ts'
import { money } from '#contract/wire.ts'
import type { Month } from '#domain/calendar.ts'
import { chargeGoesTo } from '#domain/charges.ts'
import { paisa } from '#domain/money.ts'
import { covers } from '#test/covers.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type TestSchool } from '#test/school.ts'
import { randomBooks } from './full-or-short.ts'

const september = { feePeriod: '2026-09-01 to 2026-09-30' }
const path = '/finances/addAdditionalCharges'
const previewPath = '/finances/additionalChargesPreview/Main%20Campus'

const aLatest = fc.record({
  month: fc.constantFrom<Month[]>(
    { year: 2026, month: 11 },
    { year: 2026, month: 11 },
    { year: 2026, month: 10 },
    { year: 2026, month: 12 },
    { year: 2025, month: 11 },
  ),
  posted: fc.constantFrom(false, false, true),
  /** Arrears that, with the amount of the voucher, result in a balance due, one paisa due, zero, or an advance. */
  arrears: fc.constantFrom<number[]>(0, 20_000, -449_999, -450_000, -900_000),
})
const aStudent = fc.record({
  latest: fc.option(aLatest, { freq: 6 }),
  /** True if a later voucher carries an open voucher of this month. */
  hasOlder: fc.boolean(),
  charged: fc.constantFrom(0, 12_345),
  isActive: fc.constantFrom(true, true, true, false),
})
type AStudent = typeof aStudent extends fc.Arbitrary<infer S> ? S : never

const open = { month: { year: 2026, month: 11 }, posted: false, arrears: 0 }
const ordinary: AStudent = { latest: open, hasOlder: false, charged: 0, isActive: true }
/** A student for each kind of latest voucher: of this month, last year, the next month, posted, and paid in advance. */
const oneOfEach: [AStudent, AStudent, AStudent, AStudent, AStudent] = [
  ordinary,
  { ...ordinary, latest: { ...open, month: { year: 2025, month: 11 } } },
  { ...ordinary, latest: { ...open, month: { year: 2026, month: 12 } }, hasOlder: true },
  { ...ordinary, latest: { ...open, posted: true } },
  { ...ordinary, latest: { ...open, arrears: -450_000 } },
]

const monthly = (rollNo: number, chainNo: number, { year, month }: { year: number; month: number }) => ({
  campus: 'Main Campus',
  voucher_no: `${rollNo}-${chainNo}`,
  roll_no: rollNo,
  chain_no: chainNo,
  kind: 'monthly' as const,
  student_class: '5' as const,
  section: 'Red' as const,
  year,
  month,
  issue_date: '2026-11-01',
  due_date: '2026-11-11',
  period_from: '2026-11-01',
  period_to: '2026-11-30',
  monthly_fee: 500_000,
  discount: 50_000,
  registration_fee: 0,
  admission_fee: 0,
  generated_at: new Date('2026-11-01T04:00:00Z'),
  generated_by: 'desk@main.test',
})

/** Writes a student's rows as earlier calls could have written them. */
async function arrange(
  school: TestSchool,
  rollNo: number,
  { latest, hasOlder, charged, isActive }: AStudent,
) {
  const departure = isActive
    ? { state: 'active' as const, left_on: null }
    : { state: 'removed' as const, left_on: '2026-11-20' }
  await school.db.updateTable('students').set(departure).where('roll_no', '=', rollNo).execute()
  await school.db
    .updateTable('fees')
    .set({ examination_fee: charged })
    .where('roll_no', '=', rollNo)
    .execute()
  if (!latest) return
  const isThisMonth = latest.month.year === 2026 && latest.month.month === 11
  const fees = { examination_fee: charged, arrears: latest.arrears - charged }
  const rows = [
    {
      ...monthly(rollNo, 3, latest.month),
      ...fees,
      posted: latest.posted,
      fee_paid: latest.arrears + 450_000 <= 0,
      carried_to: null as string | null,
    },
  ]
  if (hasOlder && !isThisMonth) {
    const older = { ...monthly(rollNo, 2, { year: 2026, month: 11 }), ...fees, arrears: 0 }
    rows.push({ ...older, posted: false, fee_paid: false, carried_to: `${rollNo}-3` })
  }
  await school.db.insertInto('vouchers').values(rows).execute()
}

const historyOf = (school: TestSchool) =>
  school.db.selectFrom('changes').select(['what', 'roll_no', 'voucher_no']).orderBy('change_no').execute()

const booksOf = async (school: TestSchool) => ({
  vouchers: await school.db
    .selectFrom('vouchers')
    .selectAll()
    .orderBy('roll_no')
    .orderBy('chain_no')
    .execute(),
  fees: await school.db.selectFrom('fees').selectAll().orderBy('roll_no').execute(),
  students: await school.db.selectFrom('students').selectAll().orderBy('roll_no').execute(),
})
type Books = Awaited<ReturnType<typeof booksOf>>

const historyEntry = (what: string, rollNo: number, voucherNo: string | null) => ({
  what,
  roll_no: rollNo,
  voucher_no: voucherNo,
})

/** Computes the rows after the charge, and the history of each active student, by the domain rules. */
function predict({ vouchers, fees, students }: Books, fee: number) {
  const after = {
    vouchers: [...vouchers],
    fees: [...fees],
    students,
    history: new Array<ReturnType<typeof historyEntry>>(),
  }
  for (const { roll_no: rollNo } of students.filter(({ state }) => state === 'active')) {
    const latest = vouchers.findLast((voucher) => voucher.roll_no === rollNo)
    const output = latest ? { month: latest, posted: latest.posted, paid: latest.fee_paid } : null
    if (latest && chargeGoesTo(output, { year: 2026, month: 11 }) === 'voucher') {
      after.vouchers[vouchers.indexOf(latest)] = {
        ...latest,
        examination_fee: latest.examination_fee + fee,
        amount: latest.amount + fee,
        net_balance: latest.net_balance + fee,
        edited_by: 'desk@main.test',
      }
      after.history.push(historyEntry('voucher re-priced', rollNo, latest.voucher_no))
    } else {
      after.fees = after.fees.map((row) =>
        row.roll_no === rollNo ? { ...row, examination_fee: row.examination_fee + fee } : row,
      )
      after.history.push(historyEntry('fees changed', rollNo, null))
    }
  }
  return after
}

it('a class charge changes the fees or the voucher of each student as the rules decide, for any vouchers', async () => {
  covers('decisions 3.fees.charges')

  await using school = await openSchool()
  const desk = await school.as('desk@main.test')
  const rolls: number[] = []
  for (let count = 0; count < 5; count += 1) rolls.push(await admit(desk, { financialData: september }))
  const present = aStudent.map((student) => ({ ...student, isActive: true }))
  const aClass = fc.tuple(present, aStudent, aStudent, aStudent, aStudent)
  const aFee = fc.integer({ min: 1, max: 200_000 })
  await fc.assert(
    fc.asyncProperty(aClass, aFee, async (students, fee) => {
      await school.db.deleteFrom('changes').execute()
      await school.db.deleteFrom('vouchers').where('kind', '=', 'monthly').execute()
      for (const [index, rollNo] of rolls.entries())
        await arrange(school, rollNo, students[index] as AStudent)
      const before = await booksOf(school)
      const { history, ...expected } = predict(before, fee)
      const target = { ofClass: '5', section: 'Red' }
      const preview = replyOf(additionalChargesPreview, (await desk.post(previewPath, target)).body)
      const answer = await desk.post(path, { ...target, examinationFee: z.encode(money, paisa(fee)) })
      expect(await booksOf(school)).toEqual(expected)
      expect(await historyOf(school)).toEqual(history)
      const { students: charged, onVouchers, waiting, chargedAlready } = preview
      expect(charged).toBe(history.length)
      expect(answer.body).toMatchObject({ applied: onVouchers, pending: waiting })
      expect(chargedAlready).toBe(
        students.filter((student) => student.isActive && student.charged > 0).length,
      )
    }),
    { ...randomBooks(8, 4), examples: [[oneOfEach, 700]] },
  )
}, 600_000)
