import { describe, expect, it } from 'vitest'
import {
  columnsFor,
  contactFields,
  hasContacts,
  isContactField,
  warnIncomplete,
  withoutContacts,
} from './contacts.ts'
import { canSeeContacts, canWrite, roles } from './roles.ts'

const filledIn = Object.fromEntries(contactFields.map((field) => [field, 'known']))

describe("the contacts of a student's family", () => {
  it('are CNIC, phones, address, e-mail and occupation', () => {
    expect(contactFields.toSorted()).toEqual([
      'address',
      'fatherCnic',
      'fatherEmail',
      'fatherHomePhone',
      'fatherOccupation',
      'fatherOfficePhone',
      'telephone',
    ])
  })

  it('are visible to every role that writes, and not to the role read', () => {
    expect(roles.filter(canSeeContacts)).toEqual(roles.filter(canWrite))
    expect(canSeeContacts('read')).toBe(false)
  })

  it('are blanked in a record, without changing or adding any other field', () => {
    expect(withoutContacts({ studentName: 'Ayesha Khan', rollNo: 1, leftOn: null, ...filledIn })).toEqual({
      studentName: 'Ayesha Khan',
      rollNo: 1,
      leftOn: null,
      ...Object.fromEntries(contactFields.map((field) => [field, ''])),
    })
    expect(withoutContacts({ fatherHomePhone: '0300-1234567' })).toEqual({ fatherHomePhone: '' })
    expect(withoutContacts({ studentClass: '5' })).toEqual({ studentClass: '5' })
  })

  it.each(contactFields)('are present in a record with %s filled in', (field) => {
    expect(hasContacts({ studentName: 'Ayesha Khan', [field]: 'known' })).toBe(true)
    expect(hasContacts({ studentName: 'Ayesha Khan', [field]: '' })).toBe(false)
  })

  it('have no column if they are not visible', () => {
    const columns = ['rollNo', ...contactFields, 'balance'].map((key) => ({ key }))
    expect(columnsFor('write', columns)).toEqual(columns)
    expect(columnsFor('read', columns)).toEqual([{ key: 'rollNo' }, { key: 'balance' }])
    expect(isContactField('fatherName')).toBe(false)
  })
})

const cnic = 'Looks incomplete: a CNIC has 13 digits'
const telephone = 'Looks incomplete: a telephone number has 7 to 15 digits'
const email = 'Looks incomplete: an e-mail is like name@example.com'

describe('the check for incomplete contacts', () => {
  it.each([
    ['35202-1234567-1', null],
    ['3520212345671', null],
    ['35202 1234567 1', null],
    ['۳۵۲۰۲۱۲۳۴۵۶۷۱', null],
    ['35202-1234567', cnic],
    ['35202-1234567-12', cnic],
    ['applied for', cnic],
    ['', null],
    ['  ', null],
  ])('judges the CNIC "%s"', (input, warning) => {
    expect(warnIncomplete('fatherCnic', input)).toBe(warning)
  })

  it.each([
    ['0300-1234567', null],
    ['+92 (42) 357 61999', null],
    ['3576199', null],
    ['123456789012345', null],
    ['357619', telephone],
    ['1234567890123456', telephone],
    ['neighbour', telephone],
    ['', null],
  ])('judges the telephone number "%s"', (input, warning) => {
    for (const field of ['fatherHomePhone', 'fatherOfficePhone', 'telephone'] as const) {
      expect(warnIncomplete(field, input)).toBe(warning)
    }
  })

  it.each([
    ['imran@example.pk', null],
    [' imran.khan+school@mail.example.com ', null],
    ['imran@example', email],
    ['imran.example.pk', email],
    ['imran@', email],
    ['imran@example.', email],
    ['im ran@example.pk', email],
    ['', null],
  ])('judges the e-mail address "%s"', (input, warning) => {
    expect(warnIncomplete('fatherEmail', input)).toBe(warning)
  })

  it('ignores other fields', () => {
    expect(warnIncomplete('address', '12')).toBeNull()
    expect(warnIncomplete('studentName', 'A')).toBeNull()
  })
})
