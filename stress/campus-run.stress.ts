// A campus run writes its vouchers in one statement; this compares them with what the domain rules compute.

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { money } from '#contract/wire.ts'
import { paisa, sum } from '#domain/money.ts'
import { netBalance, thisMonth } from '#domain/voucher-amounts.ts'
import { monthlyVoucherNo } from '#domain/voucher-number.ts'
import { openVoucher, willBeCarried } from '#domain/voucher.ts'
import { accountFromRow, anAdmission, type VoucherRow } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { randomBooks } from './full-or-short.ts'

const months = [
  { year: 2026, month: 11, day: '2026-11-01' },
  { year: 2026, month: 12, day: '2026-12-01' },
  { year: 2027, month: 1, day: '2027-01-01' },
  { year: 2027, month: 2, day: '2027-02-01' },
]

const rupeesWithPaisa = fc.integer({ min: 0, max: 2_000_000 }).map((amount) => amount / 100)
const aChild = fc.record({
  fees: fc.record({
    monthlyFee: rupeesWithPaisa,
    share: fc.constantFrom(0, 0, 0.5, 1),
    registrationFee: rupeesWithPaisa,
    admissionFee: rupeesWithPaisa,
    examinationFee: rupeesWithPaisa,
  }),
  studentClass: fc.constantFrom('Play Group', '1', '10', 'Hifz'),
  section: fc.constantFrom('Red', 'Hifz'),
})
/** An account before a run: the share of the balance that is paid, and the charge left for the next voucher. */
const beforeRun = fc.record({
  pays: fc.constantFrom('nothing', 'a part', 'all', 'twice'),
  pendingCharge: fc.constantFrom(0, 0, 12_345, 500_000),
})
const aSchool = fc.array(
  fc.record({ child: aChild, states: fc.tuple(beforeRun, beforeRun, beforeRun, beforeRun) }),
  {
    minLength: 1,
    maxLength: 5,
  },
)

const paidShares = { nothing: 0, 'a part': 0.3, all: 1, twice: 2 }
const wholePaisa = (rupees: number) => Math.round(rupees * 100) / 100

const vouchersOf = (school: TestSchool, rollNo: number): Promise<VoucherRow[]> =>
  school.db.selectFrom('vouchers').selectAll().where('roll_no', '=', rollNo).orderBy('chain_no').execute()

async function admitChild(
  desk: Caller,
  { fees, ...studentData }: typeof aChild extends fc.Arbitrary<infer C> ? C : never,
) {
  const { share, ...amounts } = fees
  const discount = wholePaisa(fees.monthlyFee * share)
  const financialData = { ...amounts, discount, feePeriod: '2026-10-01 to 2026-10-31' }
  const answer = await desk.post('/admissions/newAdmission', anAdmission({ studentData, financialData }))
  expect(answer).toMatchObject({ status: 200 })
  return Number(answer.body['rollNo'])
}

async function payShare(school: TestSchool, desk: Caller, rollNo: number, pays: keyof typeof paidShares) {
  const latest = (await vouchersOf(school, rollNo)).at(-1)
  const receivedAmount = wholePaisa(((latest?.net_balance ?? 0) / 100) * paidShares[pays])
  if (!latest || latest.fee_paid || receivedAmount <= 0) return
  const path = `/finances/markIndividualVoucherAsPaid/Main%20Campus/${latest.voucher_no}`
  expect(await desk.post(path, { receivedAmount })).toMatchObject({ status: 200 })
}

/** Computes the student's vouchers after a month's run by the domain rules. */
async function predict(school: TestSchool, rollNo: number, month: (typeof months)[number]) {
  const fees = await school.db
    .selectFrom('fees')
    .selectAll()
    .where('roll_no', '=', rollNo)
    .executeTakeFirstOrThrow()
  const student = await school.db
    .selectFrom('students')
    .selectAll()
    .where('roll_no', '=', rollNo)
    .executeTakeFirstOrThrow()
  const before = await vouchersOf(school, rollNo)
  const latest = before.at(-1)
  const opened = openVoucher(
    {
      monthlyFee: paisa(fees.monthly_fee),
      discount: paisa(fees.discount),
      registrationFee: paisa(fees.registration_fee),
      admissionFee: paisa(fees.admission_fee),
      examinationFee: paisa(fees.examination_fee),
    },
    latest ? accountFromRow(latest) : null,
  )
  const voucherNo = monthlyVoucherNo(
    { studentClass: student.student_class, section: student.section, rollNo },
    month,
  )
  const carries = willBeCarried(latest ? { paid: latest.fee_paid } : null)
  return {
    opened,
    rows: [
      ...before.map((row) => (row === latest && carries ? { ...row, carried_to: voucherNo } : row)),
      expect.objectContaining({
        voucher_no: voucherNo,
        chain_no: before.length + 1,
        year: month.year,
        month: month.month,
        monthly_fee: opened.monthlyFee,
        discount: opened.discount,
        registration_fee: opened.registrationFee,
        admission_fee: opened.admissionFee,
        examination_fee: opened.examinationFee,
        fine: opened.fine,
        arrears: opened.arrears,
        received: 0,
        amount: thisMonth(opened),
        net_balance: netBalance({ ...opened, received: paisa(0), adjusted: paisa(0) }),
        fee_paid: opened.paid,
        posted: false,
        carried_to: null,
        replaced_by: null,
      }),
    ],
  }
}

async function runMonth(
  school: TestSchool,
  desk: Caller,
  rolls: readonly number[],
  month: (typeof months)[number],
) {
  const predicted = new Map<number, Awaited<ReturnType<typeof predict>>>()
  for (const rollNo of rolls) predicted.set(rollNo, await predict(school, rollNo, month))
  const all = [...predicted.values()].map(({ opened }) => opened)
  const sums = { thisMonth: sum(...all.map(thisMonth)), arrears: sum(...all.map(({ arrears }) => arrears)) }

  expect((await desk.get(`/finances/campusVoucherPreview/Main%20Campus/${month.day}`)).body).toMatchObject({
    students: rolls.length,
    thisMonth: z.encode(money, sums.thisMonth),
    arrears: z.encode(money, sums.arrears),
    netReceivable: z.encode(money, sum(sums.thisMonth, sums.arrears)),
    skipped: [],
  })
  const run = await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: month.day })
  expect(run).toMatchObject({ status: 200, body: { generated: rolls.length, skipped: 0 } })

  for (const rollNo of rolls) expect(await vouchersOf(school, rollNo)).toEqual(predicted.get(rollNo)?.rows)
  const pending = await school.db
    .selectFrom('fees')
    .select((eb) =>
      eb.fn
        .sum<string>(eb('registration_fee', '+', eb('admission_fee', '+', eb.ref('examination_fee'))))
        .as('all'),
    )
    .executeTakeFirst()
  expect(Number(pending?.all)).toBe(0)
}

it('the preview and the run match the vouchers that the domain rules compute, for any accounts', async () => {
  covers('decisions 3.arrears.new-voucher', 'decisions 3.books.one-function')

  await using school = await openSchool()
  await fc.assert(
    fc.asyncProperty(aSchool, async (children) => {
      await school.reset()
      const desk = await school.as('desk@main.test')
      const rolls: number[] = []
      for (const { child } of children) rolls.push(await admitChild(desk, child))
      for (const [place, month] of months.entries()) {
        for (const [index, rollNo] of rolls.entries()) {
          const { pays = 'nothing', pendingCharge = 0 } = children[index]?.states[place] ?? {}
          await payShare(school, desk, rollNo, pays)
          await school.db
            .updateTable('fees')
            .set({ examination_fee: pendingCharge })
            .where('roll_no', '=', rollNo)
            .execute()
        }
        await runMonth(school, desk, rolls, month)
        await desk.post(`/finances/postVouchers/Main%20Campus/${month.month}`)
      }
      const vouchers = await school.db.selectFrom('vouchers').select('voucher_no').execute()
      expect(vouchers).toHaveLength(rolls.length * (months.length + 1))
    }),
    randomBooks(6, 3),
  )
}, 600_000)
