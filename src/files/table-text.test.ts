import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestCell } from '#domain/import/import.ts'
import { cellText, parseDelimited, textEncoding } from './table-text.ts'

describe('the text of a cell', () => {
  it.each([
    [3520212345671, '3520212345671'],
    [7500, '7500'],
    [-7500.5, '-7500.5'],
    [0.1 + 0.2, '0.3'],
    [7499.999999999999, '7500'],
    [1e21, '1000000000000000000000'],
    [0.0000001, '0.0000001'],
    [Number.NaN, ''],
    [-0, '0'],
    [true, 'TRUE'],
    [false, 'FALSE'],
    [null, ''],
    ['  Ali\u00a0Raza \n Khan ', 'Ali Raza Khan'],
    ['\u200e0300\u200f\u0007', '0300'],
    ['گل\u200cشیر', 'گل\u200cشیر'],
    ['\ud800x', 'x'],
    ['=HYPERLINK("http://x")', '=HYPERLINK("http://x")'],
  ])('of %j is %j', (value, text) => {
    expect(cellText(value)).toBe(text)
  })

  it('of a date is its day, in every time zone', () => {
    expect(cellText(new Date(Date.UTC(2015, 3, 3)))).toBe('2015-04-03')
    expect(cellText(new Date(Date.UTC(2015, 3, 3) - 1))).toBe('2015-04-03')
    expect(cellText(new Date(Number.NaN))).toBe('')
  })

  it('is cut if it is too long to be sent', () => {
    expect(cellText('x'.repeat(2000))).toHaveLength(longestCell + 1)
    expect(cellText(`${'x'.repeat(longestCell)}😀`)).toBe('x'.repeat(longestCell))
  })
})

describe('delimited text', () => {
  const table = [
    ['Name', 'Address', 'Fee'],
    ['Ali', 'House 5, Lahore', '7,500'],
  ]

  it.each([
    ['commas', 'Name,Address,Fee\nAli,"House 5, Lahore","7,500"\n'],
    ['semicolons', 'Name;Address;Fee\r\nAli;House 5, Lahore;7,500\r\n'],
    ['tabs', 'Name\tAddress\tFee\nAli\tHouse 5, Lahore\t7,500'],
    ['bars', 'Name|Address|Fee\nAli|House 5, Lahore|7,500'],
    ['a byte order mark', '\ufeffName,Address,Fee\rAli,"House 5, Lahore","7,500"'],
    ['a named separator', 'sep=;\r\nName;Address;Fee\nAli;"House 5, Lahore";7,500'],
  ])('is read with %s', (_, text) => {
    expect(parseDelimited(text)).toEqual(table)
  })

  it('keeps doubled quotes, line breaks in quotes, blank rows and empty cells', () => {
    expect(parseDelimited('a,"b ""x"" c"\n\n"d\ne",\n,f\n')).toEqual([
      ['a', 'b "x" c'],
      [''],
      ['d e', ''],
      ['', 'f'],
    ])
  })

  it('reads an unmatched quote as text, and does not lose a row', () => {
    expect(parseDelimited('"Ali" Raza,5\nHira,6\n"Umar,7\nSana,8')).toEqual([
      ['"Ali" Raza', '5'],
      ['Hira', '6'],
      ['"Umar', '7'],
      ['Sana', '8'],
    ])
  })

  it('round-trips', () => {
    const cell = fc.string().map((text) => cellText(text))
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
    const written = (cells: readonly string[]) =>
      cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';')
    fc.assert(
      fc.property(rows, (given) => {
        expect(parseDelimited(`sep=;\n${given.map(written).join('\r\n')}`)).toEqual(given)
      }),
    )
  })
})

describe('the encoding of a file', () => {
  const bytes = (...values: readonly number[]) => new Uint8Array(values)

  it('is UTF-16 if the file has its mark, UTF-8 if it is valid, and otherwise Windows in Urdu', () => {
    expect(textEncoding(bytes(0xff, 0xfe, 0x41, 0))).toBe('utf-16le')
    expect(textEncoding(bytes(0xfe, 0xff, 0, 0x41))).toBe('utf-16be')
    expect(textEncoding(new TextEncoder().encode('Ali, عائشہ, 😀'))).toBe('utf-8')
    expect(textEncoding(bytes(0xc7, 0xe1, 0xc7, 0xd3, 0xe3))).toBe('windows-1256')
    expect(new TextDecoder(textEncoding(bytes(0xc7, 0xe1))).decode(bytes(0xc7, 0xe1, 0xc7, 0xd3, 0xe3))).toBe(
      'الاسم',
    )
  })

  it('is UTF-8 for every text, even if a piece of it ends within a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(3), (text, cut) => {
        const encoded = new TextEncoder().encode(`x${text}`)
        expect(textEncoding(encoded.subarray(0, Math.max(1, encoded.length - cut)))).toBe('utf-8')
      }),
    )
  })
})
