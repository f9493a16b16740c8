import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ConnectionTurns } from './connection-turns.ts'

type Kind = 'short' | 'look-up' | 'long'

/** A line for the connection, with the order in which it was had; the test moves the clock. */
function open() {
  const clock = { now: 0 }
  const turns = new ConnectionTurns(() => clock.now)
  const had: string[] = []
  const take = async (name: string, kind: Kind) => {
    const { end, isLent } = await turns.take(kind)
    had.push(isLent ? `${name}, lent` : name)
    return end
  }
  /** A call that gives the connection back at once: nothing waits when the test is over. */
  const pass = async (name: string, kind: Kind) => (await take(name, kind))()
  return { clock, take, pass, had, lend: () => turns.lend() }
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
    const { clock, take, pass, had } = open()
    const give = await take('report', 'long')
    const lookUp = take('look-up', 'short')
    const next = pass('next report', 'long')
    clock.now = 20
    give()
    ;(await lookUp)()
    await settle()
    expect(had).toEqual(['report', 'look-up'])
    clock.now = 60
    await pass('other look-up', 'short')
    await next
    expect(had).toEqual(['report', 'look-up', 'other look-up', 'next report'])
  })

  it('goes from report to report where no short call waits', async () => {
    const { take, pass, had } = open()
    const give = await take('one', 'long')
    const two = pass('two', 'long')
    give()
    await two
    expect(had).toEqual(['one', 'two'])
  })

  it('goes to a report that has waited for ten seconds before the short calls', async () => {
    const { clock, take, pass, had } = open()
    const give = await take('first', 'short')
    const waiting = [pass('report', 'long'), pass('look-up', 'short')]
    clock.now = 10_000
    give()
    await Promise.all(waiting)
    expect(had).toEqual(['first', 'report', 'look-up'])
  })

  it('is lent by a report to the look-ups that wait, one after the other, and to nothing else', async () => {
    const { clock, take, pass, had, lend } = open()
    const give = await take('report', 'long')
    clock.now = 20
    const waiting = [pass('one', 'look-up'), pass('receipt', 'short'), pass('two', 'look-up')]
    waiting.push(pass('next report', 'long'))
    const lent = lend()
    waiting.push(pass('too late', 'look-up'))
    await lent
    expect(had).toEqual(['report', 'one, lent', 'two, lent'])
    give()
    clock.now = 1000
    await Promise.all(waiting)
    expect(had.slice(3)).toEqual(['receipt', 'too late', 'next report'])
  })

  it('is lent for as long as the report had it, and always to one look-up', async () => {
    const { clock, take, pass, had, lend } = open()
    const give = await take('report', 'long')
    const [first, second, third] = [take('one', 'look-up'), take('two', 'look-up'), pass('three', 'look-up')]
    clock.now = 20
    const lent = lend()
    clock.now = 39
    ;(await first)()
    const giveSecond = await second
    clock.now = 60
    giveSecond()
    await lent
    // It had the connection for no time since, and yet the look-ups are sure to go on.
    const again = lend()
    await Promise.all([again, third])
    expect(had).toEqual(['report', 'one, lent', 'two, lent', 'three, lent'])
    give()
  })

  it('is left to short calls for as long as a report took itself, without what it lent', async () => {
    const { clock, take, pass, had, lend } = open()
    const give = await take('report', 'long')
    const lookUp = take('look-up', 'look-up')
    const receipt = pass('receipt', 'short')
    const next = pass('next report', 'long')
    clock.now = 20
    const lent = lend()
    clock.now = 1000
    ;(await lookUp)()
    await lent
    give()
    await receipt
    clock.now = 1039
    await pass('during the rest', 'short')
    await settle()
    expect(had).toEqual(['report', 'look-up, lent', 'receipt', 'during the rest'])
    clock.now = 1040
    await pass('after it', 'short')
    await next
    expect(had.slice(4)).toEqual(['after it', 'next report'])
  })
})
