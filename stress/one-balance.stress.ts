// Every screen, report, print-out and file shows the same balance of hundreds of random accounts, to the paisa.

import * as fc from 'fast-check'
import readXlsxFile from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { receivePayment } from '#contract/counter.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import { fromWire } from '#contract/wire.ts'
import { formatRupees, sum, type Money } from '#domain/money.ts'
import {
  balanceTotals,
  editReceiptNetReceivable,
  netBalance,
  printedTotal,
  receiptNetReceivable,
  trueTotals,
} from '#domain/voucher-amounts.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { anAdmission, rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { expectBalanced } from '#test/student-accounts.ts'
import { fullOrShort } from './full-or-short.ts'

const campus = 'Main%20Campus'
const studentCount = fullOrShort(500, 150)
const months = ['2026-11-01', '2026-12-01', '2027-01-01']

const rupeesWithPaisa = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 1_500_000 }).map((paisa) => paisa / 100),
)
const aBook = fc.record({
  monthlyFee: rupeesWithPaisa,
  share: fc.constantFrom(0, 0, 0.25, 1),
  once: rupeesWithPaisa,
  /** The event of each month after its voucher is posted. */
  events: fc.tuple(
    ...months.map(() =>
      fc.constantFrom('nothing', 'part', 'exact', 'over', 'wrong', 'force', 'charge', 'waive'),
    ),
  ),
})
type Book = typeof aBook extends fc.Arbitrary<infer B> ? B : never

const toPaisa = (amount: number): number => Math.round(amount * 100) / 100
const shares: Readonly<Record<string, number>> = { part: 0.4, exact: 1, over: 1.3, wrong: 0.7 }

async function applyEvent(
  desk: Caller,
  rollNo: number,
  what: Book['events'][number],
  fromDate: string,
): Promise<void> {
  if (what === 'force') {
    await desk.post(`/finances/generateVoucher/student/${rollNo}`, { fromDate, forceGenerate: true })
    return
  }
  if (what === 'charge') {
    await desk.post('/finances/addAdditionalCharges', { rollNumber: rollNo, examinationFee: 250.5 })
    return
  }
  if (what === 'waive') {
    const waiver = { kind: 'waiver', amount: 100.25, reason: 'Agreed' }
    await desk.post(`/finances/lowerDebt/${campus}/${rollNo}`, waiver)
    return
  }
  const share = shares[what]
  if (share === undefined) return
  const { body } = await desk.get(`/finances/individualVoucher/${campus}/${rollNo}`)
  const {
    voucherNo,
    netBalance: due,
    feePaid,
  } = body['voucher'] as {
    voucherNo: string
    netBalance: number
    feePaid: boolean
  }
  if (feePaid) return
  const path = receivePayment.path.replace(':campus', campus).replace(':voucherId', voucherNo)
  const receivedAmount = Math.max(0.01, toPaisa(due * share))
  expect((await desk.post(path, { receivedAmount })).status).toBe(200)
  if (what === 'wrong')
    await desk.post(path, { receivedAmount: toPaisa(due / 2), editedBy: 'me', reason: 'Misread' })
}

async function writeBooks(school: TestSchool, desk: Caller): Promise<void> {
  const books = fc.sample(aBook, { numRuns: studentCount, seed: 20_261_121 })
  for (const { monthlyFee, share, once } of books) {
    const discount = toPaisa(monthlyFee * share)
    const financialData = { monthlyFee, discount, admissionFee: once, feePeriod: '2026-10-01 to 2026-10-31' }
    const answer = await desk.post('/admissions/newAdmission', anAdmission({ financialData }))
    expect(answer.status).toBe(200)
  }
  for (const [place, fromDate] of months.entries()) {
    await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate })
    await desk.post(`/finances/postVouchers/${campus}/${Number(fromDate.slice(5, 7))}`)
    for (const [index, { events }] of books.entries())
      await applyEvent(desk, index + 1, events[place] ?? 'nothing', fromDate)
  }
  expect(await school.db.selectFrom('students').select('roll_no').execute()).toHaveLength(studentCount)
}

/** Finds the latest voucher of each student in a list. */
function latestOf(vouchers: readonly VoucherReply[]): Map<number, VoucherReply> {
  const latest = new Map<number, VoucherReply>()
  for (const voucher of vouchers) {
    const other = latest.get(voucher.rollNo)
    if (!other || other.chainNo < voucher.chainNo) latest.set(voucher.rollNo, voucher)
  }
  return latest
}

const report = async (viewer: Caller, paid: string): Promise<VoucherReply[]> => {
  const { body } = await viewer.post(`/finances/getAllVouchers/all/${campus}/${paid}`, {})
  return fromWire(voucherList.endpoint.reply, body).vouchers
}

/** Reads the balances by voucher number, and the total, from a report's Excel file. */
async function excel(school: TestSchool, viewer: Caller, name: string, paid: string) {
  const { rawPayload, statusCode } = await school.app.inject({
    method: 'POST',
    url: `/finances/exportVouchers/${name}/xlsx/all/${campus}/${paid}`,
    headers: { cookie: viewer.cookie },
    payload: {},
  })
  expect(statusCode).toBe(200)
  const [{ data } = { data: [] }] = await readXlsxFile(rawPayload)
  const heads = data.findIndex((row) => row[0] === 'Voucher #')
  const column = data[heads]?.indexOf('Net Balance') ?? -1
  const rows = data.slice(heads + 1).map((row) => [String(row[0]), row[column]] as const)
  const ends = rows.findIndex(([first]) => / records?$/.test(first))
  return { balances: new Map(rows.slice(0, ends)), total: rows[ends]?.[1] }
}

it('the screens, reports, account, print-out and Excel file all show the same balance of each student', async () => {
  covers('decisions 3.books.one-function')

  await using school = await openSchool()
  const desk = await school.as('desk@main.test')
  const viewer = await school.as('viewer@main.test')
  await writeBooks(school, desk)

  const record = await report(viewer, 'all')
  const unpaid = await report(viewer, 'unpaid')
  const latest = latestOf(record)
  const receivables = latestOf(unpaid)
  const file = await excel(school, viewer, 'fee-record', 'all')
  const { body: list } = await viewer.get(`/admissions/getStudentList/all/all/${campus}`)
  const listedBalances = new Map(
    (list['data'] as { rollNo: number; balance: number }[]).map(({ rollNo, balance }) => [rollNo, balance]),
  )
  expect(latest.size).toBe(studentCount)

  const owed: Money[] = []
  for (const [rollNo, voucher] of latest) {
    const balance = netBalance(voucher)
    owed.push(balance)
    const balances = {
      feeRecord: voucher.netBalance,
      receiptScreen: sum(receiptNetReceivable(voucher), voucher.fine, voucher.adjusted) - voucher.received,
      editReceipt: sum(editReceiptNetReceivable(voucher), voucher.fine, voucher.adjusted) - voucher.received,
      printed: sum(printedTotal(voucher), voucher.fine, voucher.adjusted) - voucher.received,
      excel: rs(Number(file.balances.get(voucher.voucherNo))),
      studentList: rs(listedBalances.get(rollNo) ?? Number.NaN),
      netReceivables: balance > 0 ? receivables.get(rollNo)?.netBalance : balance,
    }
    expect({ rollNo, ...balances }).toEqual({
      rollNo,
      ...Object.fromEntries(Object.keys(balances).map((screen) => [screen, balance])),
    })
    if (balance <= 0) expect(receivables.has(rollNo)).toBe(false)
    // Checks the account event by event, against the vouchers that the counter finds.
    const account = await expectBalanced(viewer, desk, rollNo)
    expect(rs(account.at(-1)?.balance ?? Number.NaN)).toBe(voucher.netBalance)
  }

  // The total due of all students equals the total of the unpaid vouchers, on the screen and in the file.
  const { due } = balanceTotals(owed)
  expect(trueTotals(unpaid).netBalance).toBe(due)
  expect(rs(Number((await excel(school, viewer, 'net-receivables', 'unpaid')).total))).toBe(due)
  expect(rs(Number(file.total))).toBe(trueTotals(record).netBalance)
  expect(formatRupees(due)).not.toBe('0')
}, 600_000)
