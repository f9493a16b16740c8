// Imports, their rows and the settings of earlier files (decision record 63): temporary data, not part of the books.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { firstOfMonth, monthOf } from '#domain/calendar.ts'
import { monthlyHeads } from '#domain/fee-heads.ts'
import type {
  GivenRow,
  ImportCounts,
  ImportKind,
  ImportSettings,
  ImportState,
  KnownStudent,
  PlannedRow,
  RowOutcome,
  RowProblem,
} from '#domain/import/import.ts'
import { takeNextNumber } from '#server/records/counters.ts'
import { eachColumn } from '#server/records/fee-columns.ts'
import { isReceivedByCaller } from '#server/records/receipts/approvals.ts'
import type { Scope } from '#server/records/scope.ts'
import { studentColumns } from '#server/records/students/students.ts'

/** An import without its rows. */
export interface Import {
  readonly importNo: number
  readonly what: ImportKind
  readonly fileName: string
  /** SHA-256 as hex. */
  readonly fileHash: string
  readonly headings: readonly string[]
  readonly state: ImportState
  readonly rows: number
  readonly settings: ImportSettings | null
  readonly counts: ImportCounts | null
  readonly startedAt: Date
  readonly startedBy: string
  readonly appliedAt: Date | null
}

/** The table of a file to be imported. */
export interface ImportToStart {
  readonly what: ImportKind
  readonly fileName: string
  readonly headings: readonly string[]
  readonly rows: readonly Pick<GivenRow, 'rowNo' | 'cells'>[]
}

const columns = sql`i.import_no::int as "importNo", i.what, i.file_name as "fileName", encode(i.file_hash, 'hex') as "fileHash", i.headings, i.state, i.row_count as rows,
  i.settings, i.counts, i.started_at as "startedAt", i.started_by as "startedBy", i.applied_at as "appliedAt"`

/** The number of rows per statement, so that a large table is not copied as a whole. */
const rowsPerStatement = 1000

/** Inserts an import with all rows of its file. Returns its number. */
export async function insertImport(
  scope: Scope,
  { what, fileName, headings, rows }: ImportToStart,
): Promise<number> {
  const { trx, campus, userId, now } = scope
  const importNo = await takeNextNumber(scope, 'import')
  await trx
    .insertInto('imports')
    .values({
      campus,
      import_no: importNo,
      what,
      file_name: fileName,
      // Hashes the rows as read, so that a file with the same rows is recognised in another format.
      file_hash: createHash('sha256')
        .update(JSON.stringify([headings, rows]))
        .digest(),
      headings: JSON.stringify(headings),
      row_count: rows.length,
      started_at: now,
      started_by: userId,
    })
    .execute()
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const batch = JSON.stringify(rows.slice(start, start + rowsPerStatement))
    await sql`
      insert into import_rows (campus, import_no, row_no, cells)
      select ${campus}, ${importNo}, r."rowNo", r.cells
      from jsonb_to_recordset(${batch}::jsonb) as r ("rowNo" integer, cells jsonb)`.execute(trx)
  }
  return importNo
}

/** Finds the last import of the same file that was applied and not withdrawn. */
export async function findAppliedBefore(
  { trx, campus }: Scope,
  importNo: number,
): Promise<{ readonly importNo: number; readonly appliedAt: Date } | null> {
  const { rows } = await sql<{ importNo: number; appliedAt: Date }>`
    select a.import_no::int as "importNo", a.applied_at as "appliedAt"
    from imports i join imports a using (campus, what, file_hash)
    where i.campus = ${campus} and i.import_no = ${importNo} and a.state = 'applied'
    order by a.import_no desc limit 1`.execute(trx)
  return rows[0] ?? null
}

const headingsHash = (headings: readonly string[]) =>
  sql`sha256(convert_to(${JSON.stringify(headings)}, 'UTF8'))`

/** Finds the settings of the last file of this kind with these headings. */
export async function findRemembered(
  { trx, campus }: Scope,
  { what, headings }: Pick<ImportToStart, 'what' | 'headings'>,
): Promise<ImportSettings | null> {
  const { rows } = await sql<{ settings: ImportSettings }>`
    select settings from import_mappings
    where campus = ${campus} and what = ${what} and headings_hash = ${headingsHash(headings)}`.execute(trx)
  return rows[0]?.settings ?? null
}

/** Saves the settings of a file for the next file of this kind with these headings. */
export async function rememberSettings(
  { trx, campus, now }: Scope,
  { what, headings }: Pick<Import, 'what' | 'headings'>,
  settings: ImportSettings,
): Promise<void> {
  await sql`
    insert into import_mappings (campus, headings_hash, what, settings, saved_at)
    values (${campus}, ${headingsHash(headings)}, ${what}, ${JSON.stringify(settings)}::jsonb, ${now})
    on conflict (campus, headings_hash, what) do update set settings = excluded.settings, saved_at = excluded.saved_at`.execute(
    trx,
  )
}

/** Lists the imports of the campus, newest first. */
export async function listImports({ trx, campus }: Scope, limit: number): Promise<Import[]> {
  const { rows } = await sql<Import>`
    select ${columns} from imports i where i.campus = ${campus} order by i.import_no desc limit ${limit}`.execute(
    trx,
  )
  return rows
}

export async function findImport({ trx, campus }: Scope, importNo: number): Promise<Import | null> {
  const { rows } = await sql<Import>`
    select ${columns} from imports i where i.campus = ${campus} and i.import_no = ${importNo}`.execute(trx)
  return rows[0] ?? null
}

/** Locks an import, so that one call at a time changes it. */
export async function lockImport(scope: Scope, importNo: number): Promise<Import | null> {
  await sql`select from imports where campus = ${scope.campus} and import_no = ${importNo} for update`.execute(
    scope.trx,
  )
  return findImport(scope, importNo)
}

/** Sets a cell of a row. Returns false for an unknown row. */
export async function saveCell(
  { trx, campus }: Scope,
  importNo: number,
  { rowNo, column, value }: { readonly rowNo: number; readonly column: number; readonly value: string },
): Promise<boolean> {
  // A row may be shorter than its headings: the cells between are filled with empty text.
  const { numAffectedRows } = await sql`
    update import_rows set cells = jsonb_set(
      cells || coalesce((select jsonb_agg(''::text) from generate_series(jsonb_array_length(cells), ${column}::int)), '[]'),
      array[${String(column)}], to_jsonb(${value}::text))
    where campus = ${campus} and import_no = ${importNo} and row_no = ${rowNo}`.execute(trx)
  return numAffectedRows === 1n
}

/** Leaves rows out of the import, or includes them again. */
export async function saveLeftOut(
  { trx, campus }: Scope,
  importNo: number,
  { rows, isLeftOut }: { readonly rows: readonly number[]; readonly isLeftOut: boolean },
): Promise<void> {
  await sql`
    update import_rows set left_out = ${isLeftOut}
    where campus = ${campus} and import_no = ${importNo} and row_no = any(${[...rows]}::int[])`.execute(trx)
}

/** Lists the rows of the file in order. */
export async function listGivenRows({ trx, campus }: Scope, importNo: number): Promise<GivenRow[]> {
  const { rows } = await sql<GivenRow>`
    select row_no as "rowNo", cells, left_out as "leftOut" from import_rows
    where campus = ${campus} and import_no = ${importNo} order by row_no`.execute(trx)
  return rows
}

/** Saves the outcome of a check, for the import and for each row. */
export async function saveCheck(
  { trx, campus }: Scope,
  importNo: number,
  {
    settings,
    counts,
    rows,
  }: {
    readonly settings: ImportSettings
    readonly counts: ImportCounts
    readonly rows: readonly PlannedRow[]
  },
): Promise<void> {
  const results = rows.map(({ rowNo, outcome, rollNo, problems }) => ({ rowNo, outcome, rollNo, problems }))
  await sql`
    update import_rows r set outcome = j.outcome, roll_no = j."rollNo", problems = j.problems
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as j ("rowNo" integer, outcome text, "rollNo" integer, problems jsonb)
    where r.campus = ${campus} and r.import_no = ${importNo} and r.row_no = j."rowNo"
      and (r.outcome, r.roll_no, r.problems) is distinct from (j.outcome, j."rollNo", j.problems)`.execute(
    trx,
  )
  await sql`
    update imports set state = 'checked', settings = ${JSON.stringify(settings)}::jsonb,
      counts = ${JSON.stringify(counts)}::jsonb
    where campus = ${campus} and import_no = ${importNo}`.execute(trx)
}

/** A row as the last check judged it. */
export interface JudgedRow {
  readonly rowNo: number
  readonly cells: readonly string[]
  readonly outcome: RowOutcome | null
  readonly rollNo: number | null
  readonly problems: readonly RowProblem[]
}

/** Lists the rows of one outcome, all rows, or the rows to import with a warning, after a row of the file. */
export async function listJudgedRows(
  { trx, campus }: Scope,
  importNo: number,
  {
    outcome,
    after,
    most,
  }: { readonly outcome: RowOutcome | 'all' | 'warned'; readonly after: number; readonly most: number },
): Promise<JudgedRow[]> {
  const hasOutcome =
    outcome === 'all'
      ? sql`true`
      : outcome === 'warned'
        ? sql`outcome in ('new', 'changed', 'same') and problems <> '[]'`
        : sql`outcome = ${outcome}`
  const { rows } = await sql<JudgedRow>`
    select row_no as "rowNo", cells, outcome, roll_no as "rollNo", problems from import_rows
    where campus = ${campus} and import_no = ${importNo} and row_no > ${after} and ${hasOutcome}
    order by row_no limit ${most}`.execute(trx)
  return rows
}

/**
 * Marks an import as applied by the history entry `changeNo`. Empties the cells, because their content is in the books
 * now; rows that were left out keep their cells for the office.
 */
export async function markApplied(
  { trx, campus, userId, now }: Scope,
  importNo: number,
  { changeNo, counts }: { readonly changeNo: number | null; readonly counts: ImportCounts },
): Promise<void> {
  await sql`
    update imports set state = 'applied', applied_at = ${now}, applied_by = ${userId}, change_no = ${changeNo},
      counts = ${JSON.stringify(counts)}::jsonb
    where campus = ${campus} and import_no = ${importNo}`.execute(trx)
  await sql`
    update import_rows set cells = '[]'
    where campus = ${campus} and import_no = ${importNo} and outcome <> 'left out'`.execute(trx)
}

const feeFields = sql.raw(eachColumn(monthlyHeads, (column, key) => `'${key}', f.${column}`))

/** Lists every student with the values that an import needs, and the fees in force this month in paisa. */
export async function listKnownStudents(scope: Scope): Promise<KnownStudent[]> {
  const { trx, campus, today } = scope
  const { rows } = await sql<KnownStudent>`
    select ${sql.raw(studentColumns)}, s.old_number as "oldNumber", json_build_object(${feeFields}) as fee,
      o.arrears as "openingBalance", exists (
        select from vouchers v where v.campus = s.campus and v.roll_no = s.roll_no) as "hasVouchers",
      ${isReceivedByCaller(scope, sql`r.voucher_no = l.voucher_no`)} as "isOwnMoney"
    from students s
      cross join lateral fees_in_month(s.campus, s.roll_no, ${firstOfMonth(monthOf(today))}::date) f
      left join vouchers o on o.campus = s.campus and o.roll_no = s.roll_no and o.chain_no = 1 and o.kind = 'opening'
      left join latest_vouchers l on l.campus = s.campus and l.roll_no = s.roll_no
    where s.campus = ${campus} order by s.roll_no`.execute(trx)
  return rows
}
