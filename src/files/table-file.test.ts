import { describe, expect, it } from 'vitest'
import { fileError, mostFileBytes, unzip, whatFileIs } from './table-file.ts'

const little = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => (value / 256 ** at) & 0xff)
const text = (letters: string) => [...new TextEncoder().encode(letters)]

interface ZippedFile {
  readonly name: string
  readonly size?: number
  readonly flags?: number
}

/** Makes the parts of a zip that are read before it is unpacked. */
function aZip(files: readonly ZippedFile[], { count = files.length, comment = '' } = {}) {
  const start = [...text('PK'), 3, 4, ...Array.from({ length: 26 }, () => 0)]
  const directory = files.flatMap(({ name, size = 100, flags = 0 }) => [
    ...text('PK'),
    1,
    2,
    20,
    0,
    20,
    0,
    ...little(flags, 2),
    8,
    0,
    ...little(0, 8),
    ...little(10, 4),
    ...little(size, 4),
    ...little(name.length, 2),
    ...little(0, 16),
    ...text(name),
  ])
  const end = [...text('PK'), 5, 6, 0, 0, 0, 0, ...little(count, 2), ...little(count, 2)]
  const place = [...little(directory.length, 4), ...little(start.length, 4), ...little(comment.length, 2)]
  return new Uint8Array([...start, ...directory, ...end, ...place, ...text(comment)])
}

const workbook = { name: 'xl/workbook.xml' }
const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

describe('a file', () => {
  it.each([
    ['xlsx', aZip([{ name: '[Content_Types].xml' }, workbook])],
    ['other zip', aZip([{ name: 'word/document.xml' }])],
    ['xls', new Uint8Array([...ole, ...text('E n c'), 0, 0])],
    ['locked xlsx', new Uint8Array([...ole, 0, ...text('EncryptedPackage').flatMap((byte) => [byte, 0])])],
    ['pdf', new Uint8Array(text('%PDF-1.7'))],
    ['web page', new Uint8Array(text('\ufeff\n<html><table>'))],
    ['web page', new Uint8Array(text('<?xml version="1.0"?><Workbook>'))],
    ['text', new Uint8Array(text('Name,Class\nAli,5'))],
    ['text', new Uint8Array([0xff, 0xfe, 0x41, 0])],
    ['unknown', new Uint8Array([0x89, 0, 1, 2])],
  ] as const)('is recognised as %s by its bytes', (kind, bytes) => {
    expect(whatFileIs(bytes)).toBe(kind)
    expect(fileError(bytes) === null).toBe(kind === 'xlsx' || kind === 'text')
  })

  it('is refused before it is unpacked if it would become too large', () => {
    const zip = aZip([workbook, { name: 'xl/worksheets/sheet1.xml', size: 4_000_000_000 }], {
      comment: 'PK\u0005\u0006',
    })
    expect(fileError(zip)).toMatch(/too large/)
    expect(fileError(aZip([{ ...workbook, size: 0xffffffff }]))).toMatch(/too large/)
  })

  it('that is damaged, empty, locked or too large is not unpacked', () => {
    const whole = aZip([workbook])
    expect(unzip(whole.subarray(0, 60), () => true)).toBeNull()
    expect(unzip(aZip([workbook], { count: 3 }), () => true)).toBeNull()
    expect(fileError(whole.subarray(0, 60))).toMatch(/damaged/)
    expect(fileError(new Uint8Array())).toBe('The file is empty')
    expect(fileError(aZip([{ ...workbook, flags: 1 }]))).toMatch(/password/)
    expect(fileError(new Uint8Array(mostFileBytes + 1))).toMatch(/20 MB/)
  })
})
