// Determines the kind of a file by its bytes before unpacking it: a few kilobytes can fill the memory of a page that
// unpacks every file.

import { unzipSync } from 'fflate'
import { textEncoding } from './table-text.ts'

export const fileKinds = [
  'xlsx',
  'xls',
  'locked xlsx',
  'pdf',
  'web page',
  'text',
  'other zip',
  'unknown',
] as const
export type FileKind = (typeof fileKinds)[number]

/** The maximum size of a file, packed and unpacked: ten thousand rows of sixty columns stay below both limits. */
export const mostFileBytes = 20_000_000
const mostUnpackedBytes = 100_000_000

const ascii = (text: string): readonly number[] => Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
const startsWith = (bytes: Uint8Array, start: readonly number[], from = 0): boolean =>
  start.every((byte, at) => bytes[from + at] === byte)
const asciiText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCodePoint(byte < 0x80 ? byte : 0x20)).join('')

const zipStart = [...ascii('PK'), 3, 4]
const directoryEntry = [...ascii('PK'), 1, 2]
const directoryEnd = [...ascii('PK'), 5, 6]
const oleStart = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** The name of a part that only a workbook with a password has, in UTF-16. */
const encryptedPart = ascii('EncryptedPackage').flatMap((byte) => [byte, 0])

interface ZipDirectory {
  /** The sum of the unpacked sizes of its files; infinite if the sizes are beyond 32 bits. */
  readonly unpackedSize: number
  readonly isEncrypted: boolean
  readonly names: readonly string[]
  /** The checksums of the files, in the order of their names. */
  readonly checksums: readonly number[]
}

const number16 = (bytes: Uint8Array, offset: number): number =>
  (bytes[offset] ?? 0) + (bytes[offset + 1] ?? 0) * 0x100
const number32 = (bytes: Uint8Array, offset: number): number =>
  number16(bytes, offset) + number16(bytes, offset + 2) * 0x10000
const beyond32 = 0xffff_ffff

/** Finds the end record, which is followed by a comment of offset most 65,535 bytes; -1 if there is none. */
function findDirectoryEnd(bytes: Uint8Array): number {
  for (let index = bytes.length - 22; index >= Math.max(0, bytes.length - 22 - 0xffff); index--)
    if (startsWith(bytes, directoryEnd, index) && index + 22 + number16(bytes, index + 20) === bytes.length)
      return index
  return -1
}

/** Reads the list of files at the end of a zip; null if it is damaged. */
function readZip(bytes: Uint8Array): ZipDirectory | null {
  const end = findDirectoryEnd(bytes)
  if (end < 0) return null
  const count = number16(bytes, end + 10)
  let index = number32(bytes, end + 16)
  let [unpackedSize, isEncrypted] = [0, false]
  const names: string[] = []
  const checksums: number[] = []
  if (count === 0xffff || index === beyond32) return { unpackedSize: Infinity, isEncrypted, names, checksums }
  for (let file = 0; file < count; file++) {
    if (index + 46 > end || !startsWith(bytes, directoryEntry, index)) return null
    const size = number32(bytes, index + 24)
    const nameLength = number16(bytes, index + 28)
    unpackedSize += size === beyond32 ? Infinity : size
    isEncrypted ||= (number16(bytes, index + 8) & 1) === 1
    names.push(asciiText(bytes.subarray(index + 46, index + 46 + nameLength)))
    checksums.push(number32(bytes, index + 16))
    index += 46 + nameLength + number16(bytes, index + 30) + number16(bytes, index + 32)
  }
  return { unpackedSize, isEncrypted, names, checksums }
}

const bitsOfByte = Uint32Array.from({ length: 256 }, (_, byte) => {
  let bits = byte
  for (let bit = 0; bit < 8; bit++) bits = bits & 1 ? (bits >>> 1) ^ 0xedb88320 : bits >>> 1
  return bits
})

function checksumOf(bytes: Uint8Array): number {
  let checksum = 0xffff_ffff
  for (const byte of bytes) checksum = (checksum >>> 8) ^ (bitsOfByte[(checksum ^ byte) & 0xff] ?? 0)
  return (checksum ^ 0xffff_ffff) >>> 0
}

/**
 * Unpacks the wanted files of a zip, by name; null if it is damaged. The library does not check sizes and bytes, so the
 * checksums decide: a file that is longer than it declares is cut off, and fails.
 */
export function unzip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): Record<string, Uint8Array> | null {
  const zip = readZip(bytes)
  if (zip === null) return null
  try {
    const files = unzipSync(bytes, { filter: ({ name }) => isWanted(name) })
    const isWhole = ([name, file]: [string, Uint8Array]) =>
      zip.checksums[zip.names.indexOf(name)] === checksumOf(file)
    return Object.entries(files).every(isWhole) ? files : null
  } catch {
    return null
  }
}

function includes(bytes: Uint8Array, part: readonly number[]): boolean {
  const [first = 0] = part
  for (let index = bytes.indexOf(first); index >= 0; index = bytes.indexOf(first, index + 1))
    if (startsWith(bytes, part, index)) return true
  return false
}

/** School programs save web pages and XML under the name of an Excel file. */
const pageStart = /^\s*(?:<!doctype html|<html|<table|<meta|<head|<body|<\?xml)/i

/** Returns the kind of a file, whatever its name is. */
export function whatFileIs(bytes: Uint8Array): FileKind {
  if (startsWith(bytes, zipStart)) {
    const zip = readZip(bytes)
    return zip && !zip.names.some((name) => /^\/?xl\/workbook\.xml$/i.test(name)) ? 'other zip' : 'xlsx'
  }
  if (startsWith(bytes, oleStart)) return includes(bytes, encryptedPart) ? 'locked xlsx' : 'xls'
  if (startsWith(bytes, ascii('%PDF'))) return 'pdf'
  const start = bytes.subarray(0, 4096)
  if (pageStart.test(asciiText(start).replace(/^ {3}/, ''))) return 'web page'
  const isText = textEncoding(start).startsWith('utf-16') || !start.includes(0)
  return isText ? 'text' : 'unknown'
}

const saveAs = 'Open it in Excel and save it as .xlsx.'
const unread: Readonly<Record<Exclude<FileKind, 'xlsx' | 'text'>, string>> = {
  xls: `This is an old .xls file. ${saveAs}`,
  'locked xlsx': 'This file has a password. Open it in Excel, remove the password and save it.',
  pdf: 'This is a PDF. Use the Excel file that it was made from, or copy its table into Excel.',
  'web page': `This is a web page with the name of an Excel file. ${saveAs}`,
  'other zip': `This is not an Excel file. ${saveAs}`,
  unknown: 'This file cannot be read. Use an Excel file (.xlsx) or a CSV file.',
}

/** Returns the reason why a file is not read, as text for the office; null if it may be unpacked. */
export function fileError(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'The file is empty'
  if (bytes.length > mostFileBytes) return 'The file is larger than 20 MB. Divide it, or remove its pictures.'
  const kind = whatFileIs(bytes)
  if (kind === 'text') return null
  if (kind !== 'xlsx') return unread[kind]
  const zip = readZip(bytes)
  if (!zip) return 'This file is damaged. Open it in Excel and save it again.'
  if (zip.isEncrypted) return unread['locked xlsx']
  return zip.unpackedSize > mostUnpackedBytes
    ? 'This file becomes too large when it is opened. Copy its table into a new file.'
    : null
}
