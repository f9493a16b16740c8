import { expect, it } from 'vitest'
import { sum } from '#domain/money.ts'
import { day, rs } from '#test/builders.ts'
import { feeReceivables, feeRecord, netReceivables } from './fee-reports.ts'
import { totalsOfRows, type QueryOf } from './list.ts'
import { voucherList, type VoucherRow } from './voucher-list.ts'

const query: QueryOf<typeof voucherList> = {
  type: 'all',
  paidStatus: 'all',
  studentClass: 'all',
  section: 'all',
  toDateOf: 'issueDate',
}

const voucher = (rollNo: number, overrides: Partial<VoucherRow> = {}): VoucherRow => ({
  voucherNo: `5Red${rollNo}-202611`,
  chainNo: 2,
  rollNo,
  studentName: 'Ayesha Khan',
  fatherName: 'Imran Khan',
  studentClass: '5',
  section: 'Red',
  periodFrom: day('2026-11-01'),
  periodTo: day('2026-11-30'),
  issueDate: day('2026-11-01'),
  dueDate: day('2026-11-11'),
  monthlyFee: rs(6900),
  discount: rs(0),
  examinationFee: rs(0),
  registrationFee: rs(0),
  admissionFee: rs(0),
  fine: rs(0),
  arrears: rs(0),
  received: rs(0),
  adjusted: rs(0),
  paid: false,
  posted: true,
  left: false,
  carriedTo: null,
  dueSince: day('2026-11-11'),
  notPosted: rs(0),
  overdue: rs(0),
  notDue: rs(0),
  fatherHomePhone: '',
  monthsOwed: 0,
  owedLater: false,
  ...overrides,
})

const notesOf = (report: typeof feeRecord, rows: readonly VoucherRow[]) =>
  report.notes?.(
    totalsOfRows(voucherList, rows),
    rows.filter((row) => report.keepsRow(row)),
    query,
  ) ?? []

it('adjustments are listed under the rows and among the figures, so that the sums agree', () => {
  const rows = [voucher(1, { adjusted: rs(-6000) }), voucher(2, { received: rs(900) })]
  const totals = totalsOfRows(voucherList, rows)
  for (const report of [feeRecord, netReceivables]) {
    expect(notesOf(report, rows)[0]).toEqual({
      text: 'Adjusted, on 5Red1-202611',
      amounts: { netBalance: rs(-6000) },
    })
    const { netReceivable, received, netBalance } = report.foot(totals, rows)
    expect(netBalance).toBe(Number(netReceivable) - Number(received) + rs(-6000))
  }
  const figures = new Map(feeRecord.figures?.(totals, rows).map(({ label, amount }) => [label, amount]))
  expect(figures.get('Adjusted')).toBe(rs(-6000))
})

it('adjustments of paid vouchers count too, even if they cancel each other out', () => {
  const paid = { adjusted: rs(-6900), paid: true }
  const rows = [voucher(1, paid), voucher(2, paid), voucher(3), voucher(4, { adjusted: rs(6900) })]
  expect(notesOf(feeRecord, rows)[0]?.text).toBe('Adjusted, on 5Red1-202611, 5Red2-202611, 5Red4-202611')
  const moreRows = [...rows, voucher(5, { adjusted: rs(6900) })]
  expect(notesOf(feeRecord, moreRows)[0]).toEqual({
    text: 'Adjusted, on 4 vouchers',
    amounts: { netBalance: sum(rs(-6900), rs(6900)) },
  })
})

it('a report does not mention adjustments if there are none, or if no column includes them', () => {
  const texts = (report: typeof feeRecord, rows: readonly VoucherRow[]) =>
    notesOf(report, rows).filter(({ text }) => text.startsWith('Adjusted'))
  expect(texts(feeRecord, [voucher(1)])).toEqual([])
  expect(texts(feeReceivables, [voucher(1, { adjusted: rs(-6000) })])).toEqual([])
  const rows = [voucher(1)]
  const labels = feeRecord.figures?.(totalsOfRows(voucherList, rows), rows).map(({ label }) => label)
  expect(labels).not.toContain('Adjusted')
})

it('the net balance of net receivables is what is overdue, not due yet and not posted', () => {
  const rows = [
    voucher(1, { overdue: rs(6900) }),
    voucher(2, { arrears: rs(1100), overdue: rs(1100), notDue: rs(6900) }),
    voucher(3, { posted: false, dueSince: null, notPosted: rs(6900) }),
  ]
  expect(netReceivables.figures?.(totalsOfRows(voucherList, rows), rows)).toEqual([
    { label: 'Overdue', amount: rs(8000), status: 'overdue' },
    { label: 'Not due yet', amount: rs(6900) },
    { label: 'Not posted', amount: rs(6900) },
    { label: 'Net Balance', amount: rs(21_800) },
  ])
})

it('the net balance of net receivables has a part that later vouchers carry, if the list ends before them', () => {
  const rows = [voucher(1, { overdue: rs(3500) }), voucher(2, { carriedTo: '5Red2-202612' })]
  const figures = netReceivables.figures?.(totalsOfRows(voucherList, rows), rows) ?? []
  expect(figures).toContainEqual({ label: 'Carried', amount: rs(6900 * 2 - 3500) })
  const [netBalance, ...parts] = figures.map(({ amount }) => amount).toReversed()
  expect(sum(...parts)).toBe(netBalance)
})
