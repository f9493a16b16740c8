import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classes, sections } from '#domain/school.ts'
import { covers } from '#test/covers.ts'
import { fill } from '#test/form-fields.ts'
import { holdReportRows } from '#test/page-calls.ts'
import {
  ayeshaAndBilal,
  feeRecordHeadings as headings,
  openReport,
  rowOf,
  shownHeadings,
  totals,
} from '#test/report-screen.ts'
import { generateAndPost, openSchool, type TestSchool } from '#test/school.ts'

describe('fee record', () => {
  let school: TestSchool
  let ayesha: number
  let bilal: number

  const open = () => openReport(school, '/fee-record?from=2026-11-01', 'Fee record')

  beforeAll(async () => {
    school = await openSchool()
    ;({ ayesha, bilal } = await ayeshaAndBilal(school))
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  test('lists the vouchers of students at school with their sums under the columns of the specification, narrowed by a name or number', async () => {
    covers('spec 1.jobs.fee-record', 'spec 2.routes.fee-record', 'spec 2.fee-record.title')
    covers('spec 2.fee-record.columns', 'spec 2.fee-record.totals')

    const { user, press } = await open()
    expect(screen.getByText('Main Campus', { selector: 'section *' })).toBeDefined()
    await press('Generate Report for Regular')
    await screen.findByRole('heading', { name: 'Fee vouchers for admitted students' })
    expect(shownHeadings()).toEqual(headings)
    expect(rowOf(`5Red${ayesha}-202611`)).toEqual([
      `5Red${ayesha}-202611`,
      '21 Nov 2026',
      '5,000',
      '0',
      '0',
      '0',
      '0',
      '500',
      `${ayesha}`,
      'Ayesha Khan',
      '0',
      '4,500',
      '4,500',
      '2,000',
      '2,500',
    ])
    // Two paid admissions of 7,500 and 8,000, and two months of 4,500 and 5,000, of which 2,000 was received.
    expect(totals()).toEqual([
      '4 records',
      '',
      '20,000',
      '0',
      '2,000',
      '4,000',
      '0',
      '1,000',
      '',
      '',
      '0',
      '25,000',
      '25,000',
      '17,500',
      '7,500',
    ])
    expect(screen.queryByText(/^Dues now/)).toBeNull()
    expect(screen.queryByText(/True sums/)).toBeNull()

    await user.click(screen.getByLabelText('Find by name or number'))
    await user.paste('bilal 202611')
    await waitFor(() => expect(totals()[0]).toBe('1 record'))
    expect(totals().at(-1)).toBe('5,000')
    expect(screen.getByText('1 voucher of 4 found; the totals are for these')).toBeDefined()
  })

  test('offers all or one of the classes and sections, and the dates of issue and payment; the To Date bounds the due date', async () => {
    covers('spec 2.fee-record.filters', 'spec 9.constants.filters')
    covers('spec 2.fee-record.dates', 'decisions 3.reports.to-due-date')

    const { user, press } = await open()
    const offered = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text)
    expect(offered('Class')).toEqual(['All', ...classes])
    expect(offered('Section')).toEqual(['All', ...sections])
    for (const label of ['Class', 'Section'])
      expect(screen.getByLabelText(label)).toHaveProperty('value', 'all')
    screen.getByLabelText('From Date (Issue Date)')
    screen.getByLabelText('To Date (Due Date)')
    fill({ 'To Date': '2026-10-30' })
    expect(screen.getByText('Before the From Date')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Generate Report for both' }).disabled).toBe(
      true,
    )
    fill({ 'To Date': '30/11/2026' })
    await press('Generate Report for Regular')
    await screen.findByRole('alertdialog', { name: 'No vouchers found' })
    await user.keyboard('{Enter}')
    fill({ 'To Date': '01/12/2026' })
    await press('Generate Report for Regular')
    await screen.findByRole('table')
    expect(totals()[0]).toBe('4 records')
  })

  test('shows that it is loading, can be cancelled without changing the screen, and stores no voucher in the browser', async () => {
    covers('spec 2.fee-record.loading', 'spec 3.state.voucher', 'spec 4.session.each-call')
    covers('spec 4.voucher-report.loading')

    const { user, path } = await open()
    const both = screen.getByRole('button', { name: 'Generate Report for both' })
    const answerLate = holdReportRows()
    await user.click(both)
    await user.click(await screen.findByRole('button', { name: 'Cancel loading' }))
    expect(screen.queryByText('Loading the vouchers')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(both))
    await user.keyboard('{Enter}{Escape}')
    expect(screen.queryByRole('button', { name: 'Cancel loading' })).toBeNull()
    expect(path()).toBe('/fee-record')
    answerLate()

    const answer = holdReportRows()
    await user.click(both)
    await screen.findByText('Loading the vouchers')
    const bar = await screen.findByRole('progressbar', { name: 'Loading the vouchers' })
    expect(bar.getAttribute('aria-valuenow')).toBe('50')
    screen.getByText('50 %')
    // The sum of the four balances is known before the last two rows arrive.
    screen.getByText('4 vouchers, net balance Rs 7,500')
    expect(screen.queryByRole('table')).toBeNull()
    answer()
    await screen.findByRole('table')
    expect(screen.queryByText('Loading the vouchers')).toBeNull()
    expect(Object.keys(localStorage)).toEqual(['root'])
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('clears the table when class or section changes, alerts if there are no vouchers or no connection, and closes with Cancel', async () => {
    covers('spec 4.voucher-report.filter-change', 'spec 4.voucher-report.none', 'spec 8.fee-reports.none')
    covers('spec 4.voucher-report.failed', 'spec 8.posting.failed', 'spec 8.fee-reports.failed')
    covers('spec 2.fee-record.cancel')

    const { user, network, path, press } = await open()
    await press('Generate Report for Regular')
    await screen.findByRole('table')
    await user.selectOptions(screen.getByLabelText('Class'), '6')
    expect(screen.queryByRole('table')).toBeNull()
    await press('Generate Report for Regular')
    await screen.findByRole('table')
    expect(totals()[0]).toBe('2 records')
    await user.selectOptions(screen.getByLabelText('Section'), 'Red')
    expect(screen.queryByRole('table')).toBeNull()

    await user.selectOptions(screen.getByLabelText('Class'), '9')
    await press('Generate Report for both')
    await screen.findByRole('alertdialog', { name: 'No vouchers found' })
    expect(screen.queryByRole('table')).toBeNull()
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Generate Report for both' }))

    await user.selectOptions(screen.getByLabelText('Class'), '6')
    await press('Generate Report for Regular')
    await screen.findByRole('table')
    network.isDown = true
    await press('Generate Report for both')
    const alert = await screen.findByRole('alertdialog', { name: 'Failed to get vouchers' })
    expect(alert.textContent).toContain('No connection to the server')
    expect(screen.queryByRole('table')).toBeNull()
    await user.keyboard('{Enter}')
    await press('Cancel')
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  describe('a fee record of changed books', () => {
    const setBilal = async (fine: number, state: 'active' | 'removed') => {
      await school.db
        .updateTable('vouchers')
        .set({ fine })
        .where('voucher_no', '=', `6Red${bilal}-202611`)
        .execute()
      await school.db
        .updateTable('students')
        .set({ state, left_on: state === 'removed' ? '2026-11-20' : null })
        .where('roll_no', '=', bilal)
        .execute()
    }

    test('keeps the Fine total 0 and shows the true sum under the table; students who left have their own report', async () => {
      covers('spec 2.fee-record.fine-total', 'spec 9.constants.fine-total')
      covers('decisions 3.odd-totals.fee-record')
      covers('spec 2.fee-record.buttons', 'spec 2.fee-record.heading', 'spec 2.fee-record.left-student')

      await setBilal(15_000, 'active')
      const { press } = await open()
      await press('Generate Report for Regular')
      await screen.findByRole('table')
      expect(totals()[6]).toBe('0')
      expect(screen.getByText('True sums: Fine 150')).toBeDefined()

      await setBilal(0, 'removed')
      await press('Generate Report for students left')
      await screen.findByRole('heading', { name: 'Fee vouchers for removed students' })
      expect(totals()[0]).toBe('2 records')

      await press('Generate Report for both')
      await screen.findByRole('heading', { name: 'Fee vouchers for all students' })
      expect(screen.queryByRole('heading', { name: 'Fee vouchers for removed students' })).toBeNull()
      expect(shownHeadings()).toEqual([...headings.slice(0, 10), 'Left Student', ...headings.slice(10)])
      expect(rowOf(`6Red${bilal}-202611`)[10]).toBe('Left')
      expect(rowOf(`5Red${ayesha}-202611`)[10]).toBe('')
    })

    test('counts a carried debt once in the current dues', async () => {
      await setBilal(0, 'active')
      await generateAndPost(await school.as('desk@main.test'), 'Main Campus', '2026-12-01')
      const { press } = await open()
      await press('Generate Report for Regular')
      await screen.findByRole('table')
      // Ayesha owes 2,500 + 4,500 and Bilal 5,000 + 5,000; November's balances are also in December's arrears.
      expect(totals().at(-1)).toBe('24,500')
      expect(screen.getByText(/^Dues now/).textContent).toBe(
        'Dues now (arrears counted once, advances not deducted): 17,000',
      )
    })
  })
})
