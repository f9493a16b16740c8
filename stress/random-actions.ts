// Random actions of a campus, performed through the real calls.

import * as fc from 'fast-check'
import { addMonths, firstOfMonth } from '#domain/calendar.ts'
import { anAdmission, type VoucherRow } from '#test/builders.ts'
import type { Answer, Caller, TestSchool } from '#test/school.ts'
import { adjust, anAdjustment, shareOf } from './random-adjustments.ts'
import { aDeparture, leave } from './random-departures.ts'
import { anOpening, bring, type Opening } from './random-openings.ts'

const rupees = fc.oneof(
  fc.constantFrom(0, 0.01, 4500, 5000),
  fc.integer({ min: 0, max: 2_000_000 }).map((amount) => amount / 100),
)

export const anAction = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('admit' as const),
      monthlyFee: rupees,
      share: fc.constantFrom(0, 0.5, 1),
      once: rupees,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constant('generate' as const),
      posts: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('post' as const), back: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('unpost' as const), back: fc.nat(2) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      action: fc.constant('receive' as const),
      which: fc.nat(30),
      share: fc.constantFrom(0.3, 1, 1, 1.5),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ action: fc.constant('advance' as const), which: fc.nat(30), amount: rupees }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ action: fc.constant('correct' as const), which: fc.nat(30), amount: rupees }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('charge' as const),
      which: fc.nat(30),
      once: rupees,
      wholeClass: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constant('void' as const),
      which: fc.nat(30),
      wholeRun: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: anAdjustment },
  { weight: 1, arbitrary: aDeparture },
  { weight: 1, arbitrary: anOpening },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('force' as const),
      which: fc.nat(30),
      /** Months after the last generated month. */
      ahead: fc.constantFrom(-1, 0, 0, 0, 0, 1),
      forceGenerate: fc.constantFrom(true, true, true, false),
      twice: fc.boolean(),
      newFee: fc.option(rupees),
      /** Months from now until the new fee applies. */
      from: fc.constantFrom(-2, 0, 0, 1, 3),
    }),
  },
)
export type Action = typeof anAction extends fc.Arbitrary<infer A> ? A : never

export interface Campus {
  readonly school: TestSchool
  /** A clerk who signed in on the day of the clock. */
  desk: Caller
  /** The number of generated months. The first is the current one, November 2026, whose vouchers take charges. */
  months: number
  /** The maximum number of months to generate by now; by default the months that can be posted in November 2026. */
  lastMonths?: number
}

/** The default is low enough that the month after the last, which may have single vouchers, can still be posted. */
const lastMonthsOf = (campus: Campus): number => campus.lastMonths ?? 6
const monthOfRun = (months: number) => addMonths({ year: 2026, month: 11 }, months)
const dayOfRun = (months: number) => firstOfMonth(monthOfRun(months))

const isValid = (row: VoucherRow): boolean => row.replaced_by === null && !row.voided

/** Returns true if a payment can be received or corrected: no later valid voucher is posted. */
const isCurrent = (row: VoucherRow, rows: readonly VoucherRow[]): boolean =>
  !rows.some(
    (later) =>
      later.roll_no === row.roll_no && later.chain_no > row.chain_no && later.posted && isValid(later),
  )

async function pick({ school }: Campus, which: number, isLikely = isCurrent) {
  const rows = await school.db
    .selectFrom('vouchers')
    .selectAll()
    .orderBy('generated_at')
    .orderBy('voucher_no')
    .execute()
  // Mostly picks vouchers on which the action can succeed, because older vouchers are mostly carried.
  const likely = rows.filter((row) => isValid(row) && isLikely(row, rows))
  return which % 4 === 0 ? rows.at(which % (rows.length || 1)) : likely.at(which % (likely.length || 1))
}

const isOpen = (row: VoucherRow, rows: readonly VoucherRow[]): boolean =>
  row.posted && !row.fee_paid && isCurrent(row, rows)

/** Returns true if a voucher is its student's latest and has received no money, so that it can be voided. */
const isLast = (row: VoucherRow, rows: readonly VoucherRow[]): boolean =>
  row.kind === 'monthly' &&
  row.received === 0 &&
  !rows.some((later) => later.roll_no === row.roll_no && later.chain_no > row.chain_no && isValid(later))

const receive = (campus: Campus, voucherNo: string, receivedAmount: number, more = {}) =>
  campus.desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, {
    receivedAmount,
    ...more,
  })

function postMonth({ desk }: Campus, action: 'post' | 'unpost', months: number) {
  const { year, month } = monthOfRun(Math.max(0, months))
  return desk.post(`/finances/${action}Vouchers/Main%20Campus/${month}?year=${year}`)
}

const actions = {
  async admit({ desk }: Campus, { monthlyFee, share, once }: Extract<Action, { action: 'admit' }>) {
    const discount = Math.floor(monthlyFee * 100 * share) / 100
    const financialData = {
      monthlyFee,
      discount,
      registrationFee: once,
      admissionFee: 0,
      feePeriod: '2026-10-01 to 2026-10-31',
    }
    return [await desk.post('/admissions/newAdmission', anAdmission({ financialData }))]
  },
  bring: ({ school }: Campus, action: Opening) => bring(school, action),
  async generate(campus: Campus, { posts }: Extract<Action, { action: 'generate' }>) {
    if (campus.months >= lastMonthsOf(campus)) return []
    const fromDate = dayOfRun(campus.months)
    const made = await campus.desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
    // There is nothing to generate if every student already has a single voucher of the month.
    if (made.status === 200 || made.body['code'] === 'voucher-exists') campus.months += 1
    return posts ? [made, await postMonth(campus, 'post', campus.months - 1)] : [made]
  },
  post: async (campus: Campus, { back }: Extract<Action, { action: 'post' }>) => [
    await postMonth(campus, 'post', campus.months - 1 - back),
  ],
  unpost: async (campus: Campus, { back }: Extract<Action, { action: 'unpost' }>) => [
    await postMonth(campus, 'unpost', campus.months - 1 - back),
  ],
  async receive(campus: Campus, { which, share, twice }: Extract<Action, { action: 'receive' }>) {
    const voucher = await pick(campus, which, isOpen)
    if (!voucher) return []
    const amount = shareOf(voucher.net_balance, share)
    const payment = which % 3 === 0 ? { method: 'cheque', reference: `${which} HBL` } : {}
    const once = receive(campus, voucher.voucher_no, amount, payment)
    return twice ? Promise.all([once, receive(campus, voucher.voucher_no, amount, payment)]) : [await once]
  },
  async advance(campus: Campus, { which, amount }: Extract<Action, { action: 'advance' }>) {
    const voucher = await pick(campus, which, (row) => row.fee_paid)
    if (!voucher) return []
    const payment = { method: 'online', reference: `TX ${which}` }
    const path = `/finances/receiveInAdvance/Main%20Campus/${voucher.roll_no}`
    return [await campus.desk.post(path, { receivedAmount: amount, ...payment })]
  },
  async void(campus: Campus, { which, wholeRun }: Extract<Action, { action: 'void' }>) {
    const voucher = await pick(campus, which, isLast)
    if (!voucher) return []
    const reason = 'Generated by mistake'
    const { voucher_no: voucherNo, run_no: runNo } = voucher
    if (!wholeRun || runNo === null) {
      return [await campus.desk.post(`/finances/voidVoucher/Main%20Campus/${voucherNo}`, { reason })]
    }
    const { body } = await campus.desk.get(`/finances/voidRunPreview/Main%20Campus/${runNo}`)
    const seen = { expectedCount: body['count'], expectedAmount: body['amount'] }
    return [await campus.desk.post(`/finances/voidRun/Main%20Campus/${runNo}`, { reason, ...seen })]
  },
  adjust: ({ school, desk }: Campus, action: Extract<Action, { action: 'adjust' }>) =>
    adjust(school, desk, action),
  leave: ({ school, desk }: Campus, action: Extract<Action, { action: 'leave' }>) =>
    leave(school, desk, action),
  async correct(campus: Campus, { which, amount }: Extract<Action, { action: 'correct' }>) {
    const voucher = await pick(campus, which)
    return voucher
      ? [await receive(campus, voucher.voucher_no, amount, { editedBy: 'desk', reason: 'mistyped' })]
      : []
  },
  async charge(campus: Campus, { which, once, wholeClass }: Extract<Action, { action: 'charge' }>) {
    const voucher = await pick(campus, which)
    if (!voucher) return []
    const target = wholeClass ? { ofClass: '5', section: 'Red' } : { rollNumber: voucher.roll_no }
    return [await campus.desk.post('/finances/addAdditionalCharges', { ...target, examinationFee: once })]
  },
  async force(campus: Campus, action: Extract<Action, { action: 'force' }>) {
    const { which, ahead, forceGenerate, twice, newFee, from } = action
    const voucher = await pick(campus, which)
    if (!voucher) return []
    const rollNo = voucher.roll_no
    const feeChanges =
      newFee === null
        ? []
        : [
            await campus.desk.post(`/admissions/changeStudentFee/${rollNo}`, {
              newFee: { monthlyFee: newFee, discount: 0, feeChangeDate: dayOfRun(from) },
            }),
          ]
    const form = {
      fromDate: dayOfRun(Math.min(lastMonthsOf(campus), campus.months) - 1 + ahead),
      forceGenerate,
    }
    const once = () => campus.desk.post(`/finances/generateVoucher/student/${rollNo}`, form)
    return [...feeChanges, ...(await Promise.all(twice ? [once(), once()] : [once()]))]
  },
}

/** Every action once, so that no action depends on chance. */
export const everyActionOnce: readonly Action[] = [
  { action: 'generate', posts: true },
  { action: 'generate', posts: false },
  { action: 'receive', which: 1, share: 0.3, twice: false },
  { action: 'correct', which: 2, amount: 100 },
  { action: 'admit', monthlyFee: 4500, share: 0, once: 0 },
  { action: 'bring', balance: 7500 },
  { action: 'charge', which: 1, once: 250.5, wholeClass: true },
  { action: 'force', which: 1, ahead: 0, forceGenerate: true, twice: false, newFee: 4700, from: 1 },
  { action: 'post', back: 0 },
  { action: 'receive', which: 1, share: 1, twice: true },
  { action: 'advance', which: 1, amount: 700 },
  { action: 'generate', posts: true },
  { action: 'void', which: 1, wholeRun: false },
  { action: 'void', which: 2, wholeRun: true },
]

const forced = {
  action: 'force',
  which: 0,
  forceGenerate: true,
  twice: false,
  newFee: null,
  from: 0,
} as const

/** A month is generated, replaced and voided; then the admission voucher, again the latest, is replaced. */
export const replacedAfterVoid: readonly Action[] = [
  { ...forced, ahead: -1 },
  { ...forced, ahead: -1 },
  { action: 'void', which: 13, wholeRun: false },
  { ...forced, ahead: 0 },
]

export const perform = (campus: Campus, action: Action): Promise<Answer[]> =>
  // The action's name selects its function; the compiler cannot follow that through a union.
  (actions[action.action] as (campus: Campus, action: Action) => Promise<Answer[]>)(campus, action)
