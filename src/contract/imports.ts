import { z } from 'zod/mini'
import {
  importKinds,
  importStates,
  mostImportColumns,
  mostImportRows,
  mostTableBytes,
  rowOutcomes,
} from '#domain/import/import.ts'
import { bulk, change, read } from './endpoint.ts'
import { largestNumber, numberParam, text, wholeNumber } from './fields.ts'
import {
  importCell,
  importCounts,
  importHeading,
  importPlan,
  importRowProblem,
  importSettings,
  list,
} from './import-plan.ts'
import { instant } from './wire.ts'

const kind = z.enum(importKinds, 'Choose what the file holds')
const rowNumber = wholeNumber('Not a row of the file', 1).check(
  z.maximum(largestNumber, 'Not a row of the file'),
)
const importRow = z.object({
  rowNo: rowNumber,
  cells: z.readonly(
    z.array(importCell).check(z.maxLength(mostImportColumns, `At most ${mostImportColumns} columns`)),
  ),
})

export const startImport = change('/imports/start/:campus', {
  summary: 'Begin an import with the table of a file; nothing of the school is changed',
  access: 'admin',
  largestBody: mostTableBytes,
  body: z.object({
    what: kind,
    fileName: text(200),
    headings: z.readonly(
      z
        .array(importHeading)
        .check(
          z.minLength(1, 'The file has no columns'),
          z.maxLength(mostImportColumns, `At most ${mostImportColumns} columns`),
        ),
    ),
    rows: z.readonly(
      z.array(importRow).check(
        z.minLength(1, 'The file has no rows'),
        z.maxLength(mostImportRows, `At most ${mostImportRows.toLocaleString('en')} rows at once`),
        z.refine(
          (rows) => new Set(rows.map(({ rowNo }) => rowNo)).size === rows.length,
          'A row is there twice',
        ),
      ),
    ),
  }),
  reply: z.object({
    msg: z.string(),
    importNo: z.number(),
    /** The settings of the last file with these headings; null if there was none. */
    remembered: z.nullable(importSettings),
    /** The last import of the same file that was applied; null if there was none. */
    appliedBefore: z.nullable(z.object({ importNo: z.number(), appliedAt: instant })),
  }),
})

export const checkImport = change('/imports/check/:campus/:importNo', {
  summary: 'What applying the import would do, with these settings; nothing of the school is changed',
  access: 'admin',
  body: z.object({ settings: importSettings }),
  reply: importPlan,
})

export const listImportRows = read('/imports/rows/:campus/:importNo/:outcome', {
  summary: 'The rows of one outcome of the last check, in the order of the file',
  access: 'admin',
  params: { outcome: z.enum([...rowOutcomes, 'all', 'warned'], 'Choose an outcome from the list') },
  query: z.object({
    /** Only rows after this row number are listed. */
    after: z.optional(numberParam('Not a row of the file')),
  }),
  reply: z.object({
    msg: z.string(),
    headings: list(z.string()),
    rows: list(
      z.object({
        rowNo: z.number(),
        cells: list(z.string()),
        outcome: z.nullable(z.enum(rowOutcomes)),
        rollNo: z.nullable(z.number()),
        problems: list(importRowProblem),
      }),
    ),
    /** True if more rows follow. */
    more: z.boolean(),
  }),
})

export const fixImportRow = change('/imports/fix/:campus/:importNo', {
  summary: 'Correct a cell of a row, or leave rows out or take them back in; answers with a new check',
  access: 'admin',
  body: z.object({
    /** The cell to correct; `column` counts from 0. */
    cell: z.optional(
      z.object({ rowNo: rowNumber, column: wholeNumber('Not a column of the file', 0), value: importCell }),
    ),
    /** Rows to leave out or to include again. */
    leaveOut: z.optional(
      z.object({
        rows: z.array(rowNumber).check(z.maxLength(mostImportRows)),
        isLeftOut: z.boolean(),
      }),
    ),
  }),
  reply: importPlan,
})

export const applyImport = bulk('/imports/apply/:campus/:importNo', {
  summary: 'Write every row of the last check to the school, all or none',
  access: 'admin',
  confirmed: true,
  body: z.object({
    /** The counts that the office saw; refused rows have to be left out first. */
    expected: z.object({ new: z.number(), changed: z.number(), leftOut: z.number() }),
  }),
  reply: z.object({
    msg: z.literal('Import applied'),
    added: z.number(),
    changed: z.number(),
    same: z.number(),
    leftOut: z.number(),
  }),
})

const importInList = z.object({
  importNo: z.number(),
  what: kind,
  fileName: z.string(),
  /** The SHA-256 of headings and rows in hex, which identifies the same file. */
  fileHash: z.string(),
  state: z.enum(importStates),
  /** The number of rows in the file. */
  rows: z.number(),
  startedAt: instant,
  startedBy: z.string(),
  appliedAt: z.nullable(instant),
  counts: z.nullable(importCounts),
})

export const listImports = read('/imports/list/:campus', {
  summary: 'The imports of the campus, the newest first',
  access: 'admin',
  reply: z.object({ msg: z.string(), imports: list(importInList) }),
})

export const findImport = read('/imports/one/:campus/:importNo', {
  summary: 'An import with its headings and settings, to go on with it',
  access: 'admin',
  reply: z.object({
    msg: z.string(),
    import: z.extend(importInList, {
      headings: list(z.string()),
      settings: z.nullable(importSettings),
    }),
  }),
})

export const refusedImportRows = read('/imports/refused/:campus/:importNo', {
  summary: 'The refused rows as an Excel file, with what is wrong in a last column',
  access: 'admin',
  replyAs: 'file',
  reply: z.unknown(),
})

export const importTemplate = read('/imports/template/:campus/:what', {
  summary:
    'An empty Excel file for a kind of import, with an example and the allowed values on sheets of their own',
  access: 'admin',
  replyAs: 'file',
  params: { what: kind },
  reply: z.unknown(),
})
