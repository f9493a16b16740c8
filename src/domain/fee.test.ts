import { rs } from '#test/builders.ts'
import { expect, it } from 'vitest'
import { addOneTimeFees, monthlyFeeOf, noOneTimeFees, requireFeeChange, wrongInFees } from './fee.ts'

const fee = (monthlyFee: number, discount: number) => ({ monthlyFee: rs(monthlyFee), discount: rs(discount) })

it('a change of fee changes monthly fee or discount', () => {
  expect(requireFeeChange(fee(5000, 500), fee(5000, 500))).toEqual({
    ok: false,
    refusal: { code: 'no-changes' },
  })
  expect(requireFeeChange(fee(5000, 500), fee(5500, 500))).toEqual({ ok: true, value: fee(5500, 500) })
  expect(requireFeeChange(fee(5000, 500), fee(5000, 0))).toEqual({ ok: true, value: fee(5000, 0) })
})

it('a discount up to the whole fee is given, one above it refused at its field', () => {
  expect(wrongInFees(fee(5000, 5000))).toEqual([])
  expect(wrongInFees(fee(5000, 5000.01))).toMatchObject([{ field: 'discount' }])
})

it('what is charged once adds up, and is no part of the monthly fee', () => {
  const one = { ...noOneTimeFees, examinationFee: rs(300) }
  const other = { registrationFee: rs(1), admissionFee: rs(2), examinationFee: rs(3) }
  expect(addOneTimeFees(one, other)).toEqual({
    registrationFee: rs(1),
    admissionFee: rs(2),
    examinationFee: rs(303),
  })
  expect(monthlyFeeOf({ ...fee(5000, 500), ...other })).toEqual(fee(5000, 500))
})
