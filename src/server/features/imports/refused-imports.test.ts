import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkImport, findImport, listImports } from '#contract/imports.ts'
import { checkNoOp } from '#test/every-row.ts'
import {
  aRow,
  fourRows,
  importHeadings as headings,
  importCalls,
  importColumns,
  registerSettings,
} from '#test/import-calls.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const campus = 'Main%20Campus'

describe('an import that is refused, corrected or repeated', () => {
  let school: TestSchool
  let admin: Caller
  let desk: Caller
  const { start, send, check, fix, apply, rowsOf, counts, bring } = importCalls(() => admin)

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    school.now = new Date('2026-11-02T09:00:00+05:00')
    admin = await school.as('admin@main.test')
    desk = await school.as('desk@main.test')
  })

  it('is applied once the refused rows are corrected or left out', async () => {
    const rows = [...fourRows, aRow(6, { studentClass: 'Eleven' }), aRow(7, { monthlyFee: '-5' })]
    const { importNo, checked } = await bring(rows)
    expect(replyOf(checkImport, checked.body).unknownValues).toEqual([
      { field: 'studentClass', value: 'Eleven', rows: 1 },
    ])
    expect(counts(checked)).toMatchObject({ new: 4, refused: 2 })
    expect(await checkNoOp(school.db, () => apply(importNo, { new: 4 }))).toMatchObject({
      status: 409,
      body: { code: 'import-refused' },
    })
    const [refused] = await rowsOf(importNo, 'refused')
    expect(refused).toMatchObject({ rowNo: 6, problems: [{ field: 'studentClass', isWarning: false }] })
    const column = importColumns.findIndex(([, field]) => field === 'studentClass')
    const fixed = await fix(importNo, { cell: { rowNo: 6, column, value: 'VI' } })
    expect(counts(fixed)).toMatchObject({ new: 5, refused: 1 })
    const corrected = await fix(importNo, { leaveOut: { rows: [7], isLeftOut: true } })
    expect(counts(corrected)).toMatchObject({ new: 5, refused: 0, leftOut: 1 })
    expect(await apply(importNo, { new: 5, leftOut: 1 })).toMatchObject({
      status: 200,
      body: { added: 5, leftOut: 1 },
    })
    const newRows = await rowsOf(importNo, 'all')
    expect(newRows.filter(({ cells }) => cells.length > 0)).toMatchObject([{ rowNo: 7, outcome: 'left out' }])
  })

  it('is refused if the outcome of the check has changed since it was shown', async () => {
    const { importNo } = await bring([aRow(2, { rollNo: '1' })])
    await admit(desk)
    expect(await checkNoOp(school.db, () => apply(importNo, { new: 1 }))).toMatchObject({
      status: 409,
      body: { code: 'import-changed' },
    })
  })

  it('replies to a repeated call with the first reply, and cannot be changed after it was applied', async () => {
    const { importNo } = await bring(fourRows)
    const key = { 'idempotency-key': 'apply-1' }
    const first = await apply(importNo, { new: 4 }, key)
    expect(first.status).toBe(200)
    expect((await apply(importNo, { new: 4 }, key)).body).toEqual(first.body)
    for (const attempt of [apply(importNo, {}), check(importNo), fix(importNo, {})]) {
      expect(await attempt).toMatchObject({ status: 409, body: { code: 'import-ended' } })
    }
    expect(await school.db.selectFrom('students').selectAll().execute()).toHaveLength(4)
  })

  it('is stored once if its whole table is sent again with the same key', async () => {
    const key = { 'idempotency-key': 'start-1' }
    const first = await send(fourRows, {}, key)
    expect(await send(fourRows, {}, key)).toMatchObject({ status: 200, body: first.body })
    expect(await send(fourRows.slice(1), {}, key)).toMatchObject({ body: { code: 'key-reused' } })
    const { imports } = replyOf(listImports, (await admin.get(`/imports/list/${campus}`)).body)
    expect(imports).toMatchObject([{ importNo: 1, state: 'stored', rows: 4, counts: null }])
  })

  it('has the same hash that earlier versions of page and command computed for the same rows', async () => {
    await start([aRow(2)])
    const { body } = await admin.get(`/imports/one/${campus}/1`)
    expect(replyOf(findImport, body).import.fileHash).toBe(
      createHash('sha256')
        .update(JSON.stringify([headings, [{ rowNo: 2, cells: aRow(2).cells }]]))
        .digest('hex'),
    )
  })

  it.each<[what: string, overrides: object, field: string]>([
    ['a row twice', { rows: [aRow(2), aRow(2)] }, 'rows'],
    ['a cell with a null character', { rows: [aRow(2, { studentName: 'A\u0000' })] }, 'rows.0.cells.1'],
    ['a cell with half a character', { rows: [aRow(2, { studentName: 'A\uD83D' })] }, 'rows.0.cells.1'],
    ['a cell that is too long', { rows: [aRow(2, { studentName: 'x'.repeat(502) })] }, 'rows.0.cells.1'],
    ['no rows', { rows: [] }, 'rows'],
    ['too many rows', { rows: Array.from({ length: 10_001 }, (_, index) => aRow(index + 1)) }, 'rows'],
    [
      'too many cells',
      { rows: [{ rowNo: 2, cells: Array.from({ length: 61 }, () => 'x') }] },
      'rows.0.cells',
    ],
    ['too many columns', { headings: Array.from({ length: 61 }, () => 'x') }, 'headings'],
    ['no column', { headings: [] }, 'headings'],
    ['another kind', { what: 'teachers' }, 'what'],
  ])('does not start with %s', async (_, overrides, field) => {
    expect(await checkNoOp(school.db, () => send(fourRows, overrides))).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
  })

  it('reports the first hundred errors of a table', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => aRow(index + 1, { studentName: 'A\u0000' }))
    const { errors } = (await send(rows)).body
    expect(errors).toHaveLength(100)
  })

  it('refuses the same field for two columns, and a correction outside the file', async () => {
    const { importNo } = await bring(fourRows)
    expect(
      await check(importNo, { columns: registerSettings.columns.map(() => 'studentName') }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'settings.columns' }] },
    })
    for (const cell of [
      { rowNo: 99, column: 0, value: 'x' },
      { rowNo: 2, column: 13, value: 'x' },
    ])
      expect(await checkNoOp(school.db, () => fix(importNo, { cell }))).toMatchObject({ status: 400 })
  })

  it('is not found at another campus', async () => {
    const { importNo } = await bring(fourRows)
    const city = await school.as('admin@city.test')
    for (const answer of [
      await city.get(`/imports/one/City%20Campus/${importNo}`),
      await city.get(`/imports/rows/City%20Campus/${importNo}/all`),
      await city.post(`/imports/check/City%20Campus/${importNo}`, { settings: registerSettings }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'import-unknown' } })
    expect(replyOf(listImports, (await city.get('/imports/list/City%20Campus')).body).imports).toEqual([])
  })

  it('refuses a row whose old number is too long to store', async () => {
    const rows = [aRow(2, { rollNo: 'A'.repeat(61) }), aRow(3, { rollNo: 'A'.repeat(60) })]
    const { importNo, checked } = await bring(rows, { numbering: 'new' })
    expect(counts(checked)).toMatchObject({ new: 1, refused: 1 })
    await fix(importNo, { leaveOut: { rows: [2], isLeftOut: true } })
    expect(await apply(importNo, { new: 1, leftOut: 1 })).toMatchObject({ status: 200 })
  })

  it('refuses balances that are dated on a closed day', async () => {
    await admin.post(`/finances/closeBooks/${campus}`, { until: '2026-10-31', reason: 'Audit' })
    const { checked } = await bring(fourRows)
    expect(counts(checked)).toMatchObject({ new: 2, refused: 2 })
  })

  describe('of fees after money was received', () => {
    const pay = (caller: Caller, rollNo: number) =>
      caller.post(`/finances/markIndividualVoucherAsPaid/${campus}/5Red${rollNo}open`, {
        receivedAmount: 100,
      })
    const setLimit = () => admin.post(`/finances/saveCampusRules/${campus}`, { approvalLimit: 1000 })
    const owingRow = (rowNo: number, overrides: object = {}) => aRow(rowNo, { balance: '7500', ...overrides })
    const lower = () =>
      bring([owingRow(2, { monthlyFee: '4999' }), owingRow(3, { monthlyFee: '4999' })], {}, { what: 'fees' })
    beforeEach(async () => {
      await apply((await bring([owingRow(2), owingRow(3)])).importNo, { new: 2 })
      await pay(admin, 1022)
      await pay(desk, 1023)
    })

    it('refuses the row of a child whose money the caller received', async () => {
      await setLimit()
      const { importNo, checked } = await lower()
      expect(counts(checked)).toMatchObject({ changed: 1, refused: 1 })
      expect(await rowsOf(importNo, 'refused')).toMatchObject([
        { rowNo: 2, problems: [{ code: 'fee-of-own-money', field: 'monthlyFee' }] },
      ])
      await fix(importNo, { leaveOut: { rows: [2], isLeftOut: true } })
      expect(await apply(importNo, { changed: 1, leftOut: 1 })).toMatchObject({ status: 200 })
    })

    it('is refused if the caller received the money after the check', async () => {
      await setLimit()
      const { importNo } = await bring([owingRow(3, { monthlyFee: '4999' })], {}, { what: 'fees' })
      await pay(admin, 1023)
      expect(await checkNoOp(school.db, () => apply(importNo, { changed: 1 }))).toMatchObject({
        status: 409,
        body: { code: 'import-changed' },
      })
    })

    it('is applied and listed as unapproved if there is no second person', async () => {
      await setLimit()
      await school.db
        .updateTable('staff')
        .set({ disabled: true })
        .where('user_id', '<>', 'admin@main.test')
        .execute()
      const { importNo, checked } = await lower()
      expect(counts(checked)).toMatchObject({ changed: 2, refused: 0 })
      expect(await apply(importNo, { changed: 2 })).toMatchObject({ status: 200 })
      expect(await school.db.selectFrom('approvals').selectAll().execute()).toMatchObject([
        {
          state: 'alone',
          act: 'changeFee',
          why: 'own money',
          roll_no: 1022,
          requested_by: 'admin@main.test',
        },
      ])
    })
  })

  it('does not lower a fee beyond the limit of one person if there is a second person', async () => {
    await apply((await bring(fourRows)).importNo, { new: 4 })
    await admin.post(`/users/add/${campus}`, {
      userId: 'second@main.test',
      name: 'Second Admin',
      role: 'admin',
    })
    await admin.post(`/finances/saveCampusRules/${campus}`, { approvalLimit: 1000 })
    const lower = (fee: string) => [aRow(4, { section: 'Blue', monthlyFee: fee })]
    const { checked } = await bring(lower('4000'))
    expect(counts(checked)).toMatchObject({ changed: 1, refused: 0 })
    const { checked: aboveLimit } = await bring(lower('3999'))
    expect(counts(aboveLimit)).toMatchObject({ changed: 0, refused: 1 })
  })
})
