import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { List } from '#reports/list.ts'
import { lists } from '#reports/reports.ts'
import { acceptPlainJson } from '#test/page-calls.ts'
import { ayeshaAndBilal, feeRecordHeadings, openReport, rowOf, shownHeadings } from '#test/report-screen.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'
import { listRows } from '#web/api/list-rows.ts'

let school: TestSchool
let ayesha: number
let bilal: number

beforeAll(async () => {
  school = await openSchool()
  ;({ ayesha, bilal } = await ayeshaAndBilal(school))
})
afterAll(async () => school[Symbol.asyncDispose]())

/** Opens the fee record of November, where Ayesha has paid 2,000 of 4,500 and Bilal nothing of 5,000. */
async function open() {
  const page = await openReport(school, '/fee-record?from=2026-11-01', 'Fee record')
  await page.press('Generate Report for Regular')
  await screen.findByRole('table')
  const rowOfVoucher = (voucherNo: string) => screen.getByRole('row', { name: new RegExp(voucherNo) })
  const focusRow = async (voucherNo: string) => {
    await page.user.click(within(rowOfVoucher(voucherNo)).getByText('21 Nov 2026'))
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(rowOfVoucher(voucherNo)))
  }
  return { ...page, focusRow, rowOfVoucher }
}

test('the page reads every list as plain objects with the same result as from rows', async () => {
  // prettier-ignore
  const all = {
    type: 'all', paidStatus: 'all', studentClass: 'all', section: 'all', dataType: 'all',
    selectedClass: 'all', selectedSection: 'all',
  }
  const readAll = async () => {
    const read: Record<string, unknown> = {}
    for (const [name, list] of Object.entries<List>(lists)) {
      const { rows, totals } = await listRows(list, 'Main Campus', all, {})
      const fields = Object.keys(list.row.shape)
      // A moment later the security log has an entry about this reading.
      const kept = rows.filter((row) => row['kind'] !== 'log read')
      read[name] = {
        totals: { ...totals, count: kept.length },
        rows: kept.map((row) => fields.map((field) => row[field])),
      }
    }
    return read
  }
  await openScreen(school, '/dashboard', 'admin@main.test')
  const fromRows = await readAll()
  acceptPlainJson()
  expect(await readAll()).toEqual(fromRows)
})

test('the list shows and hides columns, remembers them, and returns to the specified columns', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'View' }))
  expect(screen.queryByRole('checkbox', { name: 'Student Name' })).toBeNull()
  await user.click(await screen.findByRole('checkbox', { name: 'Father Name' }))
  await user.click(screen.getByRole('checkbox', { name: 'Fine' }))
  expect(shownHeadings()).toContain('Father Name')
  expect(shownHeadings()).not.toContain('Fine')
  expect(rowOf(`5Red${ayesha}-202611`)).toContain('Imran Khan')
  expect(localStorage.getItem('preferences')).toContain('{"fee-record":["fatherName","fine"]}')
  await user.click(screen.getByRole('button', { name: 'Standard columns' }))
  expect(shownHeadings()).toEqual(feeRecordHeadings)
})

test('the list shows a student in a band, moves on with the arrow keys, and opens the page with Enter', async () => {
  const { user, path, search, rowOfVoucher } = await open()
  await user.click(within(rowOfVoucher(`5Red${ayesha}-202611`)).getByText('21 Nov 2026'))
  const peek = within(await screen.findByRole('complementary', { name: 'Student' }))
  await peek.findByText('Rs 2,500', { selector: '.student-peek-balance' })
  peek.getByText('Rs 2,500 due 1 Dec')
  peek.getByText(`Roll No. ${ayesha} · Class 5 Red`, { exact: false })
  peek.getByRole('link', { name: 'Open student' })
  // A role that only reads receives nothing.
  expect(peek.queryByRole('link', { name: 'Receive' })).toBeNull()
  expect(document.activeElement).toBe(rowOfVoucher(`5Red${ayesha}-202611`))
  await user.keyboard('{End}')
  await screen.findByText('Rs 5,000', { selector: '.student-peek-balance' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary', { name: 'Student' })).toBeNull()
  expect(path()).toBe('/fee-record')
  expect(document.activeElement?.getAttribute('role')).toBe('row')
  await user.keyboard('{Enter}')
  await screen.findByRole('complementary', { name: 'Student' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe('/student'))
  expect(search()).toBe(`?roll=${bilal}`)
})

test('the list selects rows with the keys of a file list, totals them, copies them for Excel, and prints them or their vouchers', async () => {
  const { user, focusRow } = await open()
  await focusRow(`5Red${ayesha}-202611`)
  await user.keyboard(' ')
  const bar = within(await screen.findByRole('region', { name: 'Selection' }))
  bar.getByText('1 selected · Net Balance Rs 2,500')
  await user.keyboard('{Control>}a{/Control}')
  bar.getByText('4 selected · Net Balance Rs 7,500')
  await user.click(bar.getByRole('button', { name: 'Clear' }))
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Select' })
  await user.click(boxes()[0] ?? document.body)
  await screen.findByText(/^1 selected/)
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
  expect([all.checked, all.indeterminate]).toEqual([false, true])
  await user.click(all)
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  await user.click(all)
  expect(boxes().every(({ checked }) => checked)).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()

  await focusRow(`5Red${ayesha}-202611`)
  let copied = ''
  // The library sends no copy event if no text is selected, but a browser does.
  fireEvent.copy(document.activeElement ?? document.body, {
    clipboardData: { setData: (_: string, text: string) => (copied = text) },
  })
  const lines = copied.split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]?.split('\t')).toEqual(feeRecordHeadings)
  expect(lines[1]?.split('\t')).toEqual([
    `5Red${ayesha}-202611`,
    '21 Nov 2026',
    '5000.00',
    ...Array(4).fill('0.00'),
    '500.00',
    `${ayesha}`,
    'Ayesha Khan',
    '0.00',
    '4500.00',
    '4500.00',
    '2000.00',
    '2500.00',
  ])

  await user.keyboard(' ')
  const printed: string[][] = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    printed.push(
      screen.getAllByRole('row').map((row) => within(row).queryAllByRole('cell')[0]?.textContent ?? ''),
    )
  })
  await user.click(screen.getByRole('button', { name: 'Print list' }))
  expect(printed).toEqual([['', `5Red${ayesha}-202611`, '1 record']])
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(6))
  vi.restoreAllMocks()

  const again = within(screen.getByRole('region', { name: 'Selection' }))
  await user.click(again.getByRole('button', { name: 'Print vouchers' }))
  const view = within(await screen.findByRole('dialog', { name: 'Print 1 voucher' }))
  await view.findByRole('article', { name: `Voucher 5Red${ayesha}-202611` })
  expect(view.getAllByRole('article')).toHaveLength(1)
  await user.click(view.getByRole('button', { name: 'Close' }))
  again.getByText('1 selected · Net Balance Rs 2,500')
})

/** Opens the net receivables and shows one more column. */
async function chooseColumn(userId: string, column: string) {
  const page = await openReport(school, '/net-receivables', 'Net Receivables', userId)
  await page.press('Generate Report for Regular')
  await page.user.click(await screen.findByRole('button', { name: 'View' }))
  await page.user.click(await screen.findByRole('checkbox', { name: column }))
  return page
}

test('the list shows the phone to a clerk who chooses it, and the acts of a row, one of which opens the counter for the student', async () => {
  const page = await chooseColumn('desk@main.test', 'Father Phone Number')
  expect(rowOf(`6Red${bilal}-202611`)).toContain('0300-1234567')
  await page.user.keyboard('{Escape}')
  await page.user.click(screen.getByRole('button', { name: 'Actions for Bilal Ahmed' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Receive payment',
    'Print voucher',
    'Open student',
  ])
  await page.user.click(screen.getByRole('menuitem', { name: 'Receive payment' }))
  await waitFor(() => expect(page.path()).toBe('/receipts/individual'))
  expect(page.search()).toBe(`?roll=${bilal}`)
})

test('the list shows the months of each debt to users who choose them, and no phone to read-only users', async () => {
  await chooseColumn('viewer@main.test', 'Months')
  expect(shownHeadings()).toContain('Months')
  expect(rowOf(`6Red${bilal}-202611`)[10]).toBe('1')
  expect(screen.queryByRole('checkbox', { name: 'Father Phone Number' })).toBeNull()
})
