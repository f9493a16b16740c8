import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import {
  chargeGoesTo,
  chargeTargetMissing,
  parseChargeTarget,
  requireCharge,
  requireInClass,
  totalCharge,
} from './charges.ts'
import { accept, refuseFields } from './outcome.ts'

const november = { year: 2026, month: 11 }
const open = { month: november, posted: false, paid: false }

describe('an additional charge', () => {
  it.each([
    ['unposted and unpaid, of this month', open, 'voucher'],
    ['posted', { ...open, posted: true }, 'next voucher'],
    ['paid', { ...open, paid: true }, 'next voucher'],
    ['of last month', { ...open, month: { year: 2026, month: 10 } }, 'next voucher'],
    ['of next month', { ...open, month: { year: 2026, month: 12 } }, 'next voucher'],
    ['of the same month last year', { ...open, month: { year: 2025, month: 11 } }, 'next voucher'],
    ['missing', null, 'next voucher'],
  ] as const)('goes on the latest voucher or the next one if the latest is %s', (_, latest, goesTo) => {
    covers('decisions 3.fees.charges')

    expect(chargeGoesTo(latest, november)).toBe(goesTo)
  })

  it('is for the student with the roll number, otherwise for the whole class and section', () => {
    covers('spec 5.charges.whole-class')

    expect(parseChargeTarget({ rollNumber: 12 })).toEqual(accept({ rollNo: 12 }))
    expect(parseChargeTarget({ rollNumber: 12, ofClass: '5', section: 'Red' })).toEqual(
      accept({ rollNo: 12 }),
    )
    expect(parseChargeTarget({ ofClass: '5', section: 'Red' })).toEqual(
      accept({ studentClass: '5', section: 'Red' }),
    )
  })

  it.each([
    ['nothing', {}, ['ofClass', 'section', 'rollNumber']],
    ['only a section', { section: 'Red' }, ['ofClass', 'rollNumber']],
    ['only a class', { ofClass: '5' }, ['section', 'rollNumber']],
  ] as const)('requires the missing fields if %s is given', (_, given, fields) => {
    expect(parseChargeTarget(given)).toEqual(
      refuseFields(...fields.map((field) => ({ field, message: chargeTargetMissing }))),
    )
  })

  it('must name the student’s own class and section, if any', () => {
    const student = { studentClass: '5', section: 'Red' } as const
    for (const given of [
      {},
      { ofClass: '5' },
      { section: 'Red' },
      { ofClass: '5', section: 'Red' },
    ] as const) {
      expect(requireInClass(student, given)).toEqual(accept(student))
    }
    for (const given of [{ ofClass: '6' }, { ofClass: '5', section: 'Blue' }] as const) {
      expect(requireInClass(student, given)).toEqual(
        refuseFields({ field: 'rollNumber', message: 'This student is in class 5, section Red' }),
      )
    }
  })

  it('must be positive, and together with the existing charge may not exceed the largest amount', () => {
    const refused = (message: string) => refuseFields({ field: 'examinationFee', message })
    expect(requireCharge(rs(0), rs(0))).toEqual(refused('The amount must be more than 0'))
    expect(requireCharge(rs(9_999_999.99), rs(0))).toEqual(accept(rs(9_999_999.99)))
    expect(requireCharge(rs(0.01), rs(9_999_999.98))).toEqual(accept(rs(0.01)))
    expect(requireCharge(rs(0.02), rs(9_999_999.98))).toEqual(
      refused('At most 0.01, as there is an examination fee of 9,999,999.98 already'),
    )
  })

  it('is multiplied by the number of students', () => {
    covers('decisions 3.fees.whole-class')

    const charge = fc.tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 5000 }))
    fc.assert(
      fc.property(charge, ([fee, students]) => totalCharge(rs(fee / 100), students) === fee * students),
    )
  })
})
