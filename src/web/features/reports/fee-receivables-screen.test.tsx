import { screen } from '@testing-library/react'
import { afterAll, expect, test } from 'vitest'
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

const school = await openSchool()
const { ayesha, bilal } = await ayeshaAndBilal(school)
afterAll(() => school[Symbol.asyncDispose]())

test('fee receivables list charges, paid or not, total each column, and alert if no fee is receivable', async () => {
  covers('spec 1.jobs.other-fee-reports', 'spec 2.routes.fee-vouchers', 'spec 5.amounts.receivables')
  covers('decisions 3.reports.issue-date', 'spec 8.fee-reports.none')

  await school.db
    .updateTable('vouchers')
    .set({ fine: 5025 })
    .where('voucher_no', '=', `6Red${bilal}-202611`)
    .execute()
  const { user, press } = await openReport(school, '/fee-vouchers', 'Fee receivables')
  await user.click(await screen.findByRole('button', { name: 'About this screen' }))
  await screen.findByText('All vouchers, paid and unpaid, with arrears from earlier months.')
  await user.keyboard('{Escape}')
  expect(screen.queryByText(/^All vouchers, paid and unpaid/)).toBeNull()
  screen.getByLabelText('From Date (Issue Date)')
  // The voucher is issued on the 21st and due in December; the To Date bounds the date of issue.
  await user.click(screen.getByLabelText('To Date (Issue Date)'))
  await user.paste('21/11/2026')
  await press('Generate Report for both')
  await screen.findByRole('heading', { name: 'Fee vouchers for all students' })
  expect(shownHeadings()).toEqual([
    ...feeRecordHeadings.slice(0, 10),
    'Left Student',
    ...feeRecordHeadings.slice(10, 13),
  ])
  expect(rowOf(`5Red${ayesha}adm`).slice(-2)).toEqual(['7,500', '7,500'])
  expect(rowOf(`6Red${bilal}-202611`).slice(-2)).toEqual(['5,050.25', '5,050.25'])
  expect(totals()).toEqual([
    '4 records',
    '',
    '20,000',
    '0',
    '2,000',
    '4,000',
    '50.25',
    '1,000',
    '',
    '',
    '',
    '0',
    '25,050.25',
    '25,050.25',
  ])
  expect(screen.queryByText(/True sums/)).toBeNull()

  await press('Generate Report for students left')
  await screen.findByRole('alertdialog', { name: 'No vouchers found' })
  expect(screen.queryByRole('table')).toBeNull()
  await user.keyboard('{Enter}')
})
