import { describe, expect, it } from 'vitest'
import { calendarDate, type CalendarDate } from '#domain/calendar.ts'
import type { Column } from '#reports/report.ts'
import { sheetXml } from './sheet-xml.ts'
import { sheetOf } from './sheet.ts'

async function* part<Row>(rows: readonly Row[]) {
  yield rows
}

interface TextOrDay {
  readonly text: string
  readonly day: CalendarDate | null
}

const widths = { width: 90, fileWidth: 9 }
const columns: readonly Column<TextOrDay>[] = [
  { key: 'text', heading: 'Any', kind: 'text', value: ({ text }) => text, ...widths },
  { key: 'day', heading: 'Day', kind: 'date', value: ({ day }) => day, ...widths },
]

async function xmlOf(texts: readonly string[], days: readonly string[]): Promise<string> {
  const sheet = sheetOf({
    title: 'Any',
    about: [],
    columns,
    parts: part<TextOrDay>([
      ...texts.map((text) => ({ text, day: null })),
      ...days.map((day) => ({ text: '', day: calendarDate(day) })),
    ]),
    foot: () => ({ totals: {} }),
  })
  let xml = ''
  for await (const piece of sheetXml(sheet)) xml += piece
  return xml
}

describe('a sheet as XML', () => {
  it('keeps a text, and escapes or drops characters that XML or Excel would interpret', async () => {
    const xml = await xmlOf(['a<b>&"c"', ' kept ', 'عائشہ 👧', '_x0041_', 'bell\u0007\ud800\ufffe', '@x'], [])
    const texts = [...xml.matchAll(/r="A[3-9]"[^>]*><is>(.*?)<\/is>/g)].map((match) => match[1])
    expect(texts).toEqual([
      '<t>a&lt;b&gt;&amp;&quot;c&quot;</t>',
      '<t xml:space="preserve"> kept </t>',
      '<t>عائشہ 👧</t>',
      '<t>_x005F_x0041_</t>',
      '<t>bell</t>',
      '<t>@x</t>',
    ])
  })

  it('numbers days as Excel does, which counts a 29 February 1900', async () => {
    const xml = await xmlOf([], ['1900-01-01', '1900-02-28', '1900-03-01', '2000-02-29', '2026-11-01'])
    expect([...xml.matchAll(/<v>(\d+)<\/v>/g)].map((match) => Number(match[1]))).toEqual([
      1, 59, 61, 36_585, 46_327,
    ])
  })
})
