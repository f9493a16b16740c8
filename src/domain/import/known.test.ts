import { describe, expect, it } from 'vitest'
import { day, rs } from '#test/builders.ts'
import { aChild, aKnownStudent, planRows, type GivenCells } from '#test/import-rows.ts'
import type { ImportKind, KnownStudent } from './import.ts'

/** Returns the outcome of one row among these students, with the codes of its problems and its actions. */
function fate(row: GivenCells, students: readonly KnownStudent[], kind: ImportKind = 'students') {
  const [planned] = planRows([row], { students, kind }).rows
  const { outcome, problems, actions } = planned ?? { outcome: 'none', problems: [], actions: [] }
  return [outcome, ...problems.map(({ code }) => code), ...actions.map((action) => action.kind)].join(' ')
}
const messageOf = (row: GivenCells, students: readonly KnownStudent[], kind: ImportKind = 'students') =>
  planRows([row], { students, kind }).rows[0]?.problems[0]?.message

const unnumbered = { ...aChild, rollNo: '' }

describe('a child of the portal', () => {
  it('is known by roll number, old number, or names with date of birth', () => {
    const old = aKnownStudent({ oldNumber: 'A-12' })
    expect(fate(aChild, [old])).toBe('same')
    expect(fate({ ...unnumbered, studentClass: '6', oldNumber: 'a 12' }, [old])).toBe('changed edit record')
    expect(fate({ ...unnumbered, studentName: 'ALI RAZA' }, [old])).toBe('changed edit record')
    expect(
      fate({ ...unnumbered, studentName: 'Alí Raza' }, [aKnownStudent({ studentName: 'Alí Raza' })]),
    ).toBe('same')
  })

  it('keeps values that the row does not have, and numbers that only differ in notation', () => {
    const student = aKnownStudent({
      address: 'House 5',
      fatherHomePhone: '03001234567',
      fatherCnic: '3520212345671',
    })
    const row = {
      ...aChild,
      address: '',
      religion: '-',
      fatherHomePhone: '+92 300 1234567',
      fatherCnic: '35202-1234567-1',
    }
    expect(fate(row, [student])).toBe('same')
  })

  it('is changed only in the values that differ', () => {
    const [planned] = planRows([{ ...aChild, studentClass: '6', monthlyFee: '3000', balance: '7500' }], {
      students: [aKnownStudent()],
    }).rows
    expect(planned).toMatchObject({
      outcome: 'changed',
      rollNo: 7,
      actions: [
        {
          kind: 'edit record',
          before: { studentClass: '5' },
          after: { studentClass: '6', placeOfBirth: 'Lahore' },
        },
        {
          kind: 'change fee',
          before: { monthlyFee: rs(2500) },
          after: { monthlyFee: rs(3000), discount: rs(0) },
        },
        { kind: 'bring balance', studentClass: '6', section: 'Red', balance: rs(7500) },
      ],
    })
  })

  it('is refused after leaving or graduating', () => {
    expect(messageOf(aChild, [aKnownStudent({ state: 'removed' })])).toBe('Roll no. 7 has left')
    expect(messageOf(aChild, [aKnownStudent({ state: 'graduated' })])).toBe('Roll no. 7 has graduated')
  })

  it('is not mistaken for another child with the same number', () => {
    const other = aKnownStudent({ studentName: 'Sana', fatherName: 'Umar' })
    expect(messageOf(aChild, [other])).toBe('Is another child: roll no. 7, Sana')
    const old = aKnownStudent({ rollNo: 9, oldNumber: 'A-12', studentName: 'Sana', fatherName: 'Umar' })
    expect(fate({ ...unnumbered, oldNumber: 'A-12' }, [old])).toBe('refused number-of-another')
    expect(messageOf({ ...aChild, rollNo: '8' }, [aKnownStudent()])).toBe(
      'Is in the portal as roll no. 7, Ali Raza',
    )
  })

  it('is not chosen if two students fit', () => {
    const twoStudents = [aKnownStudent(), aKnownStudent({ rollNo: 8 })]
    expect(messageOf(unnumbered, twoStudents)).toBe(
      'Several students fit: roll no. 7, Ali Raza; roll no. 8, Ali Raza',
    )
    expect(fate(unnumbered, [aKnownStudent(), aKnownStudent({ rollNo: 8, state: 'removed' })])).toBe('same')
    const twins = [aKnownStudent({ studentName: 'Hassan' }), aKnownStudent({ rollNo: 8 })]
    expect(messageOf(aChild, twins)).toBe(
      'Roll no. 7 is Hassan, child of Raza Khan, but Ali Raza, child of Raza Khan is roll no. 8',
    )
  })

  it('causes a warning about a new child that looks similar', () => {
    const student = aKnownStudent({ dateOfBirth: day('2014-04-03'), fatherCnic: '35202-1234567-1' })
    const row = { ...aChild, rollNo: '20', fatherCnic: '3520212345671' }
    expect(fate(row, [student])).toBe('new looks-like admit')
    expect(messageOf(row, [student])).toBe("Looks like roll no. 7, Ali Raza: same name and father's CNIC")
  })
})

describe('a row that is in the file twice', () => {
  const messages = (...rows: readonly GivenCells[]) =>
    planRows(rows, {
      students: [aKnownStudent({ rollNo: 90, oldNumber: 'Z', studentName: 'Zara' })],
    }).rows.map(({ problems }) => problems.map(({ message }) => message).join(', '))

  it('is refused with the number of the first row', () => {
    expect(messages(aChild, { ...aChild, rollNo: '8' })).toEqual(['', 'The same child is also in row 2'])
    expect(messages(aChild, { ...aChild, studentName: 'Hira' })).toEqual([
      '',
      'Roll no. 7 is also in row 2; leave the column out if each class has numbers of its own',
    ])
    expect(
      messages(
        { ...aChild, oldNumber: 'A-1' },
        { ...aChild, rollNo: '8', studentName: 'Hira', oldNumber: 'a-1' },
      ),
    ).toEqual(['', 'The number a-1 is also in row 2'])
    const zara = { ...aChild, rollNo: '90', studentName: 'Zara' }
    expect(messages(zara, { ...zara, rollNo: '', studentName: 'Zahra', oldNumber: 'Z' })[1]).toBe(
      'Roll no. 90 is also in row 2',
    )
  })

  it('is accepted if the first row is left out', () => {
    const plan = planRows([aChild, aChild], { leftOut: [0] })
    expect(plan.rows.map(({ outcome }) => outcome)).toEqual(['left out', 'new'])
  })
})

describe('a balance', () => {
  const balances = (balance: string, student: Partial<KnownStudent>) =>
    fate({ rollNo: '7', balance }, [aKnownStudent(student)], 'balances')

  it('is brought in once, for a child without vouchers', () => {
    expect(balances('7500', {})).toBe('changed bring balance')
    expect(balances('7500', { openingBalance: rs(7500), hasVouchers: true })).toBe('same')
    expect(balances('7500', { openingBalance: rs(5000), hasVouchers: true })).toBe('refused balance-in-books')
    expect(balances('7500', { hasVouchers: true })).toBe('refused has-vouchers')
    expect(balances('0', { hasVouchers: true })).toBe('same')
    expect(balances('0', { openingBalance: rs(5000), hasVouchers: true })).toBe('refused balance-in-books')
    expect(balances('', { openingBalance: rs(5000), hasVouchers: true })).toBe('same')
    const student = aKnownStudent({ openingBalance: rs(7500), hasVouchers: true })
    expect(messageOf({ ...aChild, balance: '1' }, [student])).toBe(
      'Its opening balance of Rs 7,500 is in the books; correct it with an adjustment',
    )
  })
})

describe('a fee that is lowered', () => {
  const lowerTo = (monthlyFee: string, student: Partial<KnownStudent>, feeLimit = rs(500)) => {
    const [row] = planRows([{ rollNo: '7', monthlyFee }], {
      kind: 'fees',
      students: [aKnownStudent(student)],
      feeLimit,
    }).rows
    return [row?.outcome, ...(row?.problems ?? []).map(({ message }) => message)].join(': ')
  }
  const secondPerson = ', which a second person has to approve: use Change student fee'

  it.each<[monthlyFee: string, isOwnMoney: boolean, outcome: string]>([
    ['2000', false, 'changed'],
    ['1999', false, `refused: Lowers the fee by 501${secondPerson}`],
    ['2499', true, `refused: Lowers the fee of a child whose money you received${secondPerson}`],
    ['1999', true, `refused: Lowers the fee of a child whose money you received${secondPerson}`],
    ['2500', true, 'same'],
    ['2501', true, 'changed'],
  ])('to %s (own money: %s) with a limit of 500 is %s', (monthlyFee, isOwnMoney, outcome) => {
    expect(lowerTo(monthlyFee, { isOwnMoney })).toBe(outcome)
  })

  it('is not refused if there is no second person', () => {
    const students = [aKnownStudent({ isOwnMoney: true })]
    expect(fate({ rollNo: '7', monthlyFee: '1' }, students, 'fees')).toBe('changed change fee')
  })
})

describe('an import of fees, balances or contacts', () => {
  const students = [aKnownStudent({ oldNumber: 'A-12' }), aKnownStudent({ rollNo: 8, studentName: 'Hira' })]

  it('finds each child by number, old number or unique names, and admits none', () => {
    const fee = { monthlyFee: '3000' }
    expect(fate({ rollNo: '7', ...fee }, students, 'fees')).toBe('changed change fee')
    expect(fate({ oldNumber: 'A-12', ...fee }, students, 'fees')).toBe('changed change fee')
    expect(fate({ studentName: 'Hira', fatherName: 'Raza Khan', ...fee }, students, 'fees')).toBe(
      'changed change fee',
    )
    expect(fate({ rollNo: '99', ...fee }, students, 'fees')).toBe('refused student-unknown')
    expect(fate({ studentName: 'Zara', fatherName: 'Umar', ...fee }, students, 'fees')).toBe(
      'refused student-unknown',
    )
    expect(fate({ studentName: 'Hira', ...fee }, students, 'fees')).toBe('refused student-not-named')
    const namesakes = [...students, aKnownStudent({ rollNo: 9, dateOfBirth: day('2014-02-01') })]
    const named = { studentName: 'Ali Raza', fatherName: 'Raza Khan', ...fee }
    expect(fate(named, namesakes, 'fees')).toBe('refused student-unclear')
    expect(fate({ ...named, dateOfBirth: '2014-02-01' }, namesakes, 'fees')).toBe('changed change fee')
  })

  it('changes only the fields of its kind', () => {
    expect(
      fate({ rollNo: '7', fatherHomePhone: '0321 7654321', section: 'Blue' }, students, 'contacts'),
    ).toBe('changed edit record')
    expect(
      fate({ rollNo: '7', studentName: 'Ali', fatherName: 'Raza Khan', address: '' }, students, 'contacts'),
    ).toBe('same names-differ')
    expect(fate({ rollNo: '7', monthlyFee: '2500', discount: '2600' }, students, 'fees')).toBe(
      'refused discount-too-large',
    )
    expect(fate({ rollNo: '7', monthlyFee: '' }, students, 'fees')).toBe('refused missing')
    expect(fate({ rollNo: '7', monthlyFee: '2,500.00' }, students, 'fees')).toBe('same')
  })

  it('does not change a child by the row of another child', () => {
    expect(fate({ rollNo: '7', studentName: 'Hira', monthlyFee: '9000' }, students, 'fees')).toBe(
      'refused number-of-another',
    )
  })
})
