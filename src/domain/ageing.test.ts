import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { agedBalance, ageOn, ages, type DueCharge } from './ageing.ts'
import { addDays, calendarDate, type CalendarDate } from './calendar.ts'
import { less, nothing, paisa, sum } from './money.ts'
import { unpaidByVoucher } from './student-account.ts'

const day = (text: string): CalendarDate => {
  const date = calendarDate(text)
  if (!date) throw new Error(`No such day: ${text}`)
  return date
}
const rs = (rupees: number) => paisa(rupees * 100)
const today = day('2026-11-22')
const october: DueCharge = { dueDate: day('2026-10-10'), amount: rs(4500) }
const november: DueCharge = { dueDate: day('2026-11-10'), amount: rs(4500) }

it.each([
  [-1, 'notDue'],
  [0, 'upTo30'],
  [30, 'upTo30'],
  [31, 'upTo60'],
  [60, 'upTo60'],
  [61, 'upTo90'],
  [90, 'upTo90'],
  [91, 'over90'],
])('%i days after the due date it is of the age %s', (days, age) => {
  expect(ageOn(addDays(october.dueDate, days), october.dueDate)).toBe(age)
})

it('9,000 on 22 November are 4,500 of 43 days and 4,500 of 12 days; a receipt of 5,000 pays October first', () => {
  const none = { notDue: 0, upTo30: 0, upTo60: 0, upTo90: 0, over90: 0 }
  expect(agedBalance([october, november], rs(9000), today)).toEqual({
    ...none,
    upTo60: rs(4500),
    upTo30: rs(4500),
    owed: rs(9000),
    months: 2,
    dueSince: '2026-10-10',
  })
  expect(agedBalance([october, november], rs(4000), today)).toEqual({
    ...none,
    upTo30: rs(4000),
    owed: rs(4000),
    months: 1,
    dueSince: '2026-11-10',
  })
  expect(agedBalance([october, november], rs(-500), today)).toEqual({
    ...none,
    owed: 0,
    months: 0,
    dueSince: null,
  })
})

const someCharges = fc.array(
  fc.record({
    amount: fc.integer({ min: 0, max: 900_000 }).map(paisa),
    dueDate: fc.integer({ min: -200, max: 30 }).map((days) => addDays(today, days)),
  }),
  { minLength: 1, maxLength: 12 },
)

it('adds up to what is owed, and names the unpaid vouchers that the account of the student names', () => {
  fc.assert(
    fc.property(someCharges, fc.integer({ min: 0, max: 9_000_000 }).map(paisa), (charges, received) => {
      const charged = sum(nothing, ...charges.map(({ amount }) => amount))
      const balance = less(charged, received)
      const aged = agedBalance(charges, balance, today)
      expect(sum(...ages.map(({ key }) => aged[key]))).toBe(aged.owed)
      const unpaid = unpaidByVoucher(
        charges.map((charge) => ({ ...charge, voucherNo: '' })),
        received,
      )
      expect(aged.months).toBe(unpaid.length)
      expect(aged.dueSince).toBe(unpaid[0]?.dueDate ?? null)
      expect(aged.owed).toBe(sum(nothing, ...unpaid.map((charge) => charge.unpaid)))
    }),
  )
})
