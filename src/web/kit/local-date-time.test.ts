import { expect, test } from 'vitest'
import { localDateTime } from './local-date-time.ts'

test('localDateTime formats date and time by the clock of the computer', () => {
  expect(localDateTime(new Date(2026, 0, 2, 9, 5, 3))).toBe('2026-01-02 09:05:03')
  expect(localDateTime(new Date(2026, 11, 31, 23, 59, 59))).toBe('2026-12-31 23:59:59')
})
