import { describe, expect, it } from 'vitest'
import { columnsFor, contactFields, hasContacts, isContactField, withoutContacts } from './contacts.ts'
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

  it('are visible to every role that writes, and not to read', () => {
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

  it('have no column where they are not visible', () => {
    const columns = ['rollNo', ...contactFields, 'balance'].map((key) => ({ key }))
    expect(columnsFor('write', columns)).toEqual(columns)
    expect(columnsFor('read', columns)).toEqual([{ key: 'rollNo' }, { key: 'balance' }])
    expect(isContactField('fatherName')).toBe(false)
  })
})
