import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { aRow, fourRows, importCalls, registerSettings } from '#test/import-calls.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const campus = 'Main%20Campus'

describe('an import', () => {
  let school: TestSchool
  let admin: Caller
  let desk: Caller
  const { start, check, apply, counts, bring } = importCalls(() => admin)

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

  const importFour = async () => {
    const { importNo } = await bring(fourRows)
    await apply(importNo, { new: 4 })
    return importNo
  }
  const history = () =>
    school.db.selectFrom('changes').select(['what', 'roll_no', 'after']).orderBy('change_no').execute()

  it('shows counts and sums before it writes any data of the school', async () => {
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

  it('adds students, fees and opening vouchers with one history entry', async () => {
    const importNo = await importFour()
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

  it('makes the next admission get the number after the greatest number of the file', async () => {
    await importFour()
    expect(await admit(desk)).toBe(1026)
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('adds balances that are received, carried and billed like any other debt', async () => {
    await importFour()
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

  it('adds nothing when the same file is imported again, even after a payment and a month', async () => {
    const first = await importFour()
    await desk.post(`/finances/markIndividualVoucherAsPaid/${campus}/5Red1022open`, { receivedAmount: 2500 })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    const lines = await history()
    const started = await start(fourRows)
    expect(started).toMatchObject({
      appliedBefore: { importNo: first },
      remembered: { columns: registerSettings.columns, numbering: 'keep', asOf: '2026-10-31' },
    })
    expect(counts(await check(started.importNo))).toMatchObject({ new: 0, changed: 0, same: 4, refused: 0 })
    expect(await apply(started.importNo, {})).toMatchObject({
      status: 200,
      body: { added: 0, changed: 0, same: 4, leftOut: 0 },
    })
    expect(await history()).toEqual(lines)
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('updates what differs, with the same history entries as the screens', async () => {
    await importFour()
    const rows = [
      aRow(2, { balance: '7500', monthlyFee: '5500', fatherHomePhone: '0321-7654321' }),
      ...fourRows.slice(1),
    ]
    const { importNo, checked } = await bring(rows)
    expect(counts(checked)).toMatchObject({ new: 0, changed: 1, same: 3 })
    expect(await apply(importNo, { changed: 1 })).toMatchObject({ status: 200, body: { changed: 1 } })
    expect((await history()).slice(1)).toMatchObject([
      { what: 'rows imported', after: { added: 0, changed: 1, openings: {} } },
      { what: 'record edited', roll_no: 1022, after: { fatherHomePhone: '0321-7654321' } },
      { what: 'fee changed', roll_no: 1022, after: { monthlyFee: 550_000, discount: 50_000 } },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })
})
