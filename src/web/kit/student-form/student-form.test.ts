import { describe, expect, test } from 'vitest'
import { calendarDate } from '#domain/calendar.ts'
import { admissionTotal } from '#domain/voucher-amounts.ts'
import { rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { dashCnic, dashMobile, feesOf, oddAge } from './student-form.ts'

test('a typed text that is not an amount counts as 0 in the total', () => {
  covers('spec 5.amounts.not-a-number')

  const typed = { monthlyFee: '5,000', discount: '500', registrationFee: '1000.50' }
  expect(admissionTotal(feesOf({ ...typed, admissionFee: 'two thousand', examinationFee: '' }))).toBe(
    rs(5500.5),
  )
})

describe('adding dashes to typed numbers', () => {
  test.each([
    ['35202', '352021', '35202-1'],
    ['35202-1234567', '35202-12345671', '35202-1234567-1'],
    ['', '3520212345671', '35202-1234567-1'],
    // A correction is left unchanged, so that the cursor stays in place.
    ['35202-1234567-1', '35202-123567-1', '35202-123567-1'],
    ['35202-1', '35202-', '35202-'],
    // Any other text is left unchanged.
    ['', 'not known', 'not known'],
    ['35202-1234567-1', '35202-1234567-12', '35202-1234567-12'],
  ])('shows a CNIC changed from "%s" to "%s" as "%s"', (before, typed, shown) => {
    expect(dashCnic(before, typed)).toBe(shown)
  })

  test.each([
    ['0300', '03001', '0300-1'],
    ['', '03001234567', '0300-1234567'],
    ['0300', '0300۱', '0300-1'],
    ['', '042-35761999', '042-35761999'],
    ['', '+92 300 1234567', '+92 300 1234567'],
  ])('shows a telephone number changed from "%s" to "%s" as "%s"', (before, typed, shown) => {
    expect(dashMobile(before, typed)).toBe(shown)
  })
})

describe('the remark on an age on admission', () => {
  const admissionDate = calendarDate('2026-11-21') ?? ''
  test.each([
    ['2024-11-21', null],
    ['2024-11-22', 'Age 1 on admission. Is the year right?'],
    ['2000-11-22', null],
    ['2000-11-21', 'Age 26 on admission. Is the year right?'],
    ['2027-01-01', null],
  ])('for a child born on %s is: %s', (born, remark) => {
    expect(oddAge(calendarDate(born) ?? '', admissionDate)).toBe(remark)
  })
})
