import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { classes, sections } from './school.ts'
import {
  admissionVoucherNo,
  canBeVoucherNo,
  isRollNo,
  isVoucherNo,
  monthlyVoucherNo,
  openingVoucherNo,
  rollNosIn,
} from './voucher-number.ts'

describe('voucher numbers', () => {
  const holder = { studentClass: '5', section: 'Red', rollNo: 1023 } as const

  it('end in adm for an admission, in open for an opening balance, in year and month otherwise', () => {
    covers('spec 3.voucher.admission-number', 'decisions 3.voucher-numbers.admission')
    covers('decisions 3.voucher-numbers.monthly', 'decisions 3.voucher-numbers.further')

    expect(admissionVoucherNo(holder)).toBe('5Red1023adm')
    expect(openingVoucherNo(holder)).toBe('5Red1023open')
    expect(monthlyVoucherNo(holder, { year: 2026, month: 3 })).toBe('5Red1023-202603')
    expect(monthlyVoucherNo(holder, { year: 2026, month: 3 }, 2)).toBe('5Red1023-202603-2')
  })

  it('contain no blanks', () => {
    covers('decisions 3.voucher-numbers.admission')

    expect(admissionVoucherNo({ ...holder, studentClass: 'Play Group' })).toBe('PlayGroupRed1023adm')
  })

  it('are never mistaken for a roll number, a name or a phone number', () => {
    const holders = fc.record({
      studentClass: fc.constantFrom(...classes),
      section: fc.constantFrom(...sections),
      rollNo: fc.integer({ min: 1, max: 2_147_483_647 }),
    })
    const months = fc.record({
      year: fc.integer({ min: 2000, max: 2099 }),
      month: fc.integer({ min: 1, max: 12 }),
    })
    fc.assert(
      fc.property(holders, months, fc.integer({ min: 1, max: 20 }), (anyHolder, month, times) => {
        for (const number of [
          admissionVoucherNo(anyHolder),
          openingVoucherNo(anyHolder),
          monthlyVoucherNo(anyHolder, month, times),
        ]) {
          expect([isRollNo(number), isVoucherNo(number), canBeVoucherNo(number)]).toEqual([false, true, true])
          for (const text of [number, number.toLowerCase(), number.toUpperCase()])
            expect(rollNosIn(text)).toContain(anyHolder.rollNo)
        }
        expect(isRollNo(String(anyHolder.rollNo))).toBe(true)
      }),
    )
    expect(rollNosIn('5A11023-202611')).toEqual([11023, 1023, 23, 23, 3])
    for (const text of ['1023', '0300-1234567', 'Ayesha Khan', 'عائشہ', ''])
      expect(canBeVoucherNo(text)).toBe(false)
  })
})
