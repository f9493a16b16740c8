// The parts of a workbook that cells are read from. The reader of cells knows the forms of Excel: what other programs save in
// another form, and what it would leave out without a word, is put into a form that it reads.

import { unsolvedMark } from './import-reading.ts'

/** A part of a workbook, with what the file declares about it: the checksum and the size of the unpacked bytes. */
export interface WorkbookPart {
  readonly name: string
  readonly isPacked: boolean
  readonly packed: Uint8Array<ArrayBuffer>
  readonly declared: Uint8Array<ArrayBuffer>
}

/** The list of sheets, the sheets, their texts and their formats of numbers. */
const isRead = (name: string): boolean =>
  /^xl\/(?:workbook|sharedStrings|styles|worksheets\/[^/]+)\.xml$|^xl\/_rels\/workbook\.xml\.rels$/i.test(
    name,
  )

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }

/** Where the directory of a zip file ends; -1 where it has none. */
function endOf(view: DataView): number {
  const longestComment = 65_535
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - longestComment); at -= 1) {
    if (view.getUint32(at, true) === signatures.end) return at
  }
  return -1
}

/** The parts that cells are read from; null where the file is not a complete zip. Throws a RangeError on a place outside the file. */
function partsOf(bytes: Uint8Array<ArrayBuffer>): WorkbookPart[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end < 0) return null
  const parts: WorkbookPart[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== signatures.central) return null
    const nameLength = view.getUint16(at + 28, true)
    const name = String.fromCodePoint(...bytes.subarray(at + 46, at + 46 + nameLength))
    const method = view.getUint16(at + 10, true)
    if (isRead(name) && (method === 0 || method === 8)) {
      const local = view.getUint32(at + 42, true)
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      const packed = bytes.subarray(start, start + view.getUint32(at + 20, true))
      const declared = Uint8Array.of(...bytes.subarray(at + 16, at + 20), ...bytes.subarray(at + 24, at + 28))
      parts.push({ name, isPacked: method === 8, packed, declared })
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

/** The parts of a workbook that cells are read from; null where the file is damaged. */
export function workbookParts(bytes: Uint8Array<ArrayBuffer>): readonly WorkbookPart[] | null {
  try {
    return partsOf(bytes)
  } catch {
    return null
  }
}

/** An unpacked part. */
export interface UnpackedPart {
  readonly name: string
  readonly pieces: readonly Uint8Array[]
}

const sizeOf = ({ pieces }: UnpackedPart): number => pieces.reduce((total, { length }) => total + length, 0)

/** A zip file that holds the parts as they are. Its checksums are empty: the reader does not look at them. */
export function storeParts(parts: readonly UnpackedPart[]): Uint8Array<ArrayBuffer> {
  const ofParts = parts.reduce((total, part) => total + 76 + 2 * part.name.length + sizeOf(part), 0)
  const bytes = new Uint8Array(ofParts + 22)
  const view = new DataView(bytes.buffer)
  const starts: number[] = []
  let at = 0
  const add = (piece: Uint8Array) => {
    bytes.set(piece, at)
    at += piece.length
  }
  const addHead = (signature: number, length: number, shift: number, part: UnpackedPart) => {
    view.setUint32(at, signature, true)
    view.setUint32(at + shift + 14, sizeOf(part), true)
    view.setUint32(at + shift + 18, sizeOf(part), true)
    view.setUint16(at + shift + 22, part.name.length, true)
    if (signature === signatures.central) view.setUint32(at + 42, starts.shift() ?? 0, true)
    at += length
    // The names of the parts that are read have plain letters only.
    add(Uint8Array.from(part.name, (letter) => letter.codePointAt(0) ?? 0))
  }
  for (const part of parts) {
    starts.push(at)
    addHead(signatures.local, 30, 4, part)
    part.pieces.forEach(add)
  }
  const directory = at
  for (const part of parts) addHead(signatures.central, 46, 6, part)
  view.setUint32(at, signatures.end, true)
  view.setUint16(at + 8, parts.length, true)
  view.setUint16(at + 10, parts.length, true)
  view.setUint32(at + 12, at - directory, true)
  view.setUint32(at + 16, directory, true)
  return bytes
}

const sheetTag = /<(?:\w+:)?sheet\s[^<>]*?(?:\/>|>\s*<\/(?:\w+:)?sheet>)/g
const isHidden = (sheet: string): boolean => /\sstate="(?:hidden|veryHidden)"/.test(sheet)

/** The list of sheets without those that the office does not see, and with the day from which dates count as Excel says it. */
function readableList(xml: string): string {
  const hasSeen = (xml.match(sheetTag) ?? []).some((sheet) => !isHidden(sheet))
  return xml
    .replaceAll(sheetTag, (sheet) => (hasSeen && isHidden(sheet) ? '' : sheet))
    .replaceAll(/\bdate1904="(?:true|on)"/g, 'date1904="1"')
}

const errorCell = /(<(?:\w+:)?c\s[^<>]*\bt=)"e"/g
/** A cell with a formula, and with no result or an empty one after it. */
const formulaAlone =
  /<((?:\w+:)?)c(\s[^<>]*)>\s*<\1f\b[^<>]*?(?:\/>|>([^<]*)<\/\1f>)\s*(?:(<\1v\s*\/>|<\1v>\s*<\/\1v>)\s*)?<\/\1c>/g

/** The cells of a sheet with errors of Excel as texts, and formulas without a result as `#FORMULA! =A2*3`: neither is an empty cell. */
function readableCells(xml: string): string {
  return xml
    .replaceAll(errorCell, '$1"str"')
    .replaceAll(formulaAlone, (cell: string, of: string, given: string, formula = '?', empty?: string) => {
      const isEmptyText = empty !== undefined && /\st="str"/.test(given)
      const place = /\sr="[^"]*"/.exec(given)?.[0] ?? ''
      return isEmptyText
        ? cell
        : `<${of}c${place} t="str"><${of}v>${unsolvedMark}=${formula}</${of}v></${of}c>`
    })
}

/** Whether a part has more forms than the reader of cells knows. */
export const hasForms = (name: string): boolean => /^xl\/(?:workbook|worksheets\/[^/]+)\.xml$/i.test(name)

/** The XML of such a part in the form that the reader of cells knows. */
export const readableXml = (name: string, xml: string): string =>
  /workbook\.xml$/i.test(name) ? readableList(xml) : readableCells(xml)
