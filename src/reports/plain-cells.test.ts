import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { plainCell } from './plain-cells.ts'

const hostileText = fc
  .array(fc.constantFrom(...Array.from('=+-@＝＋－＠;,"\t\r\n\'a1 ')), { maxLength: 12 })
  .map((signs) => signs.join(''))

test('a copied text stays one cell, and no part of it starts like a formula', () => {
  covers('security accounts.stored-script')

  const column = {
    key: 'any',
    heading: 'Any',
    kind: 'text' as const,
    value: (text: string) => text,
    width: 90,
    fileWidth: 9,
  }
  fc.assert(
    fc.property(hostileText, (text) => {
      const cell = plainCell(column, text)
      expect(cell).not.toMatch(/[\t\r\n]/)
      for (const part of cell.split(/[;,]/)) expect(part).not.toMatch(/^"*[=+\-@＝＋－＠]/)
    }),
    { numRuns: 1000 },
  )
})
