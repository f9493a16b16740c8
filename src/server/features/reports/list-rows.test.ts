import { rowsType } from '#contract/list-rows.ts'
import { fromWire } from '#contract/wire.ts'
import { paisa, sum } from '#domain/money.ts'
import { ageingList } from '#reports/ageing.ts'
import { admissionList } from '#reports/admission-report.ts'
import { collectionList } from '#reports/collection.ts'
import { concessionList } from '#reports/concessions.ts'
import { journalList } from '#reports/journal.ts'
import { dayBookList } from '#reports/day-book.ts'
import { exceptionList } from '#reports/exceptions.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { receivedHeadList } from '#reports/received-heads.ts'
import { receiptList } from '#reports/fee-received.ts'
import { lists } from '#reports/reports.ts'
import { rollForwardList } from '#reports/roll-forward.ts'
import { studentList } from '#reports/student-list.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { getRows, requestList } from '#test/report-rows.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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

/** Each list with filters that select nothing, its message then, and a filter that is refused. */
const each: [name: string, list: AnyList, none: Filters, msg: string, wrong: Filters][] = [
  ['vouchers', voucherList, { fromDate: '2030-01-01' }, 'No vouchers found', { fromDate: 'soon' }],
  ['receipts', receiptList, { fromDate: '2030-01-01' }, 'No receipts found', { section: 'red' }],
  [
    'students',
    studentList,
    { studentClass: '9', section: 'Rose' },
    'Student list fetched successfully',
    { section: 'red' },
  ],
  ['admissions', admissionList, { fromDate: '2030-01-01' }, 'No student found', { toDate: 'soon' }],
  ['roll-forward', rollForwardList, { toDate: '2000-01-01' }, 'No entries found', { asOf: 'soon' }],
  ['day book', dayBookList, { fromDate: '2030-01-01' }, 'No entries found', { entries: 'soon' }],
  ['exceptions', exceptionList, { fromDate: '2030-01-01' }, 'No entries found', { exceptions: 'soon' }],
  ['heads', receivedHeadList, { fromDate: '2030-01-01' }, 'No receipts found', { toDate: 'soon' }],
  ['dues', ageingList, { asOf: '2000-01-01' }, 'No student found', { asOf: 'soon' }],
  ['collection', collectionList, { fromDate: '2030-01-01' }, 'No entries found', { toDate: 'soon' }],
  ['concessions', concessionList, { fromDate: '2030-01-01' }, 'No student found', { section: 'red' }],
  ['journal', journalList, { fromDate: '2030-01-01' }, 'No entries found', { toDate: 'soon' }],
]

/** Those whose rows are of students. */
const ofStudents = each.filter(([, { row }]) => 'fatherName' in row.shape)

const listOf = (name: string): AnyList => {
  const found = each.find(([of]) => of === name)
  if (!found) throw new Error(`No list of ${name}`)
  return found[1]
}

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

  it('is read in this test for every list of the books', () => {
    const ofBooks = Object.values(lists).filter(({ endpoint }) => endpoint.access === 'staff')
    expect(each.map(([, list]) => list)).toEqual(ofBooks)
  })

  it.each<[name: string, filters: Filters, least: number]>([
    ['vouchers', {}, 18],
    ['vouchers', { type: 'admitted' }, 10],
    ['vouchers', { type: 'removed' }, 4],
    ['vouchers', { paidStatus: 'paid' }, 10],
    ['vouchers', { paidStatus: 'unpaid' }, 1],
    ['vouchers', { type: 'removed', paidStatus: 'paid' }, 3],
    ['vouchers', { studentClass: '3', section: 'Red' }, hostile.length],
    ['vouchers', { fromDate: '2026-11-21' }, 5],
    ['vouchers', { toDate: '2027-01-11', toDateOf: 'dueDate' }, 10],
    ['receipts', {}, 15],
    ['receipts', { type: 'admitted' }, 10],
    ['receipts', { type: 'removed' }, 3],
    ['receipts', { studentClass: '3', section: 'Red' }, hostile.length],
    ['receipts', { fromDate: '2026-11-21', toDate: '2026-11-21' }, 5],
    ['students', {}, hostile.length + 1],
    ['students', { studentClass: '3', section: 'Red' }, hostile.length],
    ['admissions', {}, hostile.length + 3],
    ['admissions', { dataType: 'removals' }, 2],
    ['admissions', { dataType: 'admissions', selectedSection: 'Red' }, hostile.length],
    ['roll-forward', {}, 4],
    ['roll-forward', { fromDate: '2026-12-01', toDate: '2026-12-31', asOf: '2026-11-21' }, 2],
    ['heads', {}, 4],
    ['dues', {}, 1],
    ['collection', {}, 4],
    ['concessions', {}, hostile.length],
    ['journal', {}, 0],
    ['exceptions', {}, 9],
    ['exceptions', { exceptions: 'refund', toDate: '2026-11-21' }, 1],
    ['day book', {}, 50],
    ['day book', { fromDate: '2026-11-21', toDate: '2026-11-21', entries: 'adjusted' }, 6],
    ['day book', { entries: 'receipt', studentClass: '3' }, hostile.length],
  ])(
    'has the rows of the specified shape in the same order, with true sums: %s %o',
    async (name, filters, least) => {
      const list = listOf(name)
      const { msg, totals, rows } = await getRows(school, desk, list, filters)
      const specified = await objects(list, filters)
      expect(rows.length).toBeGreaterThanOrEqual(least)
      expect(msg).toBe(specified.msg)
      expect(rows.map((row) => withoutDebt(list, row))).toEqual(
        specified.rows.map((object) => rowOf(list, object)),
      )
      expect(totals).toEqual(totalsOf(list, rows))
    },
  )

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

  it.each(each)('has zero sums without %s', async (_, list, filters, msg) => {
    const empty = { msg, totals: totalsOf(list, []), rows: [] }
    expect(await getRows(school, desk, list, filters)).toEqual(empty)
    const { text } = await requestList(school, desk, list, { filters })
    expect(JSON.parse(text)).toEqual(empty)
    expect(await objects(list, filters)).toEqual({ msg, rows: [] })
  })

  it.each(each)(
    'is distinguished from the specified shape by its content type, and a refusal is JSON: %s',
    async (_name, list, _none, _msg, wrong) => {
      const { headers } = await requestList(school, desk, list)
      expect(headers).toMatchObject({
        'content-type': rowsType,
        'cache-control': 'no-store',
        vary: 'accept, accept-encoding',
      })
      const refused = await requestList(school, desk, list, { filters: wrong })
      expect(refused.status).toBe(400)
      expect(JSON.parse(refused.text)).toMatchObject({
        code: 'invalid',
        errors: [{ field: Object.keys(wrong)[0] }],
      })
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
