import { describe, expect, it } from 'vitest'
import { day } from '#test/builders.ts'
import { aChild, aKnownStudent, planRows, type GivenCells } from '#test/import-rows.ts'
import type { ImportKind, ImportSettings, KnownStudent } from './import.ts'

type Students = readonly KnownStudent[]
type Answers = ImportSettings['children']

const plan = (rows: readonly GivenCells[], students: Students, kind: ImportKind, children?: Answers) =>
  planRows(rows, { students, kind, settings: { numbering: 'new', children }, lastRollNo: 90 })

/** Returns the outcome of a row with its codes and actions. */
function fate(row: GivenCells, students: Students, kind: ImportKind = 'students', children?: Answers) {
  const [planned] = plan([row], students, kind, children).rows
  const { outcome, problems, actions } = planned ?? { outcome: 'none', problems: [], actions: [] }
  return [outcome, ...problems.map(({ code }) => code), ...actions.map((action) => action.kind)].join(' ')
}
const messageOf = (row: GivenCells, students: Students, kind: ImportKind = 'students') =>
  plan([row], students, kind).rows[0]?.problems[0]?.message

const { rollNo: _, ...unnumbered } = aChild
const filler = day('2015-01-01')

describe('a namesake', () => {
  const first = aKnownStudent({
    oldNumber: '1001',
    dateOfBirth: filler,
    fatherCnic: '11111-2222222-1',
    fatherHomePhone: '0300-1111112',
  })
  const second = {
    ...unnumbered,
    dateOfBirth: filler,
    oldNumber: '2002',
    studentClass: '6',
    monthlyFee: '6000',
    fatherCnic: '99999-8888888-9',
    fatherHomePhone: '0333-0000009',
  }

  it('with another number, CNIC and phone does not overwrite the first child', () => {
    expect(fate(second, [first])).toBe('refused number-differs')
    expect(messageOf(second, [first])).toBe('Has old number 2002, but roll no. 7, Ali Raza has 1001')
    expect(fate({ ...second, oldNumber: '' }, [first])).toBe('refused cnic-differs')
    expect(fate({ ...second, oldNumber: '', fatherCnic: '' }, [first])).toBe('refused names-only')
  })

  it('is the same child, or a new child, once the office says so', () => {
    expect(fate(second, [first], 'students', { 2: 7 })).toBe('changed edit record change fee')
    expect(fate(second, [first], 'students', { 2: null })).toBe('new admit')
    expect(fate(second, [first], 'students', { 2: 8, 3: null })).toBe('refused number-differs')
    expect(plan([second], [first], 'students', { 2: null }).doubts).toEqual([
      {
        rowNo: 2,
        child:
          'Ali Raza, child of Raza Khan, born 1 Jan 2015, class 6 Red, old number 2002, CNIC 99999-8888888-9',
        message: 'Has old number 2002, but roll no. 7, Ali Raza has 1001',
        students: [
          {
            rollNo: 7,
            words:
              'Roll no. 7: Ali Raza, child of Raza Khan, born 1 Jan 2015, class 5 Red, old number 1001, CNIC 11111-2222222-1',
          },
        ],
        mayBeNew: true,
      },
    ])
  })

  it('of the same family is the same child, whatever birthday is filled in', () => {
    const row = { ...unnumbered, fatherCnic: '1111122222221', studentClass: '6' }
    expect(fate(row, [first])).toBe('changed edit record')
    expect(fate({ ...unnumbered, fatherHomePhone: '03001111112', studentClass: '6' }, [first])).toBe(
      'changed edit record',
    )
  })

  it('who has left does not prevent the admission of another child', () => {
    const left = { ...first, state: 'removed' } as const
    expect(fate(second, [left], 'students', { 2: null })).toBe('new admit')
    expect(fate(second, [left], 'students', { 2: 7 })).toBe('refused student-left')
  })

  it('whose row would not change anything needs no answer', () => {
    const row = { ...unnumbered, dateOfBirth: filler }
    expect(fate(row, [aKnownStudent({ dateOfBirth: filler })])).toBe('same')
    expect(fate({ ...row, monthlyFee: '9000' }, [aKnownStudent({ dateOfBirth: filler })])).toBe(
      'refused names-only',
    )
  })

  it('is chosen by number or family if several students have the names', () => {
    const twoOfName = [
      { ...first, rollNo: 8, oldNumber: '8', fatherCnic: '', fatherHomePhone: '0300-7654321' },
      first,
    ]
    expect(fate({ ...unnumbered, dateOfBirth: filler, oldNumber: '1001' }, twoOfName)).toBe('same')
    expect(fate({ ...unnumbered, dateOfBirth: filler, fatherHomePhone: '03007654321' }, twoOfName)).toBe(
      'same',
    )
    const row = { ...unnumbered, dateOfBirth: filler, studentClass: '6' }
    expect(fate(row, twoOfName)).toBe('refused student-unclear')
    expect(fate(row, twoOfName, 'students', { 2: 8 })).toBe('changed edit record')
  })
})

describe('a number', () => {
  const [ali, hira] = [
    aKnownStudent({ oldNumber: '1' }),
    aKnownStudent({ rollNo: 8, studentName: 'Hira', dateOfBirth: day('2016-02-02') }),
  ]
  const fee = { fatherName: 'Raza Khan', monthlyFee: '9999' }

  it.each<[ImportKind, GivenCells]>([
    ['fees', { oldNumber: '1', studentName: 'Hira', ...fee }],
    ['fees', { rollNo: '7', studentName: 'Hira', ...fee }],
    ['fees', { rollNo: '7', studentName: 'hira', monthlyFee: '9999' }],
    ['balances', { oldNumber: '1', studentName: 'Hira', fatherName: 'Raza Khan', balance: '500' }],
    ['contacts', { rollNo: '7', studentName: 'Hira', fatherName: 'Raza Khan', address: 'House 1' }],
    ['students', { ...unnumbered, studentName: 'Hira', oldNumber: '1' }],
  ])('of a sibling does not override the exact names in %s', (kind, row) => {
    const [planned] = planRows([row], { students: [ali, hira], kind, settings: { numbering: 'keep' } }).rows
    const { outcome, problems = [] } = planned ?? {}
    expect([outcome, ...problems.map(({ code }) => code)]).toEqual(['refused', 'number-of-another'])
    expect(problems[0]?.message).toMatch(/is .*Ali Raza.*, but hira.* is roll no. 8$/i)
  })

  it('of one child is refused together with the number of another child', () => {
    const row = { rollNo: '8', oldNumber: '1', monthlyFee: '9999' }
    const [planned] = planRows([row], { students: [ali, hira], kind: 'fees' }).rows
    expect(planned?.problems[0]?.message).toBe(
      'Roll no. 8 is Hira, child of Raza Khan, but old number 1 is roll no. 7, Ali Raza',
    )
  })

  it('with a name that no student has asks once if it is another spelling', () => {
    const row = { rollNo: '7', studentName: 'Aly Raza', ...fee }
    const unanswered = planRows([row], { students: [ali, hira], kind: 'fees' })
    expect(unanswered.rows[0]?.problems.map(({ message }) => message)).toEqual([
      'Has the number of roll no. 7, Ali Raza, child of Raza Khan, but the name Aly Raza, child of Raza Khan',
    ])
    expect(unanswered.doubts[0]?.mayBeNew).toBe(false)
    const answered = planRows([row], {
      students: [ali, hira],
      kind: 'fees',
      settings: { children: { 2: 7 } },
    })
    expect(answered.rows[0]?.outcome).toBe('changed')
    const same = planRows([{ ...row, monthlyFee: '2500' }], { students: [ali, hira], kind: 'fees' })
    expect(same.counts).toMatchObject({ same: 1, warned: 1 })
    expect(same.doubts).toEqual([])
  })

  it('of one repeated digit does not identify a child', () => {
    const old = aKnownStudent({ oldNumber: '0000', fatherCnic: '00000-0000000-0', studentName: 'Sana' })
    const row = { ...unnumbered, oldNumber: '0000', fatherCnic: '00000-0000000-0' }
    expect(fate(row, [old])).toBe('new admit')
    const twoRows = plan([row, { ...row, studentName: 'Noor' }], [], 'students')
    expect(twoRows.counts).toMatchObject({ new: 2, refused: 0 })
    const known = aKnownStudent({ fatherCnic: '35202-1234567-1', fatherHomePhone: '0300-1234567' })
    const filledIn = { ...unnumbered, fatherCnic: '00000-0000000-0', fatherHomePhone: '00000000000' }
    expect(fate(filledIn, [known])).toBe('same')
  })

  it('of a child who has left is refused for another child', () => {
    const gone = [
      aKnownStudent({ oldNumber: '55', state: 'graduated', studentName: 'Sana', fatherName: 'U' }),
    ]
    expect(fate({ ...unnumbered, oldNumber: '55' }, gone)).toBe('refused number-of-another')
  })
})

describe('the CNIC of a father', () => {
  const known = aKnownStudent({ fatherCnic: '35202-1234567-1' })
  const other = { fatherCnic: '35202-1234567-3' }

  it('raises a doubt if it differs, even with the right number, while another phone is only a change', () => {
    const row = { rollNo: '7', studentName: 'Ali Raza', fatherName: 'Raza Khan' }
    expect(fate({ ...row, ...other }, [known], 'contacts')).toBe('refused cnic-differs')
    expect(fate({ ...row, ...other }, [known], 'contacts', { 2: 7 })).toBe('changed edit record')
    expect(fate({ ...row, fatherHomePhone: '0321-7654321' }, [known], 'contacts')).toBe('changed edit record')
    expect(fate({ ...unnumbered, fatherHomePhone: '0321-7654321' }, [known])).toBe('changed edit record')
    expect(fate({ ...unnumbered, ...other }, [aKnownStudent({ fatherCnic: '35202' })])).toBe(
      'changed edit record',
    )
  })

  it('finds the family if it is equal, and names distinguish the children of the family', () => {
    const sister = { ...unnumbered, studentName: 'Sana', fatherCnic: '35202-1234567-1' }
    expect(fate(sister, [known])).toBe('new admit')
    const spelled = { ...unnumbered, fatherName: 'Raza A. Khan', fatherCnic: '35202-1234567-1' }
    expect(fate(spelled, [known])).toBe('refused looks-like')
  })
})

describe('two rows with the same names', () => {
  const named = { ...unnumbered, dateOfBirth: filler }
  const outcomes = (rows: readonly GivenCells[], children?: Answers) =>
    plan(rows, [], 'students', children).rows.map(({ outcome }) => outcome)

  it('are two children if their numbers or CNICs differ', () => {
    expect(
      outcomes([
        { ...named, oldNumber: '1' },
        { ...named, oldNumber: '2' },
      ]),
    ).toEqual(['new', 'new'])
    expect(
      outcomes([
        { ...named, fatherCnic: '3520212345671' },
        { ...named, fatherCnic: '3520212345673' },
      ]),
    ).toEqual(['new', 'new'])
  })

  it('are in doubt if only a filler birthday is the same', () => {
    const rows = [named, { ...named, studentClass: '6' }]
    expect(outcomes(rows)).toEqual(['new', 'refused'])
    expect(outcomes(rows, { 3: null })).toEqual(['new', 'new'])
    expect(plan(rows, [], 'students').doubts[0]?.message).toBe(
      'May be the child of row 2: the names are the same',
    )
  })

  it('are refused if the birthday is the same, even with different numbers', () => {
    expect(
      outcomes([
        { ...unnumbered, oldNumber: '1' },
        { ...unnumbered, oldNumber: '2' },
      ]),
    ).toEqual(['new', 'refused'])
    expect(outcomes([unnumbered, { ...unnumbered, studentName: 'Twin' }])).toEqual(['new', 'new'])
  })
})
