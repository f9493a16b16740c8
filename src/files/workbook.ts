// Reads the sheets of a workbook. The library that reads cells only knows the forms of Excel itself, so other programs'
// forms, cells that it would silently omit, and values that a format shows differently are rewritten into such a form.

import { strFromU8, strToU8, zipSync } from 'fflate'
import type { FileSheet, MergedCells } from '#domain/import/table.ts'
import { unsolvedMark } from '#domain/import/values.ts'
import { shownNumber } from './number-formats.ts'
import { unzip } from './table-file.ts'
import { cellText } from './table-text.ts'

/** Returns true for the parts to unpack: the list of sheets, the sheets, their texts and their number formats. */
const isNeeded = (name: string): boolean =>
  /^xl\/(?:workbook|sharedStrings|styles|worksheets\/[^/]+)\.xml$|^xl\/_rels\/workbook\.xml\.rels$/i.test(
    name,
  )
const isSheet = (name: string): boolean => /^xl\/worksheets\/[^/]+\.xml$/i.test(name)

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescapeXml = (xml: string): string =>
  xml.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal?: string, hex?: string, name?: string) =>
    name === undefined
      ? String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex ?? '', 16))
      : (entities[name] ?? all),
  )
const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns the attribute of a tag, with any prefix; '' if the tag does not have it. */
function attribute(tag: string, name: string): string {
  for (const [, key, double, single = ''] of tag.matchAll(/\s(?:\w+:)?(\w+)=(?:"([^"]*)"|'([^']*)')/g))
    if (key === name) return unescapeXml(double ?? single)
  return ''
}

const tags = {
  numFmt: /<(?:\w+:)?numFmt\s[^<>]*>/g,
  xf: /<(?:\w+:)?xf\s[^<>]*>/g,
  Relationship: /<(?:\w+:)?Relationship\s[^<>]*>/g,
  row: /<(?:\w+:)?row\s[^<>]*>/g,
  mergeCell: /<(?:\w+:)?mergeCell\s[^<>]*>/g,
} as const

const tagsOf = (xml: string, name: keyof typeof tags): readonly string[] => xml.match(tags[name]) ?? []

const [whole, paisa] = ['#,##0;-#,##0', '#,##0.00;-#,##0.00']
/** Formats that Excel does not write into the file, by number; the library has the formats of dates. */
const excelFormats: Readonly<Record<string, string>> = {
  ...Object.fromEntries([1, 3, 5, 6, 37, 38, 41, 42].map((id) => [id, whole])),
  ...Object.fromEntries([2, 4, 7, 8, 39, 40, 43, 44].map((id) => [id, paisa])),
  ...Object.fromEntries([18, 20].map((id) => [id, 'h:mm'])),
  ...Object.fromEntries([19, 21, 45].map((id) => [id, 'h:mm:ss'])),
  46: '[h]:mm:ss',
  47: 'h:mm:ss',
  9: '0%',
  10: '0.00%',
}

/** Lists the number format of each style. */
function formatsOf(styles: string): string[] {
  const formats = new Map(Object.entries(excelFormats))
  for (const tag of tagsOf(styles, 'numFmt')) {
    const id = attribute(tag, 'numFmtId')
    if (Number(id) >= 100) formats.set(id, attribute(tag, 'formatCode'))
  }
  const [cells = ''] = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles) ?? []
  return tagsOf(cells, 'xf').map((tag) => formats.get(attribute(tag, 'numFmtId')) ?? 'General')
}

/** Removes charts and the like from the list of sheets, and writes the flag of dates since 1904 as Excel does. */
function readableList(xml: string, isWorksheet: (id: string) => boolean): string {
  return xml
    .replaceAll(sheetTag, (sheet) => (isWorksheet(attribute(sheet, 'id')) ? sheet : ''))
    .replaceAll(/\bdate1904="(?:true|on)"/g, 'date1904="1"')
}
const sheetTag = /<(?:\w+:)?sheet\s[^<>]*?(?:\/>|>\s*<\/(?:\w+:)?sheet>)/g

const errorCell = /(<(?:\w+:)?c\s[^<>]*\bt=)"e"/g
/** A cell with a formula that has no result, or an empty result. */
const formulaAlone =
  /<((?:\w+:)?)c(\s[^<>]*)>\s*<\1f\b[^<>]*?(?:\/>|>([^<]*)<\/\1f>)\s*(?:(<\1v\s*\/>|<\1v>\s*<\/\1v>)\s*)?<\/\1c>/g
/** A cell with a value and a style. */
const styledCell =
  /<((?:\w+:)?)c(\s[^<>]*\bs="(\d+)"[^<>]*)(?<!\/)>(?:\s*<\1f\b[^<>]*?(?:\/>|>[^<]*<\/\1f>))?\s*<\1v>([^<]*)<\/\1v>\s*<\/\1c>/g

const textCell = (prefix: string, given: string, text: string): string =>
  `<${prefix}c${/\sr="[^"]*"/.exec(given)?.[0] ?? ''} t="str"><${prefix}v>${text}</${prefix}v></${prefix}c>`

/**
 * Rewrites the cells of a sheet as the office sees them: errors of Excel as texts, formulas without a result as
 * `#FORMULA! =A2*3`, because neither is an empty cell, and numbers in their formats.
 */
export function readableCells(xml: string, formats: readonly string[]): string {
  return xml
    .replaceAll(errorCell, '$1"str"')
    .replaceAll(formulaAlone, (cell: string, ns: string, given: string, formula = '?', empty?: string) => {
      const isEmptyText = empty !== undefined && /\st="str"/.test(given)
      return isEmptyText ? cell : textCell(ns, given, `${unsolvedMark}=${formula}`)
    })
    .replaceAll(styledCell, (cell: string, ns: string, given: string, style: string, value: string) => {
      const format = formats[Number(style)] ?? 'General'
      if (format === 'General' || !['', 'n'].includes(attribute(given, 't')) || value.trim() === '')
        return cell
      const shown = shownNumber(format, Number(value))
      return shown === null ? cell : textCell(ns, given, escapeXml(shown))
    })
}

/** Lists the rows that a filter or a person hid. */
function hiddenRowsOf(xml: string): number[] {
  let rowNo = 0
  return tagsOf(xml, 'row').flatMap((tag) => {
    rowNo = Number(attribute(tag, 'r')) || rowNo + 1
    return /^(?:1|true)$/.test(attribute(tag, 'hidden')) || /^0(?:\.0*)?$/.test(attribute(tag, 'ht'))
      ? [rowNo]
      : []
  })
}

const columnOf = (letters: string): number =>
  Array.from(letters).reduce((column, letter) => column * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1

/** Lists the cells that are merged over several rows. */
function mergesOf(xml: string): MergedCells[] {
  return tagsOf(xml, 'mergeCell').flatMap((tag) => {
    const [, first = '', top = '', , bottom = ''] =
      /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(attribute(tag, 'ref')) ?? []
    const merged = { column: columnOf(first), firstRow: Number(top), lastRow: Number(bottom) }
    return merged.lastRow > merged.firstRow ? [merged] : []
  })
}

/** The parts of a workbook as texts. */
class Parts {
  private readonly files: Record<string, Uint8Array>

  constructor(files: Record<string, Uint8Array>) {
    this.files = files
  }

  text(name: string): string {
    const path = Object.keys(this.files).find((each) => each.toLowerCase() === name.toLowerCase())
    return path === undefined ? '' : strFromU8(this.files[path] ?? new Uint8Array())
  }

  /** Lists the worksheets in order, with the paths of their parts. */
  sheets() {
    const targets = new Map(
      tagsOf(this.text('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => {
        const target = attribute(tag, 'Target')
        return [attribute(tag, 'Id'), target.startsWith('/') ? target.slice(1) : `xl/${target}`] as const
      }),
    )
    const sheets = (this.text('xl/workbook.xml').match(sheetTag) ?? []).flatMap((tag) => {
      const path = targets.get(attribute(tag, 'id')) ?? ''
      const isHidden = attribute(tag, 'state').toLowerCase().endsWith('hidden')
      return isSheet(path) && path in this.files ? [{ id: attribute(tag, 'id'), path, isHidden }] : []
    })
    return sheets
  }

  /** Zips uncompressed: packed large parts need workers from text, which the Content-Security-Policy forbids. */
  readable(): ArrayBuffer {
    const ids = new Set(this.sheets().map(({ id }) => id))
    const formats = formatsOf(this.text('xl/styles.xml'))
    const readable: Record<string, Uint8Array> = { ...this.files }
    for (const [name, bytes] of Object.entries(this.files)) {
      if (isSheet(name)) readable[name] = strToU8(readableCells(strFromU8(bytes), formats))
      if (name.toLowerCase().endsWith('workbook.xml'))
        readable[name] = strToU8(readableList(strFromU8(bytes), (id) => ids.has(id)))
    }
    return zipSync(readable, { level: 0 }).buffer
  }
}

/** Reads the sheets of a workbook, with the cells as they are shown; null if it is damaged. */
export async function readWorkbook(bytes: Uint8Array): Promise<readonly FileSheet[] | null> {
  const files = unzip(bytes, isNeeded)
  if (files === null) return null
  const parts = new Parts(files)
  // Loaded on demand: most files that the page reads are texts.
  const { default: readSheets } = await import('read-excel-file/universal')
  try {
    const sheets = await readSheets(parts.readable())
    return parts.sheets().map(({ path, isHidden }, index) => {
      const xml = parts.text(path)
      const rows = (sheets[index]?.data ?? []).map((row) =>
        // The library's types allow the class `Date` as a value, but a cell never holds a class.
        row.map((value) => (typeof value === 'function' ? '' : cellText(value))),
      )
      const name = sheets[index]?.sheet ?? ''
      return { name, isHidden, rows, hiddenRows: hiddenRowsOf(xml), merges: mergesOf(xml) }
    })
  } catch {
    return null
  }
}
