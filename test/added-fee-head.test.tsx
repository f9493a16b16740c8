// Runs in its own project, where the table of fee heads has one more entry: transportFee, charged once.

import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { feeHeads } from '#domain/fee-heads.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { anAdmission } from './builders.ts'
import {
  findPayableVoucher,
  novemberVoucher,
  openCounterSchool,
  readAndClose,
  receiveButton,
  rollNo,
} from './counter-school.ts'
import { addFeeHeadColumns } from './fee-head-columns.ts'
import { getRows } from './report-rows.ts'
import { replyOf } from './sample-calls.ts'
import type { Caller } from './school.ts'
import { openScreen } from './screen.tsx'
import { readXlsx } from './xlsx.ts'

const newFee = {
  monthlyFee: 5000,
  discount: 500,
  registrationFee: 0,
  admissionFee: 0,
  examinationFee: 0,
  transportFee: 800.5,
}

const counter = await openCounterSchool()
await addFeeHeadColumns(counter.school.db)

describe('a fee head that was added only to the table', () => {
  let office: Caller

  beforeEach(async () => {
    office = await counter.school.as('office@main.test')
    const edited = await office.post('/admissions/editAdmissionFee', { rollNo, newFee })
    if (edited.status !== 200) throw new Error(`Not edited: ${JSON.stringify(edited.body)}`)
    await counter.generate('2026-11-01')
  })

  const listVouchers = async () => {
    const reply = await office.post('/finances/getAllVouchers/all/Main%20Campus/all')
    return replyOf(voucherList.endpoint, reply.body).vouchers
  }
  const exportFile = (format: string) =>
    counter.school.app.inject({
      method: 'POST',
      url: `/finances/exportVouchers/fee-record/${format}/all/Main%20Campus/all`,
      headers: { cookie: office.cookie },
      payload: {},
    })

  test('is in the table', () => {
    expect(feeHeads.map(({ key }) => key)).toContain('transportFee')
  })

  test('is on the voucher of the next month, in its sums and in the books', async () => {
    const [voucher] = (await listVouchers()).filter(({ voucherNo }) => voucherNo === novemberVoucher)
    expect(voucher).toMatchObject({ transportFee: 800.5, thisMonth: 5300.5, netReceivable: 5300.5 })
    expect(await brokenLaws(counter.school.db)).toEqual([])
  })

  test('is on the voucher of an admission and in its receipt', async () => {
    const body = anAdmission({ financialData: { transportFee: 700 } })
    expect((await office.post('/admissions/newAdmission', body)).status).toBe(200)
    const [admission] = (await listVouchers()).filter((voucher) => voucher.rollNo === 2)
    expect(admission).toMatchObject({ transportFee: 700, thisMonth: 8200, receivedAmount: 8200 })
  })

  test('is in the rows of a report and in their totals', async () => {
    const { totals, rows } = await getRows(counter.school, office, voucherList)
    expect(totals.sums).toMatchObject({ transportFee: 80_050, examinationFee: 0 })
    const november = rows.find(({ voucherNo }) => voucherNo === novemberVoucher)
    expect(november).toMatchObject({ transportFee: 80_050 })
  })

  test('is a column of the CSV and of the Excel file, with its total', async () => {
    const csv = (await exportFile('csv')).body
    expect(csv).toContain('Admission Fee,Transport Fee,Fine')
    expect(csv).toContain('800.5')
    const [sheet] = await readXlsx((await exportFile('xlsx')).rawPayload)
    const headings = sheet?.rows.find((row) => row.includes('Transport Fee'))
    const column = headings?.indexOf('Transport Fee') ?? -1
    const november = sheet?.rows.find(([first]) => first === novemberVoucher)
    const totals = sheet?.rows.find(([first]) => first === '2 records')
    expect([november?.[column], totals?.[column]]).toEqual([800.5, 800.5])
  })

  test('is in the ledger of the counter and in the payment', async () => {
    const page = await openScreen(counter.school, '/receipts/individual', 'office@main.test')
    await findPayableVoucher(page)
    await page.user.click(screen.getByRole('button', { name: 'Show all charges' }))
    const charges = within(screen.getByRole('table', { name: 'Charges' }))
    expect(charges.getByRole('row', { name: 'Transport Fee 800.50' })).toBeDefined()
    expect(charges.getByRole('row', { name: 'Net Receivable 5,300.50' })).toBeDefined()
    await page.user.click(receiveButton())
    await readAndClose(page, 'Voucher Paid')
    expect(await counter.receiptsOnVoucher()).toMatchObject([{ amount: 530_050 }])
  })

  test('is on the printed voucher and in the columns of its list', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const page = await openScreen(counter.school, '/print-vouchers', 'viewer@main.test')
    await page.user.click(await screen.findByRole('button', { name: 'Show Data' }))
    await screen.findByRole('columnheader', { name: /Transport Fee/ })
    await page.user.click(screen.getByRole('button', { name: 'Print Vouchers' }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
    expect(facts.filter(([label]) => label === 'Transport Fee')).toEqual(
      Array.from({ length: 3 }, () => ['Transport Fee', '800.50']),
    )
    expect(facts).toContainEqual(['Payable by the due date', '5,300.50'])
  })

  test('has a field in the form for the fees of a student', async () => {
    await openScreen(counter.school, '/edit-vouchers?roll=1', 'office@main.test')
    expect(await screen.findByRole('textbox', { name: /Transport Fee/ })).toBeDefined()
  })
})
