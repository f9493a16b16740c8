import { describe, expect, it } from 'vitest'
import { day, rs } from '#test/builders.ts'
import { aSchoolFile, importSettings } from '#test/import-files.ts'
import { aChild, aKnownStudent, planRows, type GivenCells } from '#test/import-rows.ts'
import { guessColumns } from './columns.ts'
import { importFields, type ImportField } from './import.ts'

const first = (row: GivenCells, said: Parameters<typeof planRows>[1] = {}) => {
  const [planned] = planRows([row], said).rows
  const [action] = planned?.actions ?? []
  return {
    admitted: action?.kind === 'admit' ? action : null,
    problems: planned?.problems.map(({ code, field }) => `${code} ${field}`),
  }
}
const complete = { ...aChild, placeOfBirth: 'Lahore', religion: 'Islam', fatherHomePhone: '03001234567' }

describe('a new child', () => {
  it('is admitted with every value of the row', () => {
    const row: GivenCells = {
      ...complete,
      oldNumber: 'A-12',
      discount: '500',
      balance: '7,500',
      admissionDate: '1 Apr 2024',
      address: 'House  5',
      fatherCnic: '3520212345671',
      fatherOccupation: 'Farmer',
      fatherOfficePhone: '042-35761234',
      telephone: '3217654321',
      fatherEmail: 'raza@example.com',
    }
    expect(Object.keys(row).toSorted()).toEqual(importFields.toSorted())
    expect(first(row)).toEqual({
      problems: [],
      admitted: {
        kind: 'admit',
        rollNo: 7,
        oldNumber: 'A-12',
        fee: { monthlyFee: rs(2500), discount: rs(500) },
        balance: rs(7500),
        record: {
          admissionDate: '2024-04-01',
          studentName: 'Ali Raza',
          fatherName: 'Raza Khan',
          dateOfBirth: '2015-04-03',
          placeOfBirth: 'Lahore',
          gender: 'male',
          religion: 'Islam',
          address: 'House 5',
          fatherCnic: '35202-1234567-1',
          fatherOccupation: 'Farmer',
          fatherHomePhone: '0300-1234567',
          fatherOfficePhone: '042-35761234',
          telephone: '0321-7654321',
          fatherEmail: 'raza@example.com',
          studentClass: '5',
          section: 'Red',
        },
      },
    })
  })

  it.each(['studentName', 'fatherName', 'studentClass', 'section', 'monthlyFee', 'rollNo'] as const)(
    'is refused without %s, whether the cell or the column is missing',
    (field: ImportField) => {
      expect(first({ ...complete, [field]: '' }).problems).toEqual([`missing ${field}`])
      const { [field]: _, ...rest } = complete
      // Without a column of roll numbers, the next free numbers are used.
      expect(first(rest).problems).toEqual(field === 'rollNo' ? [] : [`missing ${field}`])
    },
  )

  it('is admitted as incomplete without the fields that old registers lack, in a cell or a whole column', () => {
    const lacking = { dateOfBirth: '', placeOfBirth: '', gender: '', religion: '', fatherHomePhone: '' }
    const { dateOfBirth: _birth, gender: _gender, ...named } = aChild
    for (const row of [named, { ...named, ...lacking }, { ...named, religion: '-', gender: 'N/A' }]) {
      const { admitted, problems } = first(row)
      expect(problems).toEqual([])
      expect(admitted?.record).toMatchObject(lacking)
      expect(planRows([row]).sums.incomplete).toBe(1)
    }
    expect(planRows([complete]).sums.incomplete).toBe(0)
    expect(
      first({ ...complete, fatherHomePhone: '3.00E+09', gender: '?', dateOfBirth: 'soon' }).problems,
    ).toEqual(['number-shortened fatherHomePhone', 'date-unreadable dateOfBirth', 'gender-unknown gender'])
  })

  it('that was incomplete is completed, but never emptied, by a later file', () => {
    const known = aKnownStudent({ dateOfBirth: '', gender: '', religion: '' })
    const { admitted: _, ...completed } = first(complete, { students: [known] })
    expect(completed.problems).toEqual([])
    const plan = planRows([complete], { students: [known] })
    expect(plan.rows[0]?.actions).toMatchObject([
      { kind: 'edit record', after: { dateOfBirth: '2015-04-03', gender: 'male', religion: 'Islam' } },
    ])
    const empty = { ...complete, dateOfBirth: '', gender: '', religion: '' }
    expect(planRows([empty], { students: [aKnownStudent()] }).counts.same).toBe(1)
  })

  it('is admitted on the day of the balances, or today, unless the row has a date', () => {
    expect(first(complete).admitted?.record.admissionDate).toBe('2026-10-31')
    expect(first(complete, { settings: { asOf: null } }).admitted?.record.admissionDate).toBe('2026-11-21')
    expect(first({ ...complete, admissionDate: '22 Nov 2026' }).problems).toEqual([
      'date-in-future admissionDate',
    ])
    expect(first({ ...complete, dateOfBirth: '2026-11-21' }).problems).toEqual(['birth-not-past dateOfBirth'])
  })

  it.each([
    ['2024-11-21', true],
    ['2024-11-22', false],
    ['2001-11-21', true],
    ['2001-11-20', false],
  ])('born on %s has a usual age: %s', (dateOfBirth, isUsual) => {
    const { admitted, problems } = first({ ...complete, dateOfBirth })
    expect(admitted?.record.dateOfBirth).toBe(day(dateOfBirth))
    expect(problems).toEqual(isUsual ? [] : ['age-unlikely dateOfBirth'])
  })

  it('gets a warning if a number looks incomplete or the fee is 0', () => {
    expect(
      first({ ...complete, fatherCnic: '35202', fatherEmail: 'raza', monthlyFee: '0' }).problems,
    ).toEqual(['incomplete fatherEmail', 'incomplete fatherCnic', 'fee-zero monthlyFee'])
  })

  it('is refused if two columns have the same field', () => {
    const columns = ['studentName', 'studentName'] as const
    expect(first(aChild, { settings: { columns } }).problems).toContain('column-twice studentName')
  })
})

it('guesses every column of the files that other tests import', () => {
  const { headings, rows } = aSchoolFile({ rows: 20 })
  const guessed = guessColumns(
    'students',
    headings,
    rows.map(({ cells }) => cells),
  )
  expect(guessed).toEqual(importSettings().columns)
})

describe('columns', () => {
  it('have each field once, for the best heading, and only fields of the kind', () => {
    expect(guessColumns('students', ['Name', 'Student Name', 'Phone', 'Mobile'], [])).toEqual([
      null,
      'studentName',
      'fatherHomePhone',
      null,
    ])
    expect(guessColumns('balances', ['Roll No', 'Name', 'Fee', 'Dues'], [])).toEqual([
      'rollNo',
      'studentName',
      null,
      'balance',
    ])
    expect(guessColumns('contacts', ['GR#', 'Sec', 'Class', 'Cell'], [])).toEqual([
      'oldNumber',
      'section',
      null,
      'fatherHomePhone',
    ])
  })

  it('without a heading are guessed only if their values are unambiguous', () => {
    const sample = [
      ['3520212345671', '03/04/2015', 'Ali'],
      ['35202-1234567-1', '2015-04-03', ''],
      ['', '', 'Hira'],
    ]
    expect(guessColumns('students', ['', '', ''], sample)).toEqual(['fatherCnic', 'dateOfBirth', null])
    expect(guessColumns('students', ['', 'DOB', ''], sample)).toEqual(['fatherCnic', 'dateOfBirth', null])
    const dates = [['03/04/2015', '01/04/2020']]
    expect(guessColumns('students', ['', ''], dates)).toEqual([null, null])
    expect(guessColumns('students', ['', ''], [])).toEqual([null, null])
  })
})
