import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { paisa } from '#domain/money.ts'
import { firstLine, rowReader } from './list-rows.ts'
import { date, instant, money, period } from './wire.ts'

const read = rowReader(
  z.object({
    no: z.number(),
    name: z.string(),
    amount: money,
    day: z.nullable(date),
    at: instant,
    paid: z.boolean(),
    seenAt: z.nullable(instant),
  }),
)
const ayesha = '[1,"Ayesha",-500025,"2026-11-21","2026-11-21T04:00:00.123Z",true,"2026-11-21T05:00:00.000Z"]'
const bilal = '[2,"Bilal",0,null,"2026-11-22T00:00:00.000Z",false,null]'

describe('rows on the wire', () => {
  it('are read under the names of their fields, amounts in paisa, dates as text, instants as Date', () => {
    const [row] = read(ayesha)
    expect(row?.no).toBe(1)
    expect(row?.name).toBe('Ayesha')
    expect(row?.amount).toBe(paisa(-500_025))
    expect(row?.day).toBe('2026-11-21')
    expect(row?.at).toEqual(new Date('2026-11-21T04:00:00.123Z'))
    expect(row?.paid).toBe(true)
    expect(row?.seenAt).toEqual(new Date('2026-11-21T05:00:00.000Z'))
  })

  it('have null if there is no value', () => {
    const [row] = read(bilal)
    expect(row?.day).toBeNull()
    expect(row?.seenAt).toBeNull()
    expect(row?.amount).toBe(0)
    expect(row?.paid).toBe(false)
  })

  it('are read from any number of lines, with or without what is between two rows after the last one', () => {
    const names = (lines: string) => read(lines).map(({ name }) => name)
    expect(names('')).toEqual([])
    expect(names(ayesha)).toEqual(['Ayesha'])
    expect(names(`${ayesha}\n`)).toEqual(['Ayesha'])
    expect(names(`${ayesha}\n`)).toEqual(['Ayesha'])
    expect(names(`${ayesha}\n${bilal}`)).toEqual(['Ayesha', 'Bilal'])
    expect(names(`${ayesha}\n${bilal}\n`)).toEqual(['Ayesha', 'Bilal'])
  })

  it('have no field whose values would have to be converted', () => {
    expect(() => rowReader(z.object({ during: period }))).toThrow('cannot have a field of this kind')
    expect(() => rowReader(z.object({ during: z.nullable(period) }))).toThrow('of this kind')
  })

  it('are rows of the list that was read, whatever other lists are read beside it', () => {
    const other = rowReader(z.object({ name: z.string(), no: z.number() }))
    const [one] = read(ayesha)
    const [two] = other('["Bilal",7]')
    expect([one?.no, one?.name, two?.no, two?.name]).toEqual([1, 'Ayesha', 7, 'Bilal'])
  })

  it('keep names with quotes, line breaks and the marks of the form itself', () => {
    for (const name of ['" and \\', 'two\nlines', ']},\n{"rows":[', 'عائشہ', '\u2028']) {
      const [row] = read(JSON.stringify([1, name, 0, null, '2026-11-22T00:00:00.000Z', true, null]))
      expect(row?.name).toBe(name)
    }
  })

  it.each(['[1,"Aye', '{', 'Not found', `${ayesha}${bilal}`, `\n${ayesha}`])(
    'throw for %j, which is no JSON',
    (lines) => {
      expect(() => read(lines)).toThrow(SyntaxError)
    },
  )
})

describe('the first line of the reply', () => {
  it('has the message and the totals, and says if older rows follow', () => {
    const totals = { count: 2, sums: { amount: paisa(-500_025) } }
    const line = firstLine('Said "so"\nagain', totals)
    expect(line.split('\n')).toHaveLength(2)
    expect(JSON.parse(line)).toEqual({ msg: 'Said "so"\nagain', totals })
    expect(JSON.parse(firstLine('', totals, true))).toEqual({ msg: '', totals, more: true })
  })
})
