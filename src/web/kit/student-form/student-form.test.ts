import { expect, test } from 'vitest'
import { admissionTotal } from '#domain/voucher-amounts.ts'
import { rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { feesOf } from './student-form.ts'

test('a typed text that is not an amount counts as 0 in the total', () => {
  covers('spec 5.amounts.not-a-number')

  const typed = { monthlyFee: '5,000', discount: '500', registrationFee: '1000.50' }
  expect(admissionTotal(feesOf({ ...typed, admissionFee: 'two thousand', examinationFee: '' }))).toBe(
    rs(5500.5),
  )
})
