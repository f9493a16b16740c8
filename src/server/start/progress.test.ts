import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openProgress } from './prepare.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a long start prints its step every three seconds, and nothing after its end', () => {
  const printed: string[] = []
  const progress = openProgress((line) => void printed.push(line))
  vi.advanceTimersByTime(2999)
  expect(printed).toEqual([])
  progress.begin('Creating the tables')
  vi.advanceTimersByTime(3001)
  progress.begin('Filling the demo school')
  vi.advanceTimersByTime(3000)
  progress.end()
  vi.advanceTimersByTime(60_000)
  expect(printed).toEqual([
    'Creating the tables … (3 s)',
    'Creating the tables … (6 s)',
    'Filling the demo school … (9 s)',
  ])
})
