import { expect, test } from 'vitest'
import { feeRecord } from '#reports/fee-reports.ts'
import { day } from '#test/builders.ts'
import { blankState, readAddress, writeAddress } from './report-address.ts'

const today = day('2026-11-21')
const read = (search: string) => readAddress(feeRecord, search, today)

test('the settings of a report round-trip through its address', () => {
  const state = {
    ...blankState(feeRecord, today),
    values: { studentClass: '5', section: 'all', fromDate: '', toDate: '2026-11-30' },
    shown: { type: 'all' },
    sorting: { column: 'netBalance', direction: 'descending' },
    chosen: 'overdue',
  } as const
  expect(read(writeAddress(state))).toEqual(state)
})

test('the search text is not in the address, because it may be the name of a child', () => {
  const state = { ...blankState(feeRecord, today), sought: 'Ayesha', shown: { type: 'all' } }
  expect(writeAddress(state)).not.toContain('Ayesha')
  expect(read('?kind=all&q=Ayesha')?.sought).toBe('')
})

test('invalid values in the address are ignored', () => {
  expect(read('?class=11&from=30/11/2026&kind=some&sort=shoeSize&preset=week')).toBeNull()
  expect(read('?class=11&section=Red')?.values).toEqual({
    studentClass: 'all',
    section: 'Red',
    fromDate: '2026-11-01',
    toDate: '',
  })
})

test('a preset sets both dates and gets the report for regular students', () => {
  const state = read('?preset=last-month')
  expect(state?.values).toMatchObject({ fromDate: '2026-10-01', toDate: '2026-10-31' })
  expect(state?.shown).toEqual({ type: 'admitted' })
  expect(read('?preset=month&kind=removed')?.shown).toEqual({ type: 'removed' })
})
