import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { useDraft } from './drafts.ts'

test('typed text outlives its screen, in the memory of the page alone, until it is forgotten', () => {
  covers('spec 3.state.admission', 'decisions 5.storage.keys')

  const first = renderHook(() => useDraft('child', () => ''))
  act(() => first.result.current[1]('Zara Walker'))
  first.unmount()
  const again = renderHook(() => useDraft('child', () => ''))
  expect(again.result.current[0]).toBe('Zara Walker')
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  act(() => again.result.current[2]())
  expect(again.result.current[0]).toBe('')
})
