import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { loadPreferences, preferredColourSchemes, setPreferences, usePreferences } from './preferences.ts'

const stored = () => JSON.parse(localStorage.getItem('preferences') ?? 'null')

test('a choice is stored under one key, and values that a newer page stored there are kept', () => {
  covers('decisions 5.storage.keys', 'decisions 6.preferences.key')

  localStorage.setItem('preferences', '{"menuWidth":220}')
  setPreferences({ paper: '80 mm roll' })
  preferredColourSchemes().set('dark')
  expect(stored()).toEqual({ menuWidth: 220, paper: '80 mm roll', colours: 'dark' })
  expect(Object.keys(localStorage)).toEqual(['preferences'])
  expect(preferredColourSchemes().get('auto')).toBe('dark')
})

test.each(['not JSON', 'null', '[]', '{"colours":"pink","paper":7}'])(
  'an invalid stored value such as %s is ignored',
  (text) => {
    localStorage.setItem('preferences', text)
    expect(loadPreferences()).toEqual({ colours: undefined, paper: undefined })
    setPreferences({ colours: 'light' })
    expect(stored()).toMatchObject({ colours: 'light' })
  },
)

test('a choice in another tab applies in this tab', () => {
  const seen: string[] = []
  const schemes = preferredColourSchemes()
  schemes.subscribe((colours) => seen.push(colours))
  localStorage.setItem('preferences', '{"colours":"dark","paper":"80 mm roll"}')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' })))
  expect(seen).toEqual(['dark'])
  expect(usePreferences.getState().paper).toBe('80 mm roll')
  schemes.unsubscribe()
  schemes.set('light')
  expect(seen).toEqual(['dark'])
})
