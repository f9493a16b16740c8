import type { VoucherRows } from '#contract/voucher-rows.ts'
import { paisa } from '#domain/money.ts'
import { trueTotals } from '#domain/voucher-amounts.ts'

/** The answer of a report as if it had no more than so many vouchers, with their totals. */
export function fewerVouchers(answer: Buffer, count: number): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server makes it as the contract says
  const { msg, rows: all } = JSON.parse(answer.toString()) as VoucherRows
  const rows = all.slice(0, count)
  const totals = trueTotals(
    rows.map((row) => ({
      monthlyFee: paisa(row[11]),
      discount: paisa(row[12]),
      registrationFee: paisa(row[13]),
      admissionFee: paisa(row[14]),
      examinationFee: paisa(row[15]),
      fine: paisa(row[16]),
      arrears: paisa(row[17]),
      received: paisa(row[18]),
    })),
  )
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n')
  return `{"msg":${JSON.stringify(msg)},"totals":${JSON.stringify(totals)},"rows":[\n${lines}\n]}`
}
