import { expect, test } from 'vitest'
import { ageing } from '#reports/ageing.ts'
import { exceptions } from '#reports/exceptions.ts'
import { feeReceived } from '#reports/fee-received.ts'
import { feeRecord } from '#reports/fee-reports.ts'
import { day } from '#test/builders.ts'
import { blankState, readAddress, writeAddress } from './report-address.ts'

const today = day('2026-11-21')
const november = { month: '2026-11', fromDate: '2026-11-01', toDate: '2026-11-30' }
const december = { month: '2026-12', fromDate: '2026-12-01', toDate: '2026-12-31' }
const days = { today, newest: { year: 2026, month: 11 } }
const read = (search: string) => readAddress(feeRecord, search, days)

test('the settings of a report round-trip through its address', () => {
  const state = {
    ...blankState(feeRecord, days),
    values: { studentClass: '5', section: 'all', fromDate: '', toDate: '2026-11-30', month: '' },
    shown: { type: 'all' },
    sorting: { column: 'netBalance', direction: 'descending' },
    chosen: 'overdue',
  } as const
  expect(read(writeAddress(state))).toEqual(state)
})

test('the search text is not in the address, because it may be the name of a child', () => {
  const state = { ...blankState(feeRecord, days), sought: 'Ayesha', shown: { type: 'all' } }
  expect(writeAddress(state)).not.toContain('Ayesha')
  expect(read('?kind=all&q=Ayesha')?.sought).toBe('')
})

test('invalid values in the address are ignored', () => {
  expect(read('?class=11&from=30/11/2026&kind=some&sort=shoeSize&preset=week')).toBeNull()
  expect(read('?class=11&section=Red')?.values).toEqual({
    studentClass: 'all',
    section: 'Red',
    ...november,
  })
})

test('a month in the address sets the dates that it spans, and is written without them', () => {
  const state = read('?class=5&month=2026-12')
  expect(state?.values).toEqual({ studentClass: '5', section: 'all', ...december })
  expect(state?.shown).toEqual({ type: 'admitted' })
  expect(state && writeAddress(state)).toBe('?class=5&section=all&month=2026-12&kind=admitted')
  expect(read('?month=2026-13')).toBeNull()
})

test('dates in the address replace the month', () => {
  const dated = { studentClass: 'all', section: 'all', month: '' }
  expect(read('?from=&kind=all')?.values).toEqual({ ...dated, fromDate: '', toDate: '' })
  expect(read('?from=2026-10-05')?.values).toEqual({ ...dated, fromDate: '2026-10-05', toDate: '' })
})

test('a preset of vouchers is a month, and a preset of receipts sets both dates', () => {
  const state = read('?preset=last-month')
  expect(state?.values).toMatchObject({ month: '2026-10', fromDate: '2026-10-01', toDate: '2026-10-31' })
  expect(state?.shown).toEqual({ type: 'admitted' })
  expect(read('?preset=month&kind=removed')?.shown).toEqual({ type: 'removed' })
  const receipts = readAddress(feeReceived, '?preset=last-month', days)
  expect(receipts?.values).toMatchObject({ fromDate: '2026-10-01', toDate: '2026-10-31' })
  expect(receipts?.values).not.toHaveProperty('month')
})

test('a facet or today as the first day asks for the rows', () => {
  const dues = readAddress(ageing, '?facet=3', days)
  expect([dues?.chosen, dues?.shown]).toEqual(['3', {}])
  const corrections = readAddress(exceptions, '?from=today', days)
  expect(corrections?.values).toMatchObject({ fromDate: today, toDate: today })
  expect(corrections?.shown).toEqual({})
})
