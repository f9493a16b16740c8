import { unzip } from '#test/xlsx.ts'
import { workbookOf } from '#test/workbook.ts'
import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { unpackWorkbook } from './unpack-workbook.ts'

const enough = 50_000_000

const rows = Array.from({ length: 3000 }, (_, at) => [
  `Student ${at}`,
  'ولدیت'.repeat(20),
  4500 + at,
  'Lahore',
])
const file = new Uint8Array(await workbookOf(rows))

test('a workbook is unpacked to the same cells, without a packed part for the library to unpack', async () => {
  const unpacked = await unpackWorkbook(file, enough)
  if (!unpacked) throw new Error('The workbook could not be unpacked')
  expect(await readSheet(unpacked)).toEqual(rows)
  // More than the size from which the library would unpack a part in a worker.
  expect(unpacked.byteLength).toBeGreaterThan(524_288)
})

test('parts that no cell is read from are left where they are', async () => {
  const unpacked = await unpackWorkbook(file, enough)
  const view = new DataView(unpacked ?? new ArrayBuffer(0))
  expect(view.getUint16(view.byteLength - 12, true)).toBe(3)
  expect([...unzip(Buffer.from(file)).keys()]).toHaveLength(4)
})

test('a workbook that unpacks to more than the limit is unpacked no further, whatever size it declares', async () => {
  expect(await unpackWorkbook(file, 500_000)).toBeNull()
  const lying = file.slice()
  const view = new DataView(lying.buffer)
  for (let at = 0; at < lying.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
  }
  expect(await unpackWorkbook(lying, 500_000)).toBeNull()
})

const damaged: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  nothing: new Uint8Array(),
  'half of a workbook': file.slice(0, file.length / 2),
  'a workbook whose directory is cut off': file.slice(0, -30),
  'a workbook with other bytes in its middle': file.map((byte, at) => (at > 2000 && at < 4000 ? 255 : byte)),
  'a directory that points outside the file': file.map((byte, at) => (at > file.length - 8 ? 255 : byte)),
}

test.each(Object.keys(damaged))('%s is not unpacked', async (name) => {
  expect(await unpackWorkbook(damaged[name] ?? file, enough)).toBeNull()
})
