import { voucherFlags, voucherRowsType, type VoucherRowOnWire } from '#contract/voucher-rows.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import { voucherReport } from '#contract/voucher-reports.ts'
import { fromWire } from '#contract/wire.ts'
import { paisa } from '#domain/money.ts'
import { trueTotals } from '#domain/voucher-amounts.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { requestVoucherRows, getVoucherRows, type RowsRequest } from '#test/report-rows.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'
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

/** A voucher of the specified shape as a row. */
const rowOf = (voucher: VoucherReply): VoucherRowOnWire => {
  return [
    voucher.voucherNo,
    voucher.chainNo,
    voucher.rollNo,
    voucher.studentName,
    voucher.fatherName,
    voucher.studentClass,
    voucher.section,
    voucher.feePeriod.from,
    voucher.feePeriod.to,
    voucher.issueDate,
    voucher.dueDate,
    voucher.monthlyFee,
    voucher.discount,
    voucher.registrationFee,
    voucher.admissionFee,
    voucher.examinationFee,
    voucher.fine,
    voucher.arrears,
    voucher.received,
    (voucher.paid ? voucherFlags.paid : 0) +
      (voucher.posted ? voucherFlags.posted : 0) +
      (voucher.left ? voucherFlags.left : 0),
    voucher.carriedTo,
  ]
}

const totalsOf = (rows: readonly VoucherRowOnWire[]) =>
  trueTotals(
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

describe('the voucher report as rows', () => {
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

  const objects = async ({ type = 'all', paid = 'all', body = {} }: RowsRequest) => {
    const answer = await desk.post(`/finances/getAllVouchers/${type}/Main%20Campus/${paid}`, body)
    return fromWire(voucherReport.reply, answer.body)
  }

  it.each<RowsRequest & { readonly least: number }>([
    { least: 18 },
    { type: 'admitted', least: 10 },
    { type: 'removed', least: 4 },
    { paid: 'paid', least: 10 },
    { paid: 'unpaid', least: 1 },
    { type: 'removed', paid: 'paid', least: 3 },
    { body: { studentClass: '3', section: 'Red' }, least: hostile.length },
    { body: { fromDate: '2026-11-21' }, least: 5 },
    { body: { toDate: '2027-01-11', toDateOf: 'dueDate' }, least: 10 },
  ])('has the same vouchers in the same order, with their true sums: %o', async ({ least, ...requested }) => {
    const { msg, totals, rows } = await getVoucherRows(school, desk, requested)
    const list = await objects(requested)
    expect(rows.length).toBeGreaterThanOrEqual(least)
    expect({ msg, rows }).toEqual({ msg: list.msg, rows: list.vouchers.map(rowOf) })
    expect(totals).toEqual(totalsOf(rows))
  })

  it('keeps names unchanged, each on its own line', async () => {
    const { text } = await requestVoucherRows(school, desk, { body: { studentClass: '3' } })
    const { rows } = await getVoucherRows(school, desk, { body: { studentClass: '3' } })
    expect(rows.map((row) => [row[3], row[4]])).toEqual(hostile.map((name) => [name, name]))
    const [head, ...lines] = text.split('\n')
    expect(head).toMatch(/^\{"msg":"Vouchers found","totals":\{"count":8,.*\},"rows":\[$/)
    expect(lines.pop()).toBe(']}')
    expect(JSON.parse(`[${lines.join('')}]`)).toEqual(rows)
    expect(lines).toHaveLength(rows.length)
  })

  it('has zero sums without vouchers', async () => {
    const { msg, totals, rows } = await getVoucherRows(school, desk, { body: { fromDate: '2030-01-01' } })
    expect({ msg, totals, rows }).toEqual({ msg: 'No vouchers found', totals: trueTotals([]), rows: [] })
  })

  it('is distinguished from the specified shape by its content type; a refusal is JSON as elsewhere', async () => {
    const { headers } = await requestVoucherRows(school, desk)
    expect(headers).toMatchObject({
      'content-type': voucherRowsType,
      'cache-control': 'no-store',
      vary: 'accept, accept-encoding',
    })
    const refused = await requestVoucherRows(school, desk, { body: { fromDate: 'soon' } })
    expect(refused.status).toBe(400)
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'invalid', errors: [{ field: 'fromDate' }] })
    expect((await requestVoucherRows(school, { ...desk, cookie: '' })).status).toBe(401)
  })
})
