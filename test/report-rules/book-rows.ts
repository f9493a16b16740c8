// The raw rows of Main Campus's books, from which the rules of reports are computed.

import type { Selectable } from 'kysely'
import { calendarDate, dateAt, type CalendarDate } from '#domain/calendar.ts'
import { studentDebt, type ChargedVoucher, type Debt } from '#domain/debt.ts'
import { paisa, sum } from '#domain/money.ts'
import { classes, sections } from '#domain/school.ts'
import type { List, RowOf } from '#reports/list.ts'
import type { Schema } from '#server/database/schema.ts'
import type { PostedBefore } from '#test/office-acts.ts'
import type { TestSchool } from '#test/school.ts'

export type RowIn<Table extends keyof Schema> = Selectable<Schema[Table]>
export type Voucher = RowIn<'vouchers'>
export type Student = RowIn<'students'>

/** The rows of the books on an evening. */
export interface BookRows {
  readonly today: CalendarDate
  /** Sorted in the order of generation. */
  readonly vouchers: readonly Voucher[]
  readonly receipts: readonly RowIn<'receipts'>[]
  readonly adjustments: readonly RowIn<'adjustments'>[]
  readonly changes: readonly RowIn<'changes'>[]
  readonly students: readonly Student[]
  readonly fees: readonly RowIn<'fees'>[]
  readonly feeChanges: readonly RowIn<'fee_changes'>[]
  readonly closings: readonly RowIn<'book_closings'>[]
  readonly runs: readonly RowIn<'voucher_runs'>[]
  readonly staff: readonly RowIn<'staff'>[]
  readonly closedUntil: string | null
  /** The vouchers that were posted before each call. */
  readonly seen: readonly PostedBefore[]
}

/** A row of a list by its rule, with every field. */
export type ByRule<L extends List> = { readonly [Field in keyof RowOf<L>]: unknown }

export type Filters = Readonly<Record<string, string | undefined>>

export async function readBookRows(
  { db, now }: TestSchool,
  seen: readonly PostedBefore[],
): Promise<BookRows> {
  const campus = 'Main Campus'
  const rules = await db
    .selectFrom('campus_rules')
    .select('closed_until')
    .where('campus', '=', campus)
    .executeTakeFirst()
  return {
    today: dateAt(now),
    vouchers: await db
      .selectFrom('vouchers')
      .selectAll()
      .where('campus', '=', campus)
      .orderBy('chain_no')
      .execute(),
    receipts: await db
      .selectFrom('receipts')
      .selectAll()
      .where('campus', '=', campus)
      .orderBy('receipt_no')
      .execute(),
    adjustments: await db
      .selectFrom('adjustments')
      .selectAll()
      .where('campus', '=', campus)
      .orderBy('adjustment_no')
      .execute(),
    changes: await db
      .selectFrom('changes')
      .selectAll()
      .where('campus', '=', campus)
      .orderBy('change_no')
      .execute(),
    students: await db.selectFrom('students').selectAll().where('campus', '=', campus).execute(),
    fees: await db.selectFrom('fees').selectAll().where('campus', '=', campus).execute(),
    feeChanges: await db.selectFrom('fee_changes').selectAll().where('campus', '=', campus).execute(),
    closings: await db.selectFrom('book_closings').selectAll().where('campus', '=', campus).execute(),
    runs: await db.selectFrom('voucher_runs').selectAll().where('campus', '=', campus).execute(),
    staff: await db.selectFrom('staff').selectAll().where('campus', '=', campus).execute(),
    closedUntil: rules?.closed_until ?? null,
    seen: [...seen],
  }
}

/** Throws if the value is missing, which is a mistake in a rule. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`There is no ${what}`)
  return value
}

export const studentOf = ({ students }: BookRows, rollNo: number): Student =>
  found(
    students.find((student) => student.roll_no === rollNo),
    `student ${rollNo}`,
  )
export const voucherOf = ({ vouchers }: BookRows, voucherNo: string): Voucher =>
  found(
    vouchers.find((voucher) => voucher.voucher_no === voucherNo),
    `voucher ${voucherNo}`,
  )
export const staffName = ({ staff }: BookRows, userId: string): string =>
  staff.find((user) => user.user_id === userId)?.name ?? userId

export const dayIn = (text: string): CalendarDate => found(calendarDate(text) ?? undefined, `day ${text}`)

type Side = Readonly<Record<string, never>> | null

/** Returns an amount in a side of a history entry; undefined if it has none. */
export const amountIn = (side: unknown, field: string): number | undefined => (side as Side)?.[field]
export const textIn = (side: unknown, field: string): string | undefined => (side as Side)?.[field]

/** Returns true if a filter is this value, 'all' or missing. */
export const isOf = (filter: string | undefined, value: string): boolean =>
  filter === undefined || filter === 'all' || filter === value

/** Returns true if a day is between two dates, inclusive. */
export const isBetween = (day: string, { fromDate, toDate }: Filters): boolean =>
  (fromDate === undefined || day >= fromDate) && (toDate === undefined || day <= toDate)

/** Returns the vouchers that are neither replaced nor voided. */
export const validIn = ({ vouchers }: BookRows): readonly Voucher[] =>
  vouchers.filter(({ replaced_by, voided }) => replaced_by === null && !voided)

export const ofStudent = <Row extends { readonly roll_no: number | null }>(
  rows: readonly Row[],
  rollNo: number,
): readonly Row[] => rows.filter(({ roll_no }) => roll_no === rollNo)

const charged = (row: Voucher) => ({
  voucherNo: row.voucher_no,
  month: { year: row.year, month: row.month },
  chainNo: row.chain_no,
  dueDate: dayIn(row.due_date),
  posted: row.posted,
  amount: sum(paisa(row.amount), paisa(row.kind === 'opening' ? row.arrears : 0)),
  netBalance: paisa(row.net_balance),
  student_class: row.student_class,
  section: row.section,
})

/** Returns a student's debt by the rule, from valid vouchers. */
export const debtOf = (
  { today }: BookRows,
  valid: readonly Voucher[],
  rollNo: number,
): Debt<ChargedVoucher & { readonly voucherNo: string }> =>
  studentDebt(ofStudent(valid, rollNo).map(charged), today)

/** Finds a student's last posted voucher among these valid vouchers. */
export const lastPosted = (valid: readonly Voucher[], rollNo: number): Voucher | undefined =>
  ofStudent(valid, rollNo).findLast(({ posted }) => posted)

/** Returns the drafts after their student's last posted voucher, whose charges are not owed. */
export const draftsIn = (books: BookRows): readonly Voucher[] => {
  const valid = validIn(books)
  return valid.filter((voucher) => voucher.chain_no > (lastPosted(valid, voucher.roll_no)?.chain_no ?? 0))
}

interface InClass {
  readonly studentClass: unknown
  readonly section: unknown
  readonly rollNo: unknown
}
const places: readonly unknown[] = [...classes, ...sections]
const placeOf = ({ studentClass, section, rollNo }: InClass): number =>
  (places.indexOf(studentClass) * 100 + places.indexOf(section)) * 1000 + Number(rollNo)

/** Sorts stably by class, section and roll number. */
export const inSchoolOrder = <Row extends InClass>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((one, other) => placeOf(one) - placeOf(other))

/** Sorts by the classes of the school. */
export const byClass = <Row extends Pick<InClass, 'studentClass'>>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((one, other) => places.indexOf(one.studentClass) - places.indexOf(other.studentClass))
