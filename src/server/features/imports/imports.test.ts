import { listImportRows, listImports, startImport, checkImport, findImport } from '#contract/imports.ts'
import type { ImportField } from '#domain/import.ts'
import { brokenLaws } from '#server/records/book-laws.ts'
import { untouched } from '#test/every-row.ts'
import { replyOf } from '#test/sample-calls.ts'
import {
  admit,
  generateAndPost,
  openSchool,
  type Answer,
  type Caller,
  type TestSchool,
} from '#test/school.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const campus = 'Main%20Campus'

const columns: readonly (readonly [heading: string, field: ImportField])[] = [
  ['Roll', 'rollNo'],
  ['Name', 'studentName'],
  ['Father', 'fatherName'],
  ['DOB', 'dateOfBirth'],
  ['Birth place', 'placeOfBirth'],
  ['Sex', 'gender'],
  ['Religion', 'religion'],
  ['Mobile', 'fatherHomePhone'],
  ['Class', 'studentClass'],
  ['Section', 'section'],
  ['Fee', 'monthlyFee'],
  ['Discount', 'discount'],
  ['Dues', 'balance'],
]
const headings = columns.map(([heading]) => heading)

/** A row of the register with the named cells replaced. */
const aRow = (rowNo: number, named: Partial<Record<ImportField, string>> = {}) => {
  const cells: Partial<Record<ImportField, string>> = {
    rollNo: String(1020 + rowNo),
    studentName: `Child ${'ABCDEFGH'[rowNo] ?? rowNo}`,
    fatherName: 'Imran Khan',
    dateOfBirth: '2016-04-12',
    placeOfBirth: 'Lahore',
    gender: 'M',
    religion: 'Islam',
    fatherHomePhone: '0300-1234567',
    studentClass: '5',
    section: 'Red',
    monthlyFee: '5000',
    discount: '500',
    balance: '0',
    ...named,
  }
  return { rowNo, cells: columns.map(([, field]) => cells[field] ?? '') }
}

const settings = {
  columns: columns.map(([, field]) => field),
  values: { studentClass: {}, section: {}, gender: {} },
  dateOrder: null,
  balanceSign: 'minus is paid ahead',
  numbering: 'keep',
  asOf: '2026-10-31',
  fillMissing: false,
}

const fourRows = [
  aRow(2, { balance: '7,500' }),
  aRow(3, { balance: '-3000' }),
  aRow(4, { studentClass: 'Five', section: 'Blue' }),
  aRow(5, { studentName: '=HYPERLINK("http://x","y")' }),
]

type Row = (typeof fourRows)[number]

describe('an import', () => {
  let school: TestSchool
  let admin: Caller
  let desk: Caller

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

  const start = async (rows: readonly Row[], named: object = {}) => {
    const file = { what: 'students', fileName: 'register.xlsx', fileHash: 'a'.repeat(64), headings }
    const { body } = await admin.post(`/imports/start/${campus}`, {
      ...file,
      rowCount: rows.length,
      ...named,
    })
    return replyOf(startImport, body)
  }
  const send = (importNo: number, rows: readonly Row[], caller = admin) =>
    caller.post(`/imports/rows/${campus}/${importNo}`, { rows })
  const check = (importNo: number, named: object = {}) =>
    admin.post(`/imports/check/${campus}/${importNo}`, { settings: { ...settings, ...named } })
  const fix = (importNo: number, body: object) => admin.post(`/imports/fix/${campus}/${importNo}`, body)
  const apply = (importNo: number, expected: object, headers = {}) =>
    admin.post(
      `/imports/apply/${campus}/${importNo}`,
      { expected: { new: 0, changed: 0, leftOut: 0, ...expected } },
      headers,
    )
  const rowsOf = async (importNo: number, outcome: string) =>
    replyOf(listImportRows, (await admin.get(`/imports/rows/${campus}/${importNo}/${outcome}`)).body).rows
  const counts = ({ body }: Answer) => replyOf(checkImport, body).counts

  /** Sends a file and checks it. */
  const bring = async (rows: readonly Row[], named: object = {}, file: object = {}) => {
    const { importNo } = await start(rows, file)
    await send(importNo, rows)
    return { importNo, checked: await check(importNo, named) }
  }
  const bringFour = async () => {
    const { importNo } = await bring(fourRows)
    await apply(importNo, { new: 4 })
    return importNo
  }
  const history = () =>
    school.db.selectFrom('changes').select(['what', 'roll_no', 'after']).orderBy('change_no').execute()

  it('tells counts and sums before anything of the school is written', async () => {
    const { checked } = await bring(fourRows)
    expect(checked).toMatchObject({
      status: 200,
      body: {
        questions: [],
        unknownValues: [],
        counts: { new: 4, changed: 0, same: 0, refused: 0, leftOut: 0 },
        sums: { students: 4, monthlyFees: 18_000, openingDues: 7500, openingAdvances: 3000 },
      },
    })
    for (const table of ['students', 'fees', 'vouchers', 'changes'] as const) {
      expect(await school.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  it('brings students, fees and opening vouchers in, with one line of history', async () => {
    const importNo = await bringFour()
    const students = await school.db
      .selectFrom('students')
      .select([
        'roll_no',
        'student_name',
        'student_class',
        'section',
        'gender',
        'import_no',
        'admission_date',
      ])
      .orderBy('roll_no')
      .execute()
    expect(students).toMatchObject([
      { roll_no: 1022, gender: 'male', student_class: '5', section: 'Red', import_no: importNo },
      { roll_no: 1023 },
      { roll_no: 1024, student_class: '5', section: 'Blue' },
      { roll_no: 1025, student_name: '=HYPERLINK("http://x","y")' },
    ])
    const vouchers = await school.db
      .selectFrom('vouchers')
      .select(['voucher_no', 'arrears', 'net_balance', 'posted', 'fee_paid', 'issue_date'])
      .orderBy('roll_no')
      .execute()
    expect(vouchers).toEqual([
      {
        voucher_no: '5Red1022open',
        arrears: 750_000,
        net_balance: 750_000,
        posted: true,
        fee_paid: false,
        issue_date: '2026-10-31',
      },
      {
        voucher_no: '5Red1023open',
        arrears: -300_000,
        net_balance: -300_000,
        posted: true,
        fee_paid: true,
        issue_date: '2026-10-31',
      },
    ])
    expect(await history()).toEqual([
      {
        what: 'rows imported',
        roll_no: null,
        after: {
          importNo,
          what: 'students',
          fileName: 'register.xlsx',
          added: 4,
          changed: 0,
          openings: { 1022: 750_000, 1023: -300_000, 1024: 0, 1025: 0 },
        },
      },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('gives the next admission the number after the greatest of the file', async () => {
    await bringFour()
    expect(await admit(desk)).toBe(1026)
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('is received, carried and billed like any other debt', async () => {
    await bringFour()
    const pay = `/finances/markIndividualVoucherAsPaid/${campus}/5Red1022open`
    expect(await desk.post(pay, { receivedAmount: 2500 })).toMatchObject({
      status: 200,
      body: { balance: 5000 },
    })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    const vouchers = await school.db
      .selectFrom('vouchers')
      .select(['voucher_no', 'arrears', 'net_balance'])
      .where('kind', '=', 'monthly')
      .orderBy('roll_no')
      .execute()
    expect(vouchers).toMatchObject([
      { voucher_no: '5Red1022-202611', arrears: 500_000, net_balance: 950_000 },
      { voucher_no: '5Red1023-202611', arrears: -300_000, net_balance: 150_000 },
      { arrears: 0, net_balance: 450_000 },
      { arrears: 0, net_balance: 450_000 },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('adds nothing when the same file comes again, also after a payment and a month', async () => {
    const first = await bringFour()
    await desk.post(`/finances/markIndividualVoucherAsPaid/${campus}/5Red1022open`, { receivedAmount: 2500 })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    const lines = await history()
    const started = await start(fourRows)
    expect(started).toMatchObject({
      appliedBefore: { importNo: first },
      remembered: { columns: settings.columns, numbering: 'keep', asOf: '2026-10-31' },
    })
    await send(started.importNo, fourRows)
    expect(counts(await check(started.importNo))).toMatchObject({ new: 0, changed: 0, same: 4, refused: 0 })
    expect(await apply(started.importNo, {})).toMatchObject({
      status: 200,
      body: { added: 0, changed: 0, same: 4, leftOut: 0 },
    })
    expect(await history()).toEqual(lines)
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('changes what differs, with the lines of history of the screens', async () => {
    await bringFour()
    const rows = [
      aRow(2, { balance: '7500', monthlyFee: '5500', fatherHomePhone: '0321-7654321' }),
      ...fourRows.slice(1),
    ]
    const { importNo, checked } = await bring(rows, {}, { fileHash: 'b'.repeat(64) })
    expect(counts(checked)).toMatchObject({ new: 0, changed: 1, same: 3 })
    expect(await apply(importNo, { changed: 1 })).toMatchObject({ status: 200, body: { changed: 1 } })
    expect((await history()).slice(1)).toMatchObject([
      { what: 'rows imported', after: { added: 0, changed: 1, openings: {} } },
      { what: 'record edited', roll_no: 1022, after: { fatherHomePhone: '0321-7654321' } },
      { what: 'fee changed', roll_no: 1022, after: { monthlyFee: 550_000, discount: 50_000 } },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('is applied once the refused rows are corrected or left out', async () => {
    const rows = [...fourRows, aRow(6, { studentClass: 'Eleven' }), aRow(7, { monthlyFee: '-5' })]
    const { importNo, checked } = await bring(rows)
    expect(replyOf(checkImport, checked.body).unknownValues).toEqual([
      { field: 'studentClass', value: 'Eleven', rows: 1 },
    ])
    expect(counts(checked)).toMatchObject({ new: 4, refused: 2 })
    expect(await untouched(school.db, () => apply(importNo, { new: 4 }))).toMatchObject({
      status: 409,
      body: { code: 'import-refused' },
    })
    const [refused] = await rowsOf(importNo, 'refused')
    expect(refused).toMatchObject({ rowNo: 6, problems: [{ field: 'studentClass', isWarning: false }] })
    const column = columns.findIndex(([, field]) => field === 'studentClass')
    const fixed = await fix(importNo, { cell: { rowNo: 6, column, value: 'VI' } })
    expect(counts(fixed)).toMatchObject({ new: 5, refused: 1 })
    const left = await fix(importNo, { leaveOut: { rows: [7], isLeftOut: true } })
    expect(counts(left)).toMatchObject({ new: 5, refused: 0, leftOut: 1 })
    expect(await apply(importNo, { new: 5, leftOut: 1 })).toMatchObject({
      status: 200,
      body: { added: 5, leftOut: 1 },
    })
    const kept = await rowsOf(importNo, 'all')
    expect(kept.filter(({ cells }) => cells.length > 0)).toMatchObject([{ rowNo: 7, outcome: 'left out' }])
  })

  it('is refused where the plan is no longer the one that was seen', async () => {
    const { importNo } = await bring([aRow(2, { rollNo: '1' })])
    await admit(desk)
    expect(await untouched(school.db, () => apply(importNo, { new: 1 }))).toMatchObject({
      status: 409,
      body: { code: 'import-changed' },
    })
  })

  it('answers a repeated call with the first answer, and ends with the first application', async () => {
    const { importNo } = await bring(fourRows)
    const key = { 'idempotency-key': 'apply-1' }
    const first = await apply(importNo, { new: 4 }, key)
    expect(first.status).toBe(200)
    expect((await apply(importNo, { new: 4 }, key)).body).toEqual(first.body)
    for (const again of [apply(importNo, {}), check(importNo), send(importNo, fourRows), fix(importNo, {})]) {
      expect(await again).toMatchObject({ status: 409, body: { code: 'import-ended' } })
    }
    expect(await school.db.selectFrom('students').selectAll().execute()).toHaveLength(4)
  })

  it('goes on after a cut line: a piece that is sent again is stored once', async () => {
    const { importNo } = await start(fourRows)
    expect((await send(importNo, fourRows.slice(0, 2))).body).toMatchObject({ received: 2 })
    expect(await check(importNo)).toMatchObject({ status: 409, body: { code: 'import-incomplete' } })
    expect((await send(importNo, fourRows.slice(0, 2))).body).toMatchObject({ received: 2 })
    expect((await send(importNo, fourRows.slice(2))).body).toMatchObject({ received: 4 })
    expect(counts(await check(importNo))).toMatchObject({ new: 4 })
    expect(await send(importNo, fourRows)).toMatchObject({ status: 409, body: { code: 'import-complete' } })
    const { body } = await admin.get(`/imports/one/${campus}/${importNo}`)
    expect(replyOf(findImport, body).import).toMatchObject({
      state: 'checked',
      rows: 4,
      received: 4,
      headings,
    })
  })

  it.each([
    ['more rows than it has', [...fourRows, aRow(6)], 'rows'],
    ['a row twice', [aRow(2), aRow(2)], 'rows'],
    ['a cell with a null character', [aRow(2, { studentName: 'A\u0000' })], 'rows.0.cells.1'],
    ['a cell with half a character', [aRow(2, { studentName: 'A\uD83D' })], 'rows.0.cells.1'],
    ['a cell that was not cut', [aRow(2, { studentName: 'x'.repeat(502) })], 'rows.0.cells.1'],
  ])('refuses %s and stores nothing', async (_, rows, field) => {
    const { importNo } = await start(fourRows)
    expect(await untouched(school.db, () => send(importNo, rows))).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
  })

  it.each([
    ['no rows', { rowCount: 0 }, 'rowCount'],
    ['too many rows', { rowCount: 10_001 }, 'rowCount'],
    ['too many columns', { headings: Array.from({ length: 61 }, () => 'x') }, 'headings'],
    ['no column', { headings: [] }, 'headings'],
    ['no hash', { fileHash: 'abc' }, 'fileHash'],
    ['another kind', { what: 'teachers' }, 'what'],
  ])('does not begin with %s', async (_, named, field) => {
    const file = { what: 'students', fileName: 'a.csv', fileHash: 'a'.repeat(64), headings, rowCount: 4 }
    expect(
      await untouched(school.db, () => admin.post(`/imports/start/${campus}`, { ...file, ...named })),
    ).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  })

  it('refuses a field for two columns, and a correction outside the file', async () => {
    const { importNo } = await bring(fourRows)
    expect(await check(importNo, { columns: settings.columns.map(() => 'studentName') })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'settings.columns' }] },
    })
    for (const cell of [
      { rowNo: 99, column: 0, value: 'x' },
      { rowNo: 2, column: 13, value: 'x' },
    ])
      expect(await untouched(school.db, () => fix(importNo, { cell }))).toMatchObject({ status: 400 })
  })

  it('belongs to its campus', async () => {
    const { importNo } = await bring(fourRows)
    const city = await school.as('admin@city.test')
    for (const answer of [
      await city.get(`/imports/one/City%20Campus/${importNo}`),
      await city.get(`/imports/rows/City%20Campus/${importNo}/all`),
      await send(importNo, fourRows, {
        ...city,
        post: (url, body) => city.post(url.replace('Main', 'City'), body),
      }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'import-unknown' } })
    expect(replyOf(listImports, (await city.get('/imports/list/City%20Campus')).body).imports).toEqual([])
  })

  it('refuses the row whose old number is longer than the portal keeps', async () => {
    const rows = [aRow(2, { rollNo: 'A'.repeat(61) }), aRow(3, { rollNo: 'A'.repeat(60) })]
    const { importNo, checked } = await bring(rows, { numbering: 'new' })
    expect(counts(checked)).toMatchObject({ new: 1, refused: 1 })
    await fix(importNo, { leaveOut: { rows: [2], isLeftOut: true } })
    expect(await apply(importNo, { new: 1, leftOut: 1 })).toMatchObject({ status: 200 })
  })

  it('is not dated on a closed day', async () => {
    await admin.post(`/finances/closeBooks/${campus}`, { until: '2026-10-31', reason: 'Audit' })
    const { checked } = await bring(fourRows)
    expect(counts(checked)).toMatchObject({ new: 2, refused: 2 })
  })

  it('does not lower a fee by more than one person may, where there is a second one', async () => {
    await bringFour()
    await admin.post(`/users/add/${campus}`, {
      userId: 'second@main.test',
      name: 'Second Admin',
      role: 'admin',
    })
    await admin.post(`/finances/saveCampusRules/${campus}`, { approvalLimit: 1000 })
    const lower = (fee: string) => [aRow(4, { section: 'Blue', monthlyFee: fee })]
    const { checked } = await bring(lower('4000'))
    expect(counts(checked)).toMatchObject({ changed: 1, refused: 0 })
    const { checked: more } = await bring(lower('3999'))
    expect(counts(more)).toMatchObject({ changed: 0, refused: 1 })
  })
})
