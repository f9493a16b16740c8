import { openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'
import { act, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterEach(() => vi.useRealTimers())
afterAll(() => school[Symbol.asyncDispose]())

test('a page left open over midnight takes the new day from the server', async () => {
  school.now = new Date('2026-11-21T22:30:00+05:00')
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: school.now })
  await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByText('21 Nov 2026')
  const pastMidnight = new Date('2026-11-22T00:10:00+05:00')
  school.now = pastMidnight
  vi.setSystemTime(pastMidnight)
  // The page may begin to look only after the day is shown.
  await vi.waitFor(() => {
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.getByText('22 Nov 2026')).toBeTruthy()
  }, 20_000)
})
