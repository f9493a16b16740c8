import { expect, test } from 'vitest'
import { day } from '#test/builders.ts'
import { periodOf, presetOf } from './presets.ts'

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

test('dates that match no preset are custom', () => {
  expect(presetOf('2025-12-01', '2025-12-31', today)).toBe('last-month')
  expect(presetOf('2025-12-01', '', today)).toBe('custom')
})
