import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ConnectionTurns } from './connection-turns.ts'

/** A line for the connection, with the order in which it was had; the test moves the clock. */
function open() {
  const clock = { now: 0 }
  const turns = new ConnectionTurns(() => clock.now)
  const had: string[] = []
  const take = async (name: string, kind: 'short' | 'long') => {
    const give = await turns.take(kind)
    had.push(name)
    return give
  }
  return { clock, take, had }
}

const settle = () => delay(0)

describe('the one connection of the embedded database', () => {
  it('goes to short calls before reports that came earlier', async () => {
    const { take, had } = open()
    const give = await take('first', 'short')
    const rest = [take('report', 'long'), take('look-up', 'short'), take('receipt', 'short')]
    give()
    for (const place of [1, 2, 0]) (await rest[place])?.()
    expect(had).toEqual(['first', 'look-up', 'receipt', 'report'])
  })

  it('is left to short calls for a while after a report behind which one had to wait', async () => {
    const { clock, take, had } = open()
    const give = await take('report', 'long')
    const lookUp = take('look-up', 'short')
    void take('next report', 'long')
    clock.now = 20
    give()
    ;(await lookUp)()
    await settle()
    expect(had).toEqual(['report', 'look-up'])
    clock.now = 60
    ;(await take('other look-up', 'short'))()
    await settle()
    expect(had).toEqual(['report', 'look-up', 'other look-up', 'next report'])
  })

  it('goes from report to report where no short call waits', async () => {
    const { take, had } = open()
    const give = await take('one', 'long')
    void take('two', 'long')
    give()
    await settle()
    expect(had).toEqual(['one', 'two'])
  })

  it('goes to a report that has waited for ten seconds before the short calls', async () => {
    const { clock, take, had } = open()
    const give = await take('first', 'short')
    void take('report', 'long')
    void take('look-up', 'short')
    clock.now = 10_000
    give()
    await settle()
    expect(had).toEqual(['first', 'report'])
  })
})
