import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { useDraft } from './drafts.ts'

test('typed text is kept in memory only, after its screen closes, until it is cleared', () => {
  covers('spec 3.state.admission', 'decisions 5.storage.keys')

  const first = renderHook(() => useDraft('child', () => ''))
  act(() => first.result.current[1]('Zara Walker'))
  first.unmount()
  const reopened = renderHook(() => useDraft('child', () => ''))
  expect(reopened.result.current[0]).toBe('Zara Walker')
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  act(() => reopened.result.current[2]())
  expect(reopened.result.current[0]).toBe('')
})
