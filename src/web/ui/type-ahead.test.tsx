import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  arriveAt,
  deliverTypedKeys,
  dropKeysForDialog,
  dropTypedKeys,
  pauseTypeAhead,
  startTypeAhead,
  startTypeAheadForDialog,
} from './type-ahead.ts'

const lookUp = vi.fn<(number: string) => void>()

/** A search field like the counter's: controlled by React, and submitted by Enter. */
function Search({ label = 'Number', readOnly = false }) {
  const [number, setNumber] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        lookUp(number)
      }}
    >
      <input
        aria-label={label}
        value={number}
        readOnly={readOnly}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
    </form>
  )
}

const field = (name = 'Number') => screen.getByRole<HTMLInputElement>('textbox', { name })
const keyboard = (keys: string) => userEvent.keyboard(keys)

/** Renders the awaited screen and delivers the typed keys to it. */
async function arrive(content = <Search />) {
  render(<main>{content}</main>)
  arriveAt(screen.getByRole('main'))
  await Promise.resolve()
}

beforeEach(() => {
  lookUp.mockClear()
  startTypeAhead()
})
afterEach(() => {
  dropTypedKeys()
  cleanup()
})

describe('keys typed before their field is mounted', () => {
  test('go into the field completely and in order, and React handles them', async () => {
    await keyboard('1064')
    await arrive()
    expect(field().value).toBe('1064')
    expect(document.activeElement).toBe(field())
    await keyboard('2')
    expect(field().value).toBe('10642')
  })

  test('are submitted by the Enter after them, exactly as they were typed', async () => {
    await keyboard('1064{Enter}')
    await arrive()
    expect(lookUp.mock.calls).toEqual([['1064']])
  })

  test('are removed by Backspace', async () => {
    await keyboard('1065{Backspace}4')
    await arrive()
    expect(field().value).toBe('1064')
  })

  test('are dropped on Escape', async () => {
    await keyboard('106{Escape}7')
    await arrive()
    expect(field().value).toBe('7')
  })

  test('replace the selected text of the field', async () => {
    await keyboard('1064')
    render(<input aria-label="Number" defaultValue="999" />)
    field().select()
    deliverTypedKeys(field())
    await Promise.resolve()
    expect(field().value).toBe('1064')
  })

  test('go into a field without a selection, such as an e-mail field', async () => {
    await keyboard('a@b')
    render(<input type="email" aria-label="Number" />)
    deliverTypedKeys(field())
    await Promise.resolve()
    expect(field().value).toBe('a@b')
  })

  test('are dropped if the first field is a list, and the next key is not collected', async () => {
    await keyboard('1064')
    await arrive(
      <>
        <select aria-label="Class" />
        <Search />
      </>,
    )
    expect(field().value).toBe('')
    await userEvent.type(field(), '7')
    expect(field().value).toBe('7')
  })

  test('are kept while a dialog is open, whose own keys are not collected', async () => {
    await keyboard('10')
    pauseTypeAhead()
    await keyboard('99')
    startTypeAhead('6')
    await keyboard('4')
    await arrive()
    expect(field().value).toBe('1064')
  })
})

describe('keys typed for a dialog', () => {
  test('are kept for the dialog if a screen opens first', async () => {
    startTypeAheadForDialog()
    await keyboard('10')
    await arrive()
    expect(field().value).toBe('')
    await keyboard('64')
    render(<input aria-label="Find" />)
    deliverTypedKeys(field('Find'))
    await Promise.resolve()
    expect([field('Find').value, field().value]).toEqual(['1064', ''])
  })

  test('are dropped if the dialog does not open, and the next screen gets its own keys', async () => {
    startTypeAheadForDialog()
    await keyboard('10')
    dropKeysForDialog()
    startTypeAhead()
    await keyboard('64')
    dropKeysForDialog()
    await arrive()
    expect(field().value).toBe('64')
  })
})

describe('typing ahead', () => {
  test('leaves text to the field that has the focus', async () => {
    await arrive(<Search label="Old" />)
    startTypeAhead()
    await userEvent.type(field('Old'), '55{Enter}')
    expect(field('Old').value).toBe('55')
    expect(lookUp.mock.calls).toEqual([['55']])
  })

  test('collects the keys of a read-only field', async () => {
    render(<Search label="Old" readOnly />)
    field('Old').focus()
    await keyboard('1064')
    cleanup()
    await arrive()
    expect(field().value).toBe('1064')
  })

  test('ignores commands, and Space and Enter before other keys', async () => {
    const unhandledKeys: string[] = []
    const listen = (event: KeyboardEvent) => {
      if (!event.defaultPrevented) unhandledKeys.push(event.key)
    }
    document.addEventListener('keydown', listen)
    await keyboard('{Control>}c{/Control}{Meta>}v{/Meta}{Alt>}1{/Alt} {Enter}{Tab}{F5}')
    document.removeEventListener('keydown', listen)
    expect(unhandledKeys).toEqual(['Control', 'c', 'Meta', 'v', 'Alt', '1', ' ', 'Enter', 'Tab', 'F5'])
    await arrive()
    expect(field().value).toBe('')
  })

  test('collects letters written with AltGr as text', async () => {
    await keyboard('{AltGraph>}@{/AltGraph}')
    document.dispatchEvent(
      new KeyboardEvent('keydown', { key: '€', ctrlKey: true, altKey: true, modifierAltGraph: true }),
    )
    await arrive()
    expect(field().value).toBe('@€')
  })
})
