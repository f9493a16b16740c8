import { rowsType } from '#contract/list-rows.ts'
import { fromWire } from '#contract/wire.ts'
import { paisa, sum } from '#domain/money.ts'
import { admissionList } from '#reports/admission-report.ts'
import { messageOf } from '#reports/list.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { lists } from '#reports/reports.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { getRows, requestList } from '#test/report-rows.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const hostile = [
  'quotes " and \' and \\" too',
  'back\\slash \\n \\u0000',
  'two\nlines\r\nand a\ttab',
  'عائشہ خان',
  'line\u2028and\u2029paragraph',
  '</script><!--',
  'a face 😀 and a bell \u0007',
  ']},\n{"rows":[',
]

type AnyList = (typeof lists)[keyof typeof lists]
type Filters = Readonly<Record<string, string>>
type Row = Readonly<Record<string, unknown>>

/** What only rows have: of debts, which other clients do not get. */
const ofDebts = ['dueSince', 'fatherHomePhone', 'monthsOwed', 'notPosted', 'owedLater']
const isOfVouchers = ({ name }: AnyList): boolean => name === voucherList.name

const withoutDebt = (list: AnyList, row: Row): Row =>
  isOfVouchers(list)
    ? Object.fromEntries(Object.entries(row).filter(([name]) => !ofDebts.includes(name)))
    : row

/** An object of the specified shape as a row: only a voucher has fields of another form. */
function rowOf(list: AnyList, object: Row): Row {
  const values: Row =
    'feePeriod' in object
      ? { ...object, ...fromPeriod(object['feePeriod'] as { from: string; to: string }) }
      : object
  const all = Object.fromEntries(Object.keys(list.row.shape).map((name) => [name, values[name]]))
  return withoutDebt(list, all)
}
const fromPeriod = ({ from, to }: { from: string; to: string }) => ({ periodFrom: from, periodTo: to })

const totalsOf = ({ sums }: AnyList, rows: readonly Row[]) => ({
  count: rows.length,
  sums: Object.fromEntries(sums.map((key) => [key, sum(...rows.map((row) => paisa(Number(row[key]))))])),
})

/** Every list of the books. */
const each = Object.values(lists)
  .filter(({ endpoint }) => endpoint.access === 'staff')
  .map((list): [name: string, list: AnyList] => [list.name, list])
/** Those whose rows are of students. */
const ofStudents = each.filter(([, { row }]) => 'fatherName' in row.shape)

/** The filters of a list with values to try: every choice, but two classes, one section and two days. */
function filtersOf({ query }: AnyList): (readonly [filter: string, values: readonly string[]])[] {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, shape]) => {
    if (/(?:class|section)$/i.test(name)) return [name, /class$/i.test(name) ? ['3', '5'] : ['Red']]
    const choices = typeof shape === 'object' ? shape.enum?.map(String) : undefined
    return [name, choices ?? ['2026-11-20', '2026-11-21']]
  })
}

/** A filter that selects nothing: the school was not there yet. */
const beforeAllRows = ({ query }: AnyList): Filters => ({
  ['toDate' in query.shape ? 'toDate' : 'asOf']: '2000-01-01',
})

/** The filter that selects the class of the students with hostile names. */
const inClass3 = (list: AnyList): Filters =>
  list === admissionList ? { selectedClass: '3' } : { studentClass: '3' }

describe('a list as rows', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    await runEveryOperation(school)
    // A journal has the days that are closed.
    const admin = await school.as('admin@main.test')
    await admin.post('/finances/closeBooks/Main%20Campus', { until: '2026-11-20' })
    for (const studentName of hostile) {
      const rollNo = await admit(desk, { studentData: { studentClass: '3' } })
      await school.db
        .updateTable('students')
        .set({ student_name: studentName, father_name: studentName })
        .where('campus', '=', 'Main Campus')
        .where('roll_no', '=', rollNo)
        .execute()
    }
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  /** The reply that other clients get, decoded. */
  const objects = async (list: AnyList, filters: Filters) => {
    const { headers, text } = await requestList(school, desk, list, { filters, accept: 'application/json' })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    const reply: Row = fromWire(list.endpoint.reply, JSON.parse(text))
    return { msg: reply['msg'], rows: reply[list.items] as Row[] }
  }

  const expectSameRows = async (list: AnyList, filters: Filters): Promise<number> => {
    const { msg, totals, rows } = await getRows(school, desk, list, filters)
    const specified = await objects(list, filters)
    expect(msg).toBe(specified.msg)
    expect(rows.map((row) => withoutDebt(list, row))).toEqual(
      specified.rows.map((object) => rowOf(list, object)),
    )
    expect(totals).toEqual(totalsOf(list, rows))
    return rows.length
  }

  it.each(each)(
    'has the rows of the specified shape in the same order, with true sums: %s',
    async (_, list) => {
      expect(await expectSameRows(list, {})).toBeGreaterThan(0)
    },
  )

  it.each(
    each.flatMap(([name, list]) =>
      filtersOf(list).map(([filter, values]) => [name, filter, list, values] as const),
    ),
  )('has them for every value of a filter: %s by %s', async (_name, filter, list, values) => {
    const counts: number[] = []
    for (const value of values) counts.push(await expectSameRows(list, { [filter]: value }))
    expect(Math.max(...counts)).toBeGreaterThan(0)
  })

  it.each(each)('has them for two filters at once: %s', async (_, list) => {
    const first = filtersOf(list).map(([filter, [value = '']]): Filters => ({ [filter]: value }))
    for (const [at, one] of first.entries())
      for (const other of first.slice(at + 1)) await expectSameRows(list, { ...one, ...other })
  })

  it.each(ofStudents)('keeps the names of %s unchanged, each row on its own line', async (_, list) => {
    const { text } = await requestList(school, desk, list, { filters: inClass3(list) })
    const { msg, totals, rows } = await getRows(school, desk, list, inClass3(list))
    expect(rows.map((row: Row) => [row['studentName'], row['fatherName']])).toEqual(
      hostile.map((name) => [name, name]),
    )
    const [head, ...lines] = text.split('\n')
    expect(head).toBe(`{"msg":"${msg}","totals":${JSON.stringify(totals)},"rows":[`)
    expect(totals.count).toBe(hostile.length)
    expect(lines.pop()).toBe(']}')
    expect(lines).toHaveLength(hostile.length)
    const values = JSON.parse(`[${lines.join('')}]`) as unknown[][]
    const at = Object.keys(list.row.shape).indexOf('studentName')
    expect(values.map((row) => row[at])).toEqual(hostile)
    expect((JSON.parse(text) as { rows: unknown }).rows).toEqual(values)
  })

  it.each(each)('has zero sums without rows: %s', async (_, list) => {
    const filters = beforeAllRows(list)
    const empty = { msg: messageOf(list, 0), totals: totalsOf(list, []), rows: [] }
    expect(await getRows(school, desk, list, filters)).toEqual(empty)
    const { text } = await requestList(school, desk, list, { filters })
    expect(JSON.parse(text)).toEqual(empty)
    expect(await objects(list, filters)).toEqual({ msg: empty.msg, rows: [] })
  })

  it.each(each)(
    'is distinguished from the specified shape by its content type, and a refusal is JSON: %s',
    async (_, list) => {
      const { headers } = await requestList(school, desk, list)
      expect(headers).toMatchObject({
        'content-type': rowsType,
        'cache-control': 'no-store',
        vary: 'accept, accept-encoding',
      })
      for (const field of Object.keys(list.query.shape)) {
        const refused = await requestList(school, desk, list, { filters: { [field]: 'soon' } })
        expect(refused.status).toBe(400)
        expect(JSON.parse(refused.text)).toMatchObject({ code: 'invalid', errors: [{ field }] })
      }
      expect((await requestList(school, { ...desk, cookie: '' }, list)).status).toBe(401)
    },
  )

  // It writes, so it is the last.
  it('counts the months and has the phone of a debt in the list of unpaid vouchers, without the phone for who only reads', async () => {
    await generateAndPost(desk, 'Main Campus', '2027-02-01')
    await generateAndPost(desk, 'Main Campus', '2027-03-01')
    const ofClass3 = async (caller: Caller, paidStatus: string) => {
      const { rows } = await getRows(school, caller, voucherList, { studentClass: '3', paidStatus })
      return rows.map(({ monthsOwed, fatherHomePhone }) => [monthsOwed, fatherHomePhone])
    }
    const viewer = await school.as('viewer@main.test')
    const all = hostile.map(() => [2, '0300-1234567'])
    expect(await ofClass3(desk, 'unpaid')).toEqual(all)
    expect(await ofClass3(viewer, 'unpaid')).toEqual(all.map(([months]) => [months, '']))
    const others = await ofClass3(desk, 'all')
    expect(others.length).toBeGreaterThan(hostile.length)
    expect(new Set(others.flat())).toEqual(new Set([0, '']))
  })
})
