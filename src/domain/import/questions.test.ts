import { describe, expect, it } from 'vitest'
import { day, rs } from '#test/builders.ts'
import { aChild, planRows } from '#test/import-rows.ts'
import type { ImportPlan } from './import.ts'

const outcomes = ({ rows }: ImportPlan) => rows.map(({ outcome }) => outcome)
const codes = ({ rows }: ImportPlan) => rows.map(({ problems }) => problems.map(({ code }) => code))
const born = (...dates: readonly string[]) =>
  dates.map((dateOfBirth, at) => ({
    ...aChild,
    rollNo: String(at + 1),
    studentName: `Child ${at}`,
    dateOfBirth,
  }))
const births = ({ rows }: ImportPlan) =>
  rows.map(({ actions: [action] }) => (action?.kind === 'admit' ? action.record.dateOfBirth : null))

describe('the order of dates', () => {
  it('is asked with the first row in doubt, and only the rows in doubt wait', () => {
    const plan = planRows(born('2015-04-03', '05/05/2015', '03/04/2015', '6/7/2015'))
    expect(plan.questions).toEqual([
      { about: 'date order', rowNo: 4, studentName: 'Child 2', value: '03/04/2015' },
    ])
    expect(outcomes(plan)).toEqual(['new', 'new', 'refused', 'refused'])
    expect(codes(plan)[2]).toContain('question-open')
    expect(plan.problems).toEqual([])
  })

  it('follows the answer of the office', () => {
    const rows = born('03/04/2015')
    expect(births(planRows(rows, { settings: { dateOrder: 'day first' } }))).toEqual(['2015-04-03'])
    expect(births(planRows(rows, { settings: { dateOrder: 'month first' } }))).toEqual(['2015-03-04'])
  })

  it('is decided by one date that is possible in one order only', () => {
    const dayFirst = planRows(born('03/04/2015', '15/04/2015'))
    expect(births(dayFirst)).toEqual(['2015-04-03', '2015-04-15'])
    expect(dayFirst.questions).toEqual([])
    expect(births(planRows(born('03/04/2015', '04/15/2015')))).toEqual(['2015-03-04', '2015-04-15'])
  })

  it('is doubtful in a column in which Excel left a date as text; dates that it converted get a warning', () => {
    const rows = born(
      '2015-04-03',
      '2014-05-04',
      '15/03/2015',
      '22/11/2014',
      '2015-08-08',
      '2015-03-15',
      '42097',
    )
    const plan = planRows(rows)
    expect(plan.counts).toMatchObject({ new: 7, refused: 0, warned: 3 })
    expect(plan.problems).toEqual([
      {
        code: 'date-exchanged',
        field: 'dateOfBirth',
        isWarning: true,
        message:
          '"2015-04-03": day and month may be exchanged (2015-03-04), as Excel left 15/03/2015 in row 4 a text',
        rows: [2, 3, 8],
      },
    ])
    const words = (...dates: readonly string[]) => planRows(born('15/03/2015', ...dates)).counts.warned
    expect([words('4-Mar-15'), words('4-Mar-15', '25-Mar-15')]).toEqual([1, 0])
    expect(planRows(born('2015-04-03', '03/04/2015', '4/5/2014')).problems).toEqual([])
  })

  it('is not guessed if the file mixes both orders: each kind of date is refused with its own code', () => {
    const rows = born('15/04/2015', '04/15/2015', '03/04/2015', '2015-04-03')
    const plan = planRows(rows)
    expect(outcomes(plan)).toEqual(['refused', 'refused', 'refused', 'new'])
    expect(plan.problems.map(({ code, rows: [row] }) => [code, row])).toEqual([
      ['dates-mixed-day-first', 2],
      ['dates-mixed-month-first', 3],
      ['dates-mixed', 4],
      ['date-exchanged', 5],
    ])
    expect(plan.problems[1]?.message).toBe(
      '"04/15/2015": the order of day and month is mixed in the file, as row 2 has 15/04/2015',
    )
    expect(plan.questions).toEqual([])
    const chosen = planRows(rows, { settings: { dateOrder: 'day first' } })
    expect(outcomes(chosen)).toEqual(['new', 'refused', 'new', 'new'])
    expect(births(planRows(rows, { leftOut: [1] }))).toEqual(['2015-04-15', null, '2015-04-03', '2015-04-03'])
  })
})

describe('the sign of balances', () => {
  const rows = [
    { ...aChild, balance: '7,500' },
    { ...aChild, rollNo: '8', studentName: 'Hira', balance: '(3,000)' },
    { ...aChild, rollNo: '9', studentName: 'Noor', balance: '' },
  ]

  it('is asked if a balance is negative, and every row with a balance waits', () => {
    const plan = planRows(rows, { settings: { balanceSign: null } })
    expect(plan.questions).toEqual([
      { about: 'balance sign', rowNo: 3, studentName: 'Hira', value: '(3,000)' },
    ])
    expect(outcomes(plan)).toEqual(['refused', 'refused', 'new'])
  })

  it('is not asked if no balance is negative, or if its row is left out', () => {
    expect(planRows(rows.slice(0, 1), { settings: { balanceSign: null } }).questions).toEqual([])
    const plan = planRows(rows, { settings: { balanceSign: null }, leftOut: [1] })
    expect(plan.questions).toEqual([])
    expect(plan.sums).toMatchObject({ openingDues: rs(7500), openingAdvances: rs(0) })
  })

  it('follows the answer of the office', () => {
    const ahead = planRows(rows, { settings: { balanceSign: 'minus is paid ahead' } }).sums
    expect(ahead).toMatchObject({ openingDues: rs(7500), openingAdvances: rs(3000) })
    const owed = planRows(rows, { settings: { balanceSign: 'minus is owed' } }).sums
    expect(owed).toMatchObject({ openingDues: rs(3000), openingAdvances: rs(7500) })
  })
})

describe('a balance with Cr or Dr', () => {
  const marked = [
    { ...aChild, balance: '5,000 Dr' },
    { ...aChild, rollNo: '8', studentName: 'Hira', balance: 'Cr. Rs 2,000' },
  ]
  const settings = { balanceSign: 'minus is owed' } as const

  it('is owed or paid in advance as marked, however a minus is read', () => {
    expect(planRows(marked, { settings }).sums).toMatchObject({
      openingDues: rs(5000),
      openingAdvances: rs(2000),
    })
    const minus = { ...aChild, rollNo: '9', studentName: 'Noor', balance: '(300)' }
    expect(planRows([...marked, minus], { settings }).sums).toMatchObject({
      openingDues: rs(5300),
      openingAdvances: rs(2000),
    })
  })

  it('needs no answer, even if another balance does', () => {
    const open = { settings: { balanceSign: null } }
    expect(planRows(marked, open).questions).toEqual([])
    const minus = { ...aChild, rollNo: '9', studentName: 'Noor', balance: '-300' }
    const plan = planRows([...marked, minus], open)
    expect(plan.questions).toMatchObject([{ about: 'balance sign', rowNo: 4 }])
    expect(outcomes(plan)).toEqual(['new', 'new', 'refused'])
  })
})

describe('the numbering', () => {
  it('is asked if the file has whole numbers, and every row waits', () => {
    const plan = planRows([aChild], { settings: { numbering: null } })
    expect(plan.questions).toEqual([{ about: 'numbering', rowNo: 2, studentName: 'Ali Raza', value: '7' }])
    expect(outcomes(plan)).toEqual(['refused'])
    expect(planRows([{ ...aChild, rollNo: 'A-12' }], { settings: { numbering: null } }).questions).toEqual([])
    const { rollNo: _, ...unnumbered } = aChild
    expect(planRows([unnumbered], { settings: { numbering: null } }).questions).toEqual([])
  })

  it('numbers new children in the order of the file, and keeps the numbers of the file as old numbers', () => {
    const rows = [
      { ...aChild, rollNo: 'A-12' },
      { ...aChild, rollNo: '30', studentName: 'Hira', studentClass: 'KG' },
      { ...aChild, rollNo: '31', studentName: 'Noor' },
    ]
    const plan = planRows(rows, { settings: { numbering: 'new' }, lastRollNo: 1022 })
    expect(plan.rows.map(({ rollNo }) => rollNo)).toEqual([1023, null, 1024])
    expect(plan.rows.map(({ actions: [one] }) => one?.kind === 'admit' && one.oldNumber)).toEqual([
      'A-12',
      false,
      '31',
    ])
  })

  it('refuses a number that cannot be kept', () => {
    const plan = planRows([
      { ...aChild, rollNo: 'A-12' },
      { ...aChild, rollNo: '', studentName: 'Hira' },
    ])
    expect(codes(plan)).toEqual(
      [['roll-number-unreadable'], ['missing']].map((one) => expect.arrayContaining(one)),
    )
    expect(outcomes(plan)).toEqual(['refused', 'refused'])
  })
})

describe('the day of the balances', () => {
  const rows = [aChild, { ...aChild, rollNo: '8', studentName: 'Hira', balance: '7500' }]

  it('is asked if a row brings in a balance', () => {
    const plan = planRows(rows, { settings: { asOf: null } })
    expect(plan.questions).toEqual([{ about: 'as of', rowNo: 3, studentName: 'Hira', value: '7500' }])
    expect(outcomes(plan)).toEqual(['new', 'refused'])
    expect(planRows([aChild], { settings: { asOf: null } }).questions).toEqual([])
  })

  it('is asked together with the other questions, and not again afterwards', () => {
    const unanswered = { asOf: null, balanceSign: null, numbering: null } as const
    const negative = { ...aChild, rollNo: '9', studentName: 'Omar', balance: '-3000' }
    const aboutOf = (plan: ImportPlan) => plan.questions.map(({ about }) => about)
    const plan = planRows([...rows, negative], { settings: unanswered })
    expect(aboutOf(plan)).toEqual(['balance sign', 'numbering', 'as of'])
    expect(plan.questions[2]).toMatchObject({ rowNo: 3, value: '7500' })
    expect(aboutOf(planRows(rows, { settings: { ...unanswered, asOf: day('2026-10-31') } }))).toEqual([
      'numbering',
    ])
    expect(aboutOf(planRows([aChild], { settings: unanswered }))).toEqual(['numbering'])
  })

  it.each(['2026-10-30', '2026-11-30'])('may not be %s', (asOf) => {
    const plan = planRows(rows, { settings: { asOf: day(asOf) } })
    expect(outcomes(plan)).toEqual(['new', 'refused'])
    expect(codes(plan)[1]).toContain('as-of-wrong')
    expect(plan.questions).toEqual([])
  })
})

describe('values that the portal does not have', () => {
  it('are listed once however they are written, and read as the office chooses', () => {
    const rows = [
      { ...aChild, studentClass: 'KG' },
      { ...aChild, rollNo: '8', studentName: 'Hira', studentClass: 'k.g.', section: 'A' },
    ]
    expect(planRows(rows).unknownValues).toEqual([
      { field: 'studentClass', value: 'KG', rows: 2 },
      { field: 'section', value: 'A', rows: 1 },
    ])
    const values = { studentClass: { KG: 'Prep' }, section: { A: 'Blue' }, gender: {} } as const
    const plan = planRows(rows, { settings: { values } })
    expect(plan.unknownValues).toEqual([])
    expect(plan.sums.classes.map(({ studentClass, section }) => `${studentClass} ${section}`)).toEqual([
      'Prep Red',
      'Prep Blue',
    ])
  })

  it('are split into class and section if there is no column for the section', () => {
    const { section: _, ...unsectioned } = aChild
    const plan = planRows([
      { ...unsectioned, studentClass: '5 Red' },
      { ...unsectioned, rollNo: '8', studentName: 'Hira', studentClass: '5' },
    ])
    expect(outcomes(plan)).toEqual(['new', 'refused'])
    expect(plan.problems[0]?.message).toBe('Section is missing')
  })
})
