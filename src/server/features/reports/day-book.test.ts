import { afterAll, beforeEach, expect, it } from 'vitest'
import { entryNote } from '#domain/book-entry.ts'
import { less } from '#domain/money.ts'
import { dayBookList } from '#reports/day-book.ts'
import { goToDay as go, septemberFeePeriod, type OfficeDay } from '#test/dated-payments.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'
import { readXlsx } from '#test/xlsx.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
let day: OfficeDay
const goToDay = async (date: string) => (day = await go(school, date))
beforeEach(async () => {
  await school.reset()
  await goToDay('2026-10-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const getDayBook = async (filters: Readonly<Record<string, string>> = {}) =>
  getRows(school, await school.as('viewer@main.test'), dayBookList, filters)
const lines = async (filters: Readonly<Record<string, string>>) =>
  (await getDayBook(filters)).rows.map((row) => [
    row.kind,
    row.number,
    row.voucherNo,
    row.date,
    row.debit / 100,
    row.credit / 100,
    entryNote(row),
  ])
const onDay = (date: string) => ({ fromDate: date, toDate: date })

it('the day book lists bills, new prices, concessions, receipts and reversals in the order of entry', async () => {
  await admit(day.desk, septemberFeePeriod)
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  expect(await lines(onDay('2026-10-01'))).toEqual([
    ['billed', null, '5Red1adm', '2026-10-01', 7500, 0, ''],
    ['billed', null, '5Red1-202610', '2026-10-01', 4500, 0, ''],
    ['receipt', 1, '5Red1adm', '2026-10-01', 0, 7500, ''],
  ])
  await goToDay('2026-10-20')
  const newFee = { monthlyFee: 5300, discount: 500, registrationFee: 0, admissionFee: 0, examinationFee: 0 }
  await day.desk.post('/admissions/editAdmissionFee', { rollNo: 1, newFee })
  await day.pay('5Red1-202610', 1000, { receivedDate: '2026-10-15', method: 'bank', reference: 'DS 1' })
  await day.correct('5Red1-202610', 900)
  await day.desk.post(`/finances/lowerDebt/${campus}/1`, { kind: 'waiver', amount: 250.5, reason: 'Agreed' })
  const later = { monthlyFee: 5300, discount: 800, feeChangeDate: '2026-12-01' }
  await day.desk.post('/admissions/changeStudentFee/1', { newFee: later })
  expect(await lines(onDay('2026-10-20'))).toEqual(
    expect.arrayContaining([
      ['re-priced', null, '5Red1-202610', '2026-10-20', 300, 0, 'From 4,500 to 4,800'],
      ['receipt', 2, '5Red1-202610', '2026-10-15', 0, 1000, 'Bank DS 1'],
      ['reversal', 3, '5Red1-202610', '2026-10-15', 1000, 0, 'Reversal of no. 2; Bank DS 1; Mistyped'],
      ['receipt', 4, '5Red1-202610', '2026-10-15', 0, 900, 'Bank DS 1; Mistyped'],
      ['adjusted', 1, '5Red1-202610', '2026-10-20', 0, 250.5, 'Waived; Agreed'],
      [
        'fees changed',
        null,
        null,
        '2026-10-20',
        0,
        0,
        'Monthly fee 5,300, discount from 500 to 800; from 1 Dec 2026',
      ],
    ]),
  )
  const { rows, totals } = await getDayBook(onDay('2026-10-20'))
  const times = rows.map(({ enteredAt }) => enteredAt.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(rows.every(({ whoName }) => whoName === 'desk clerk')).toBe(true)
  expect(less(totals.sums.debit, totals.sums.credit)).toBe(-85_050)

  await goToDay('2026-10-21')
  await day.desk.post('/finances/generateVoucher/student/1', { fromDate: '2026-11-01' })
  await day.desk.post('/finances/generateVoucher/student/1', { fromDate: '2026-11-01', forceGenerate: true })
  await day.desk.post(`/finances/voidVoucher/${campus}/5Red1-202611-2`, { reason: 'Left' })
  expect(await lines(onDay('2026-10-21'))).toEqual(
    expect.arrayContaining([
      ['replaced', null, '5Red1-202611', '2026-10-21', 0, 4800, 'Replaced by 5Red1-202611-2'],
      ['voided', null, '5Red1-202611-2', '2026-10-21', 0, 4800, 'Left'],
    ]),
  )
})

it('the debits minus the credits of the day book are the debts of all students', async () => {
  school.now = new Date('2026-11-21T09:00:00+05:00')
  await runEveryOperation(school)
  const { totals, rows } = await getDayBook()
  const { owed } = await school.db
    .selectFrom('latest_vouchers')
    .select(({ fn }) => fn.sum<string>('net_balance').as('owed'))
    .where('campus', '=', 'Main Campus')
    .executeTakeFirstOrThrow()
  expect(less(totals.sums.debit, totals.sums.credit)).toBe(Number(owed))
  expect(new Set(rows.map(({ kind }) => kind)).size).toBe(9)
  const inClass = await Promise.all(['1', '5', '6', '10'].map((studentClass) => getDayBook({ studentClass })))
  expect(inClass.reduce((all, { rows: found }) => all + found.length, 0)).toBe(rows.length)
})

it('the day book filters by day of entry and kind, and is exported with persons and totals', async () => {
  await admit(day.desk, septemberFeePeriod)
  await goToDay('2026-10-02')
  await day.desk.post(`/finances/receiveInAdvance/${campus}/1`, {
    receivedAmount: 100,
    receivedDate: '2026-10-01',
  })
  expect((await lines({ ...onDay('2026-10-01'), entries: 'receipt' })).map(([, number]) => number)).toEqual([
    1,
  ])
  expect((await lines({ ...onDay('2026-10-02'), entries: 'receipt' })).map(([, number]) => number)).toEqual([
    2,
  ])
  expect(await lines({ ...onDay('2026-10-02'), entries: 'billed' })).toEqual([])
  const exportFile = async (format: string) =>
    school.app.inject({
      method: 'POST',
      url: `/finances/exportDayBook/${format}/${campus}`,
      headers: { cookie: (await school.as('viewer@main.test')).cookie },
      payload: onDay('2026-10-02'),
    })
  expect((await exportFile('csv')).body.split('\r\n').slice(1)).toEqual([
    '2026-10-02 09:00,Receipt,2026-10-01,2,1,Ayesha Khan,5,5Red1adm,0.00,100.00,desk clerk,',
    '1 entry,,,,,,,,0.00,100.00,,',
    '',
  ])
  const [, persons] = await readXlsx((await exportFile('xlsx')).rawPayload)
  expect(persons?.rows.slice(-2)).toEqual([
    ['desk clerk', 1, 0, 100],
    ['All', 1, 0, 100],
  ])
})
