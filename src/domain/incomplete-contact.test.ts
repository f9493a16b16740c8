import { describe, expect, test } from 'vitest'
import { warnIncomplete } from './incomplete-contact.ts'

const cnic = 'Looks incomplete: a CNIC has 13 digits'
const telephone = 'Looks incomplete: a telephone number has 7 to 15 digits'
const email = 'Looks incomplete: an e-mail is like name@example.com'

describe('the check for incomplete contacts', () => {
  test.each([
    ['35202-1234567-1', null],
    ['3520212345671', null],
    ['35202 1234567 1', null],
    ['۳۵۲۰۲۱۲۳۴۵۶۷۱', null],
    ['35202-1234567', cnic],
    ['35202-1234567-12', cnic],
    ['applied for', cnic],
    ['', null],
    ['  ', null],
  ])('handles the CNIC "%s"', (typed, warning) => {
    expect(warnIncomplete('fatherCnic', typed)).toBe(warning)
  })

  test.each([
    ['0300-1234567', null],
    ['+92 (42) 357 61999', null],
    ['3576199', null],
    ['123456789012345', null],
    ['357619', telephone],
    ['1234567890123456', telephone],
    ['neighbour', telephone],
    ['', null],
  ])('handles the telephone number "%s"', (typed, warning) => {
    for (const field of ['fatherHomePhone', 'fatherOfficePhone', 'telephone'] as const) {
      expect(warnIncomplete(field, typed)).toBe(warning)
    }
  })

  test.each([
    ['imran@example.pk', null],
    [' imran.khan+school@mail.example.com ', null],
    ['imran@example', email],
    ['imran.example.pk', email],
    ['imran@', email],
    ['imran@example.', email],
    ['im ran@example.pk', email],
    ['', null],
  ])('handles the e-mail address "%s"', (typed, warning) => {
    expect(warnIncomplete('fatherEmail', typed)).toBe(warning)
  })

  test('ignores other fields', () => {
    expect(warnIncomplete('address', '12')).toBeNull()
    expect(warnIncomplete('studentName', 'A')).toBeNull()
  })
})
