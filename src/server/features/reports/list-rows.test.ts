import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsType } from '#contract/list-rows.ts'
import { admissionList } from '#reports/admission-report.ts'
import { messageOf } from '#reports/list.ts'
import { voucherList } from '#reports/voucher-list.ts'
import {
  bookLists,
  expectSameRows,
  hostileNames as hostile,
  openSchoolOfLists,
  readObjects,
  totalsOf,
  type AnyList,
  type Filters,
  type Row,
} from '#test/list-forms.ts'
import { getRows, requestList } from '#test/report-rows.ts'
import { generateAndPost, type Caller, type TestSchool } from '#test/school.ts'

/** The lists whose rows are of students. */
const ofStudents = bookLists.filter(([, { row }]) => 'fatherName' in row.shape)

/** A filter that selects nothing: the school was not there yet. */
const beforeAllRows = ({ query }: AnyList): Filters => ({
  ['toDate' in query.shape ? 'toDate' : 'asOf']: '2000-01-01',
})

/** The filter that selects the class of the students with hostile names. */
const inClass3 = (list: AnyList): Filters =>
  list === admissionList ? { selectedClass: '3' } : { studentClass: '3' }

// Lists with filters are compared in list-filters.test.ts.
describe('a list as rows', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    ;({ school, desk } = await openSchoolOfLists())
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  it.each(bookLists)(
    'has the rows of the specified shape in the same order, with true sums: %s',
    async (_, list) => {
      expect(await expectSameRows({ school, desk }, list, {})).toBeGreaterThan(0)
    },
  )

  it.each(ofStudents)('keeps the names of %s unchanged, each row on its own line', async (_, list) => {
    const { text } = await requestList(school, desk, list, { filters: inClass3(list) })
    const { msg, totals, rows } = await getRows(school, desk, list, inClass3(list))
    expect(rows.map((row: Row) => [row['studentName'], row['fatherName']])).toEqual(
      hostile.map((name) => [name, name]),
    )
    const [head, ...lines] = text.split('\n')
    expect(head).toBe(`{"msg":"${msg}","totals":${JSON.stringify(totals)}}`)
    expect(totals.count).toBe(hostile.length)
    expect(lines.pop()).toBe('')
    expect(lines).toHaveLength(hostile.length)
    const values = lines.map((line) => JSON.parse(line) as unknown[])
    const at = Object.keys(list.row.shape).indexOf('studentName')
    expect(values.map((row) => row[at])).toEqual(hostile)
  })

  it.each(bookLists)('has zero sums without rows: %s', async (_, list) => {
    const filters = beforeAllRows(list)
    const empty = { msg: messageOf(list, 0), totals: totalsOf(list, []) }
    expect(await getRows(school, desk, list, filters)).toEqual({ ...empty, rows: [] })
    const { text } = await requestList(school, desk, list, { filters })
    expect(JSON.parse(text)).toEqual(empty)
    expect(await readObjects({ school, desk }, list, filters)).toEqual({ msg: empty.msg, rows: [] })
  })

  it.each(bookLists)(
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

  // This test writes, so it is the last.
  it('counts the months and has the phone of a debt in the list of unpaid vouchers, without the phone for read-only users', async () => {
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
