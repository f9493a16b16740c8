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
  it('are read with named fields: amounts in paisa, dates as text, instants as Date', () => {
    const [row] = read(ayesha)
    expect(row?.no).toBe(1)
    expect(row?.name).toBe('Ayesha')
    expect(row?.amount).toBe(paisa(-500_025))
    expect(row?.day).toBe('2026-11-21')
    expect(row?.at).toEqual(new Date('2026-11-21T04:00:00.123Z'))
    expect(row?.paid).toBe(true)
    expect(row?.seenAt).toEqual(new Date('2026-11-21T05:00:00.000Z'))
  })

  it('have null for a missing value', () => {
    const [row] = read(bilal)
    expect(row?.day).toBeNull()
    expect(row?.seenAt).toBeNull()
    expect(row?.amount).toBe(0)
    expect(row?.paid).toBe(false)
  })

  it('are read from any number of lines, with or without a line end after the last row', () => {
    const names = (lines: string) => read(lines).map(({ name }) => name)
    expect(names('')).toEqual([])
    expect(names(ayesha)).toEqual(['Ayesha'])
    expect(names(`${ayesha}\n`)).toEqual(['Ayesha'])
    expect(names(`${ayesha}\n`)).toEqual(['Ayesha'])
    expect(names(`${ayesha}\n${bilal}`)).toEqual(['Ayesha', 'Bilal'])
    expect(names(`${ayesha}\n${bilal}\n`)).toEqual(['Ayesha', 'Bilal'])
  })

  it('cannot have a field whose values would need conversion', () => {
    expect(() => rowReader(z.object({ during: period }))).toThrow('cannot have a field of this kind')
    expect(() => rowReader(z.object({ during: z.nullable(period) }))).toThrow('of this kind')
  })

  it('have the fields of their own list, even if another list is read as well', () => {
    const readOther = rowReader(z.object({ name: z.string(), no: z.number() }))
    const [first] = read(ayesha)
    const [second] = readOther('["Bilal",7]')
    expect([first?.no, first?.name, second?.no, second?.name]).toEqual([1, 'Ayesha', 7, 'Bilal'])
  })

  it('keep names that contain quotes, line breaks or the syntax of the format', () => {
    for (const name of ['" and \\', 'two\nlines', ']},\n{"rows":[', 'عائشہ', '\u2028']) {
      const [row] = read(JSON.stringify([1, name, 0, null, '2026-11-22T00:00:00.000Z', true, null]))
      expect(row?.name).toBe(name)
    }
  })

  it.each(['[1,"Aye', '{', 'Not found', `${ayesha}${bilal}`, `\n${ayesha}`])(
    'cannot be read from %j, which is not valid JSON',
    (lines) => {
      expect(() => read(lines)).toThrow(SyntaxError)
    },
  )
})

describe('the first line of the reply', () => {
  it('has the message, the totals, and `more` if older rows follow', () => {
    const totals = { count: 2, sums: { amount: paisa(-500_025) } }
    const line = firstLine('Said "so"\nagain', totals)
    expect(line.split('\n')).toHaveLength(2)
    expect(JSON.parse(line)).toEqual({ msg: 'Said "so"\nagain', totals })
    expect(JSON.parse(firstLine('', totals, true))).toEqual({ msg: '', totals, more: true })
  })
})
