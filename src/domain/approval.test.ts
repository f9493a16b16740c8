import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  approvalReason,
  correctedAmount,
  decideRequest,
  judgeFeeEdit,
  lowered,
  requestStates,
  requireReason,
  withdrawRequest,
} from './approval.ts'
import { noOneTimeFees, type Fees } from './fee.ts'
import { nothing, paisa, type Money } from './money.ts'

const refused = (code: string) => ({ ok: false, refusal: { code } })
const amounts = fc.nat(1_000_000).map(paisa)

describe('the need for a second person', () => {
  it.each<[amount: number, isOwnMoney: boolean, limit: number | null, why: string | null]>([
    [1000, true, null, null],
    [1000, false, 1000, null],
    [1001, false, 1000, 'above the limit'],
    [0, true, 1000, null],
    [1, true, 1000, 'own money'],
    [1, false, 0, 'above the limit'],
    [0, false, 0, null],
  ])('depends on amount %i, own money %s and limit %s: %s', (amount, isOwnMoney, limit, why) => {
    const given = limit === null ? null : paisa(limit)
    expect(approvalReason({ amount: paisa(amount), isOwnMoney }, given)).toBe(why)
  })

  it('remains if the limit is lowered', () => {
    fc.assert(
      fc.property(amounts, fc.boolean(), amounts, amounts, (amount, isOwnMoney, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one]
        const needs = (limit: Money) => approvalReason({ amount, isOwnMoney }, limit) !== null
        expect(needs(high) && !needs(low)).toBe(false)
      }),
    )
  })

  it('is judged by the difference of a correction, or by its full amount if day or method change', () => {
    expect(correctedAmount(paisa(500_000), paisa(450_000), false)).toBe(50_000)
    expect(correctedAmount(paisa(450_000), paisa(500_000), false)).toBe(50_000)
    expect(correctedAmount(paisa(500_000), paisa(500_000), true)).toBe(500_000)
    expect(correctedAmount(paisa(450_000), paisa(500_000), true)).toBe(500_000)
  })

  it('is judged by the amount by which a fee is lowered', () => {
    expect(lowered(paisa(450_000), paisa(400_000))).toBe(50_000)
    expect(lowered(paisa(400_000), paisa(450_000))).toBe(nothing)
  })
})

describe('an edit of fees', () => {
  const fees = (monthlyFee: number, discount = 0): Fees => ({
    ...noOneTimeFees,
    monthlyFee: paisa(monthlyFee),
    discount: paisa(discount),
  })
  const voucher = (posted: boolean) => ({
    ...fees(450_000),
    fine: nothing,
    arrears: nothing,
    voucherNo: '5Red1-202611',
    posted,
  })
  const judge = (
    open: ReturnType<typeof voucher> | null,
    to: Fees,
    from = fees(450_000),
  ): readonly [amount: Money, balanceChange: Money] => {
    const { amount, balanceChange } = judgeFeeEdit(open, to, { before: from, after: to })
    return [amount, balanceChange]
  }

  it('counts a discount on a voucher, and a raised sum only on a posted voucher', () => {
    expect(judge(voucher(true), fees(450_000, 150_000))).toEqual([150_000, -150_000])
    expect(judge(voucher(false), fees(600_000))).toEqual([0, 0])
    expect(judge(voucher(true), fees(600_000))).toEqual([150_000, 150_000])
  })

  it('counts a lower fee of later vouchers, even if the fee of the voucher stays', () => {
    expect(judge(null, fees(400_000))).toEqual([50_000, 0])
    expect(judge(voucher(true), fees(450_000), fees(600_000))).toEqual([150_000, 0])
  })
})

describe('a request', () => {
  const aRequest = (state: (typeof requestStates)[number]) => ({ state, requestedBy: 'desk' })

  it('is decided by another person, and withdrawn by the person who made it', () => {
    expect(decideRequest(aRequest('pending'), 'office')).toMatchObject({ ok: true })
    expect(decideRequest(aRequest('pending'), 'desk')).toEqual(refused('own-request'))
    expect(withdrawRequest(aRequest('pending'), 'desk')).toMatchObject({ ok: true })
    expect(withdrawRequest(aRequest('pending'), 'office')).toEqual(refused('request-of-other'))
  })

  it.each(requestStates.filter((state) => state !== 'pending'))(
    'cannot be decided or withdrawn once it is %s',
    (state) => {
      expect(decideRequest(aRequest(state), 'office')).toEqual(refused('request-decided'))
      expect(withdrawRequest(aRequest(state), 'desk')).toEqual(refused('request-decided'))
    },
  )

  it('needs a reason only if the campus requires approvals', () => {
    expect(requireReason('', null)).toMatchObject({ ok: true })
    expect(requireReason(' ', paisa(0))).toMatchObject({ refusal: { errors: [{ field: 'reason' }] } })
    expect(requireReason('Mistyped', paisa(0))).toMatchObject({ ok: true })
  })
})
