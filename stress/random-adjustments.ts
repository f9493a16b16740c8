// Random adjustments of balances and corrections of receipts of any age, performed through the real calls.

import * as fc from 'fast-check'
import { sql } from 'kysely'
import type { Answer, Caller, TestSchool } from '#test/school.ts'

export const anAdjustment = fc.record({
  action: fc.constant('adjust' as const),
  how: fc.constantFrom(
    'lowerDebt',
    'refundAdvance',
    'transferAdvance',
    'takeBackAdjustment',
    'correctReceipt',
    'moveReceipt',
    'returnCheque',
  ),
  which: fc.nat(30),
  /** The part of the balance or the receipt. */
  share: fc.constantFrom(0.3, 1, 1, 1.1),
})
type Adjustment = typeof anAdjustment extends fc.Arbitrary<infer A> ? A : never

const openReceipts = (condition: string) => `
  select r.receipt_no as number, r.roll_no, r.amount from receipts r
  where r.kind = 'receipt' and ${condition} and not exists (
    select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no)
  order by r.receipt_no`

const balances = (condition: string) => `
  select roll_no as number, roll_no, net_balance as amount from latest_vouchers where ${condition} order by roll_no`

/** The possible students, receipts or adjustments of each call; `number` is the number in its path. */
const choices: Readonly<Record<Adjustment['how'], string>> = {
  lowerDebt: balances('net_balance > 0'),
  refundAdvance: balances('net_balance < 0'),
  transferAdvance: balances('net_balance < 0'),
  takeBackAdjustment: `
    select adjustment_no as number, roll_no, amount from adjustments
    where receipt_no is null and reverses is null order by adjustment_no`,
  correctReceipt: openReceipts('true'),
  moveReceipt: openReceipts('true'),
  returnCheque: openReceipts(`r.method = 'cheque'`),
}

/** Returns a share of an amount in paisa, in rupees; at least one paisa. */
export const shareOf = (paisa: number, share: number): number =>
  Math.max(1, Math.round(Math.abs(paisa) * share)) / 100

/** Performs an adjustment. Returns the reply; empty if there is nothing to adjust. */
export async function adjust(
  { db }: TestSchool,
  desk: Caller,
  { how, which, share }: Adjustment,
): Promise<Answer[]> {
  const { rows } = await sql
    .raw<{ number: number; roll_no: number; amount: number }>(choices[how])
    .execute(db)
  const chosen = rows.at(which % (rows.length || 1))
  if (!chosen) return []
  const amount = shareOf(chosen.amount, share)
  const form = { kind: 'waiver', amount, receivedAmount: amount, toRollNo: chosen.roll_no === 1 ? 2 : 1 }
  return [await desk.post(`/finances/${how}/Main%20Campus/${chosen.number}`, { reason: 'Agreed', ...form })]
}

/** Adjustments of every kind, each of which succeeds. */
export const everyAdjustment = [
  { action: 'admit', monthlyFee: 4500, share: 0, once: 0 },
  { action: 'generate', posts: true },
  { action: 'receive', which: 3, share: 0.3, twice: false },
  { action: 'generate', posts: true },
  { action: 'adjust', how: 'returnCheque', which: 0, share: 1 },
  { action: 'adjust', how: 'lowerDebt', which: 1, share: 0.3 },
  { action: 'adjust', how: 'takeBackAdjustment', which: 0, share: 1 },
  { action: 'receive', which: 1, share: 1.5, twice: false },
  { action: 'adjust', how: 'refundAdvance', which: 1, share: 0.3 },
  { action: 'adjust', how: 'transferAdvance', which: 1, share: 0.3 },
  { action: 'adjust', how: 'correctReceipt', which: 0, share: 0.3 },
  { action: 'adjust', how: 'moveReceipt', which: 1, share: 1 },
] as const
