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

const lookedUp = vi.fn<(number: string) => void>()

/** A search as the counter has one: controlled by React, looked up by Enter. */
function Search({ label = 'Number', readOnly = false }) {
  const [number, setNumber] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        lookedUp(number)
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

/** Draws what was on its way and gives it what was typed. */
async function arrive(screenComing = <Search />) {
  render(<main>{screenComing}</main>)
  arriveAt(screen.getByRole('main'))
  await Promise.resolve()
}

beforeEach(() => {
  lookedUp.mockClear()
  startTypeAhead()
})
afterEach(() => {
  dropTypedKeys()
  cleanup()
})

describe('keys typed before their field is there', () => {
  test('go into it complete and in order, and React hears them', async () => {
    await keyboard('1064')
    await arrive()
    expect(field().value).toBe('1064')
    expect(document.activeElement).toBe(field())
    await keyboard('2')
    expect(field().value).toBe('10642')
  })

  test('are looked up by the Enter after them, exactly as they were typed', async () => {
    await keyboard('1064{Enter}')
    await arrive()
    expect(lookedUp.mock.calls).toEqual([['1064']])
  })

  test('are taken back by Backspace', async () => {
    await keyboard('1065{Backspace}4')
    await arrive()
    expect(field().value).toBe('1064')
  })

  test('are forgotten after Escape', async () => {
    await keyboard('106{Escape}7')
    await arrive()
    expect(field().value).toBe('7')
  })

  test('take the place of what is selected in it', async () => {
    await keyboard('1064')
    render(<input aria-label="Number" defaultValue="999" />)
    field().select()
    deliverTypedKeys(field())
    await Promise.resolve()
    expect(field().value).toBe('1064')
  })

  test('go into a field that has no selection, such as an e-mail', async () => {
    await keyboard('a@b')
    render(<input type="email" aria-label="Number" />)
    deliverTypedKeys(field())
    await Promise.resolve()
    expect(field().value).toBe('a@b')
  })

  test('go nowhere if the first thing to fill in is a list, and the next key is not taken', async () => {
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

  test('wait while a dialog is read', async () => {
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
  test('wait for it if a screen arrives first', async () => {
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

  test('are forgotten if it does not come, and the next screen has its own again', async () => {
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
    expect(lookedUp.mock.calls).toEqual([['55']])
  })

  test('collects the keys of a read-only field', async () => {
    render(<Search label="Old" readOnly />)
    field('Old').focus()
    await keyboard('1064')
    cleanup()
    await arrive()
    expect(field().value).toBe('1064')
  })

  test('leaves out commands, and Space and Enter while nothing is typed', async () => {
    const left: string[] = []
    const hear = (event: KeyboardEvent) => {
      if (!event.defaultPrevented) left.push(event.key)
    }
    document.addEventListener('keydown', hear)
    await keyboard('{Control>}c{/Control}{Meta>}v{/Meta}{Alt>}1{/Alt} {Enter}{Tab}{F5}')
    document.removeEventListener('keydown', hear)
    expect(left).toEqual(['Control', 'c', 'Meta', 'v', 'Alt', '1', ' ', 'Enter', 'Tab', 'F5'])
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
