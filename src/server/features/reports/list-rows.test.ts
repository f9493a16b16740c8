import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsType } from '#contract/list-rows.ts'
import { admissionList } from '#reports/admission-report.ts'
import { messageOf } from '#reports/list.ts'
import { voucherList } from '#reports/voucher-list.ts'
import {
  bookLists,
  expectSameRows,
  hostileNames as hostile,
  openSchoolWithLists,
  readObjects,
  totalsOf,
  type AnyList,
  type Filters,
  type Row,
} from '#test/list-forms.ts'
import { getRows, requestList } from '#test/report-rows.ts'
import { generateAndPost, type Caller, type TestSchool } from '#test/school.ts'

/** The lists whose rows are about students. */
const studentLists = bookLists.filter(([, { row }]) => 'fatherName' in row.shape)

/** Returns a filter that selects no rows, because the school did not exist yet. */
const filterWithoutRows = ({ query }: AnyList): Filters => ({
  ['toDate' in query.shape ? 'toDate' : 'asOf']: '2000-01-01',
})

/** Returns a filter that selects the class of the students with hostile names. */
const filterClass3 = (list: AnyList): Filters =>
  list === admissionList ? { selectedClass: '3' } : { studentClass: '3' }

// Lists with filters are compared in list-filters.test.ts.
describe('a list requested as rows', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    ;({ school, desk } = await openSchoolWithLists())
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  it.each(bookLists)(
    'equals the list in the specified shape, with the same order and true sums: %s',
    async (_, list) => {
      expect(await expectSameRows({ school, desk }, list, {})).toBeGreaterThan(0)
    },
  )

  it.each(studentLists)('has every name of %s unchanged, each row on its own line', async (_, list) => {
    const { text } = await requestList(school, desk, list, { filters: filterClass3(list) })
    const { msg, totals, rows } = await getRows(school, desk, list, filterClass3(list))
    expect(rows.map((row: Row) => [row['studentName'], row['fatherName']])).toEqual(
      hostile.map((name) => [name, name]),
    )
    const [head, ...lines] = text.split('\n')
    expect(head).toBe(`{"msg":"${msg}","totals":${JSON.stringify(totals)}}`)
    expect(totals.count).toBe(hostile.length)
    expect(lines.pop()).toBe('')
    expect(lines).toHaveLength(hostile.length)
    const values = lines.map((line) => JSON.parse(line) as unknown[])
    const index = Object.keys(list.row.shape).indexOf('studentName')
    expect(values.map((row) => row[index])).toEqual(hostile)
  })

  it.each(bookLists)('has sums of 0 if it has no rows: %s', async (_, list) => {
    const filters = filterWithoutRows(list)
    const empty = { msg: messageOf(list, 0), totals: totalsOf(list, []) }
    expect(await getRows(school, desk, list, filters)).toEqual({ ...empty, rows: [] })
    const { text } = await requestList(school, desk, list, { filters })
    expect(JSON.parse(text)).toEqual(empty)
    expect(await readObjects({ school, desk }, list, filters)).toEqual({ msg: empty.msg, rows: [] })
  })

  it.each(bookLists)('has its own content type, and a refusal is JSON: %s', async (_, list) => {
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
  })

  // This test writes, so it is the last.
  it('has months owed and phone for unpaid vouchers only, and no phone for read-only users', async () => {
    await generateAndPost(desk, 'Main Campus', '2027-02-01')
    await generateAndPost(desk, 'Main Campus', '2027-03-01')
    const readClass3 = async (caller: Caller, paidStatus: string) => {
      const { rows } = await getRows(school, caller, voucherList, { studentClass: '3', paidStatus })
      return rows.map(({ monthsOwed, fatherHomePhone }) => [monthsOwed, fatherHomePhone])
    }
    const viewer = await school.as('viewer@main.test')
    const all = hostile.map(() => [2, '0300-1234567'])
    expect(await readClass3(desk, 'unpaid')).toEqual(all)
    expect(await readClass3(viewer, 'unpaid')).toEqual(all.map(([months]) => [months, '']))
    const others = await readClass3(desk, 'all')
    expect(others.length).toBeGreaterThan(hostile.length)
    expect(new Set(others.flat())).toEqual(new Set([0, '']))
  })
})
