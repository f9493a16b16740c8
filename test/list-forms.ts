// The two forms of each list: rows for the page, and objects of the specified shape for other clients.

import { expect } from 'vitest'
import { z } from 'zod'
import { fromWire } from '#contract/wire.ts'
import { paisa, sum } from '#domain/money.ts'
import { lists } from '#reports/reports.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { runEveryOperation } from './every-operation.ts'
import { getRows, requestList } from './report-rows.ts'
import { admit, openSchool, type Caller, type TestSchool } from './school.ts'

export type AnyList = (typeof lists)[keyof typeof lists]
export type Filters = Readonly<Record<string, string>>
export type Row = Readonly<Record<string, unknown>>

interface ListFixture {
  readonly school: TestSchool
  readonly desk: Caller
}

/** Names that a format must not change. */
export const hostileNames = [
  'quotes " and \' and \\" too',
  'back\\slash \\n \\u0000',
  'two\nlines\r\nand a\ttab',
  'عائشہ خان',
  'line\u2028and\u2029paragraph',
  '</script><!--',
  'a face 😀 and a bell \u0007',
  ']},\n{"rows":[',
]

export const bookLists = Object.values(lists)
  .filter(({ endpoint }) => endpoint.access === 'staff')
  .map((list): [name: string, list: AnyList] => [list.name, list])

/** Returns the filters of a list with values to try: every choice, but only two classes, one section, two months and two days. */
export function filtersOf({ query }: AnyList): (readonly [filter: string, values: readonly string[]])[] {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, shape]) => {
    if (/(?:class|section)$/i.test(name)) return [name, /class$/i.test(name) ? ['3', '5'] : ['Red']]
    if (name === 'month') return [name, ['2026-11', '2026-12']]
    const choices = typeof shape === 'object' ? shape.enum?.map(String) : undefined
    return [name, choices ?? ['2026-11-20', '2026-11-21']]
  })
}

/** Opens a school with rows in every list of the books, and students of class 3 with hostile names. */
export async function openSchoolWithLists(): Promise<ListFixture> {
  const school = await openSchool()
  const desk = await school.as('desk@main.test')
  await runEveryOperation(school)
  // The journal has only closed days.
  const admin = await school.as('admin@main.test')
  await admin.post('/finances/closeBooks/Main%20Campus', { until: '2026-11-20' })
  for (const studentName of hostileNames) {
    const rollNo = await admit(desk, { studentData: { studentClass: '3' } })
    await school.db
      .updateTable('students')
      .set({ student_name: studentName, father_name: studentName })
      .where('campus', '=', 'Main Campus')
      .where('roll_no', '=', rollNo)
      .execute()
  }
  return { school, desk }
}

/** The columns about debts, which only the row format has. */
const debtColumns = [
  'dueSince',
  'fatherHomePhone',
  'monthsOwed',
  'notDue',
  'notPosted',
  'overdue',
  'owedLater',
]
const isVoucherList = ({ name }: AnyList): boolean => name === voucherList.name

const withoutDebt = (list: AnyList, row: Row): Row =>
  isVoucherList(list)
    ? Object.fromEntries(Object.entries(row).filter(([name]) => !debtColumns.includes(name)))
    : row

/** Converts an object of the specified shape to a row. Only a voucher has fields of another form. */
function rowOf(list: AnyList, object: Row): Row {
  const values: Row =
    'feePeriod' in object
      ? { ...object, ...fromPeriod(object['feePeriod'] as { from: string; to: string }) }
      : object
  const all = Object.fromEntries(Object.keys(list.row.shape).map((name) => [name, values[name]]))
  return withoutDebt(list, all)
}
const fromPeriod = ({ from, to }: { from: string; to: string }) => ({ periodFrom: from, periodTo: to })

export const totalsOf = ({ sums }: AnyList, rows: readonly Row[]) => ({
  count: rows.length,
  sums: Object.fromEntries(sums.map((key) => [key, sum(...rows.map((row) => paisa(Number(row[key]))))])),
})

/** Reads the reply that other clients get, decoded. */
export async function readObjects({ school, desk }: ListFixture, list: AnyList, filters: Filters) {
  const { headers, text } = await requestList(school, desk, list, { filters, accept: 'application/json' })
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const reply: Row = fromWire(list.endpoint.reply, JSON.parse(text))
  return { msg: reply['msg'], rows: reply[list.items] as Row[] }
}

/** Checks that a list is the same in both forms, with correct sums. Returns its number of rows. */
export async function expectSameRows(fixture: ListFixture, list: AnyList, filters: Filters): Promise<number> {
  const { msg, totals, rows } = await getRows(fixture.school, fixture.desk, list, filters)
  const specified = await readObjects(fixture, list, filters)
  expect(msg).toBe(specified.msg)
  expect(rows.map((row) => withoutDebt(list, row))).toEqual(
    specified.rows.map((object) => rowOf(list, object)),
  )
  expect(totals).toEqual(totalsOf(list, rows))
  return rows.length
}
