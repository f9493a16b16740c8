import { expect, it } from 'vitest'
import { calendarDate } from './calendar.ts'
import { accountWords, journalAccounts, journalNumber, narration } from './journal.ts'
import { paymentMethods } from './payment-method.ts'

const date = calendarDate('2026-10-15') ?? 'none'

it('numbers an entry by its day and method', () => {
  if (date === 'none') throw new Error('No such day')
  expect(paymentMethods.map((method) => journalNumber({ date, method }))).toEqual([
    '20261015-1',
    '20261015-2',
    '20261015-3',
    '20261015-4',
    '20261015-5',
  ])
  expect(narration({ date, method: 'bank' })).toBe('Fees of 15 Oct 2026, Bank')
})

it('names each account once', () => {
  const names = journalAccounts.map((account) => accountWords({ account, method: 'cheque' }))
  expect(names.slice(0, 2)).toEqual(['Cheque', 'Arrears from before'])
  expect(new Set(names).size).toBe(journalAccounts.length)
})
