import { expect, it } from 'vitest'
import { day } from '#test/builders.ts'
import { ageOn } from './ageing.ts'
import { addDays } from './calendar.ts'

it.each([
  [-1, 'notDue'],
  [0, 'notDue'],
  [1, 'upTo30'],
  [30, 'upTo30'],
  [31, 'upTo60'],
  [60, 'upTo60'],
  [61, 'upTo90'],
  [90, 'upTo90'],
  [91, 'over90'],
])('a debt %i days after its due date has the age %s', (days, age) => {
  const dueDate = day('2026-10-10')
  expect(ageOn(addDays(dueDate, days), dueDate)).toBe(age)
})
