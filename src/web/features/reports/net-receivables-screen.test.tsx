import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { covers } from '#test/covers.ts'
import {
  ayeshaAndBilal,
  feeRecordHeadings,
  openReport,
  rowOf,
  shownHeadings,
  totals,
} from '#test/report-screen.ts'
import { openSchool } from '#test/school.ts'

describe('net receivables', async () => {
  const school = await openSchool()
  let ayesha: number
  let bilal: number
  const open = () => openReport(school, '/net-receivables?from=2026-11-01', 'Net Receivables')

  beforeAll(async () => {
    ;({ ayesha, bilal } = await ayeshaAndBilal(school))
    // Bilal's month also has a fine of 50.25, 1,000 for registration and 2,000 for admission.
    await school.db
      .updateTable('vouchers')
      .set({ fine: 5025, registration_fee: 100_000, admission_fee: 200_000 })
      .where('voucher_no', '=', `6Red${bilal}-202611`)
      .execute()
  })
  afterAll(() => school[Symbol.asyncDispose]())

  test('lists the unpaid vouchers under the columns of the fee record, the balance in green, with the specified totals and the true sums', async () => {
    covers('spec 1.jobs.other-fee-reports', 'spec 2.routes.net-receivables', 'spec 2.net-receivables.unpaid')
    covers('spec 2.net-receivables.columns', 'spec 2.net-receivables.this-month-total')
    covers('spec 7.finances.report', 'decisions 3.odd-totals.net-receivables')

    const { press } = await open()
    await press('Generate Report for Regular')
    await screen.findByRole('heading', { name: 'Fee vouchers for admitted students' })
    expect(shownHeadings()).toEqual([...feeRecordHeadings, 'Due since'])
    expect(rowOf(`5Red${ayesha}-202611`).slice(-5)).toEqual(['4,500', '4,500', '2,000', '2,500', 'due 1 Dec'])
    expect(rowOf(`6Red${bilal}-202611`).slice(-5)).toEqual([
      '8,050.25',
      '8,050.25',
      '0',
      '8,050.25',
      'due 1 Dec',
    ])
    // The total of This Month lacks the 3,000 for registration and admission; the Fine total is 0.
    expect(totals()).toEqual([
      '2 records',
      '',
      '10,000',
      '0',
      '1,000',
      '2,000',
      '0',
      '500',
      '',
      '',
      '0',
      '9,550.25',
      '12,550.25',
      '2,000',
      '10,550.25',
      '',
    ])
    screen.getByText('True sums: Fine 50.25, This Month receivables 12,550.25')
    const green = [...document.querySelectorAll('[data-green]')].map(({ textContent }) => textContent)
    expect(green).toEqual(['2,500', '8,050.25', '10,550.25'])
  })

  test('bounds the issue date by both dates, hides the table on a change of class, reports a lost connection, and closes with Cancel', async () => {
    covers('spec 2.net-receivables.filters', 'spec 8.fee-reports.none', 'decisions 3.reports.issue-date')
    covers('spec 4.voucher-report.filter-change', 'spec 8.fee-reports.failed')

    const { user, press, network, path } = await open()
    await user.click(screen.getByLabelText('To Date (Issue Date)'))
    await user.paste('20/11/2026')
    expect(screen.getByLabelText('From Date (Issue Date)')).toHaveProperty('value', '01/11/2026')
    await press('Generate Report for Regular')
    await screen.findByRole('alertdialog', { name: 'No vouchers found' })
    await user.keyboard('{Enter}')
    await user.clear(screen.getByLabelText('To Date (Issue Date)'))
    await user.paste('21/11/2026')
    await press('Generate Report for Regular')
    await screen.findByRole('table')
    expect(totals()[0]).toBe('2 records')

    await press('Generate Report for both')
    await screen.findByRole('heading', { name: 'Fee vouchers for all students' })
    await user.selectOptions(screen.getByLabelText('Class'), '6')
    expect(screen.queryByRole('table')).toBeNull()
    await press('Generate Report for both')
    await screen.findByRole('table')
    expect(shownHeadings()).toContain('Left Student')
    expect(totals()[0]).toBe('1 record')
    network.isDown = true
    await press('Generate Report for students left')
    await screen.findByRole('alertdialog', { name: 'Failed to get vouchers' })
    expect(screen.queryByRole('table')).toBeNull()
    await user.keyboard('{Enter}')
    await press('Cancel')
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  test('prints its name, campus and filters, and the time of printing', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    print.mockClear()
    const { user, press } = await open()
    await user.selectOptions(screen.getByLabelText('Class'), '6')
    await press('Generate Report for both')
    await screen.findByRole('table')
    await user.click(screen.getByLabelText('Find by name or number'))
    await user.paste('bilal')
    await press('Print')
    expect(print).toHaveBeenCalledOnce()
    const head = document.querySelector<HTMLElement>('.print-head')
    if (!head) throw new Error('The paper has no head')
    const lines = within(head).getAllByRole('paragraph')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Net Receivables',
      'Green Valley School, Main Campus',
      'Class: 6 · Section: All · From Date (Issue Date): 1 Nov 2026 · To Date (Issue Date): any · Students: both · Vouchers: unpaid · found by "bilal"',
      'Printed on November 21, 2026 by Nadia Viewer',
    ])
    const controls = ['Generate Report for both', 'Cancel', 'Print'].map((name) =>
      screen.getByRole('button', { name }),
    )
    for (const control of [...controls, screen.getByLabelText('Find by name or number')]) {
      expect(control.closest('.no-print')).not.toBeNull()
    }
  })
})
