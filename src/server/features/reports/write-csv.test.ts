import { covers } from '#test/covers.ts'
import { PassThrough } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sheetOf } from './sheet.ts'
import { writeCsv } from './write-csv.ts'

async function* part<Row>(rows: readonly Row[]) {
  yield rows
}

test('no text starts like a formula or breaks out of its cell', async () => {
  covers('security accounts.stored-script')

  const texts = ['=1+1', '+1', '-1', '@sum', '\t=1', 'a=1', "'=1", '"=1', 'x",=1', 'x\r\n=1', ' =1', 'x,=1']
  const sheet = sheetOf({
    title: 'Any',
    about: [],
    columns: [
      { key: 'any', heading: 'Any', kind: 'text', value: (text: string) => text, width: 90, fileWidth: 9 },
    ],
    parts: part(texts),
    foot: () => ({ totals: {} }),
  })
  const out = new PassThrough()
  const written = readText(out)
  await writeCsv(out, sheet)
  out.end()
  // prettier-ignore
  const cells = [
    "'=1+1", "'+1", "'-1", "'@sum", "'\t=1", 'a=1', "'=1", '"""=1"', '"x"",=1"', '"x\r\n=1"', '" =1"', '"x,=1"',
  ]
  expect(await written).toBe(['Any', ...cells, '', ''].join('\r\n'))
})
