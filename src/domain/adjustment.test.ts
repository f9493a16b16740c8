import { describe, expect, it } from 'vitest'
import { aVoucher, rs } from '#test/builders.ts'
import {
  adjust,
  adjustedOf,
  advanceOf,
  debtOf,
  followsReceipt,
  lowerDebt,
  takeAdvance,
} from './adjustment.ts'

const owes = aVoucher()
const ahead = aVoucher({ received: rs(9000), paid: true })

describe('an adjustment of a debt', () => {
  it('lowers the debt in part or in full', () => {
    expect(lowerDebt(owes, rs(2000))).toEqual({
      ok: true,
      value: { received: 0, adjusted: rs(-2000), balance: rs(3000), paid: false },
    })
    expect(lowerDebt(owes, rs(5000))).toMatchObject({ value: { balance: 0, paid: true } })
  })

  it('is refused for more than the debt, for an amount of 0, and without a debt', () => {
    const errors = (message: string) => ({ refusal: { errors: [{ field: 'amount', message }] } })
    expect(lowerDebt(owes, rs(5000.01))).toMatchObject(errors('At most 5,000, which is owed'))
    expect(lowerDebt(owes, rs(0))).toMatchObject(errors('The amount must be more than 0'))
    expect(lowerDebt(ahead, rs(1))).toMatchObject({ refusal: { code: 'nothing-due' } })
  })

  it('is limited to a debt, and is 0 for an advance', () => {
    expect([debtOf(rs(5000)), debtOf(rs(-4000))]).toEqual([rs(5000), 0])
  })
})

describe('an adjustment of an advance', () => {
  it('uses the advance in part or in full', () => {
    expect(advanceOf(rs(-4000))).toBe(rs(4000))
    expect(takeAdvance(ahead, rs(4000))).toMatchObject({ value: { adjusted: rs(4000), balance: 0 } })
    expect(takeAdvance(ahead, rs(4000.01))).toMatchObject({
      refusal: { errors: [{ message: 'At most 4,000, which was paid in advance' }] },
    })
  })

  it('is refused without an advance', () => {
    expect(advanceOf(rs(4000))).toBe(0)
    expect(takeAdvance(owes, rs(1))).toMatchObject({ refusal: { code: 'no-advance' } })
  })
})

it('sums the adjustments of a student without adjustments that move a debt between vouchers', () => {
  const moved = { amount: rs(45_000), fromVoucherNo: 'v1' }
  expect(adjustedOf([{ amount: rs(-500), fromVoucherNo: null }, moved])).toBe(rs(-500))
  expect(adjust(aVoucher({ adjusted: rs(-100) }), rs(300))).toMatchObject({
    adjusted: rs(200),
    balance: rs(5200),
  })
  expect(followsReceipt('cheque returned')).toBe(true)
  expect(followsReceipt('refund')).toBe(false)
})
