import { expect, test } from 'vitest'
import { feeReceived } from '#reports/fee-received.ts'
import { feeRecord, netReceivables } from '#reports/fee-reports.ts'
import type { Report } from '#reports/report.ts'
import { day } from '#test/builders.ts'
import { periodOf, presetOf, presetsOf, spanOfMonth, type Span } from './presets.ts'

const today = day('2026-01-31')

test('a preset sets both dates relative to the date of the campus', () => {
  expect(periodOf('today', today)).toEqual({ from: '2026-01-31', to: '2026-01-31' })
  expect(periodOf('month', today)).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(periodOf('last-month', today)).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('the school year runs from April to March', () => {
  expect(periodOf('year', today)).toEqual({ from: '2025-04-01', to: '2026-03-31' })
  expect(periodOf('year', day('2026-04-01'))).toEqual({ from: '2026-04-01', to: '2027-03-31' })
})

test('the presets of vouchers are months by name, those of receipts are periods', () => {
  const days = { today: day('2026-11-26'), newest: { year: 2026, month: 12 } }
  const labelsOf = (report: Report, shown: Span) => presetsOf(report, shown, days).map(({ label }) => label)
  const november = spanOfMonth({ year: 2026, month: 11 })
  expect(labelsOf(feeRecord, november)).toEqual(['December', 'November', 'School year'])
  expect(labelsOf(netReceivables, november)).toEqual(['All unpaid', 'December', 'November', 'School year'])
  expect(labelsOf(feeRecord, spanOfMonth({ year: 2025, month: 9 }))).toEqual([
    'December',
    'November',
    'September 2025',
    'School year',
  ])
  expect(labelsOf(feeReceived, november)).toEqual(['Today', 'This month', 'Last month', 'School year'])
})

test('the month or the dates decide the preset', () => {
  const days = { today, newest: { year: 2026, month: 1 } }
  const labelOf = (shown: Span, report: Report = netReceivables) =>
    presetOf(presetsOf(report, shown, days), shown, today)?.label
  expect(labelOf(spanOfMonth({ year: 2025, month: 12 }))).toBe('December 2025')
  expect(labelOf({ fromDate: '2025-12-01', toDate: '2025-12-31', month: '' })).toBeUndefined()
  expect(labelOf({ fromDate: '', toDate: '', month: '' })).toBe('All unpaid')
  expect(labelOf({ fromDate: '2025-12-01', toDate: '2025-12-31' }, feeReceived)).toBe('Last month')
  expect(labelOf({ fromDate: '2025-12-01', toDate: '' }, feeReceived)).toBeUndefined()
  const midMonth = day('2026-01-20')
  const untilToday = { fromDate: '2026-01-01', toDate: midMonth }
  const periods = presetsOf(feeReceived, untilToday, { ...days, today: midMonth })
  expect(presetOf(periods, untilToday, midMonth)?.label).toBe('This month')
})
