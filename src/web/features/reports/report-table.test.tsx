import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { monthOf } from '#domain/calendar.ts'
import { nothing, paisa } from '#domain/money.ts'
import { feeRecord } from '#reports/fee-reports.ts'
import type { VoucherRow } from '#reports/voucher-list.ts'
import { day } from '#test/builders.ts'
import { useSession } from '#web/api/session.ts'
import { blankState } from './report-address.ts'
import { ReportTable } from './report-table.tsx'
import { useFinder } from './use-shown-report.ts'

const count = 24_000

/** Voucher 1 of 1 rupee to voucher 24,000 of as many, none of them received. */
const rows: readonly VoucherRow[] = Array.from({ length: count }, (_, index) => ({
  voucherNo: `5Red${index + 1}-202611`,
  rollNo: index + 1,
  chainNo: 1,
  studentName: `Child ${index + 1}`,
  fatherName: 'Imran Khan',
  studentClass: '5',
  section: 'Red',
  periodFrom: day('2026-11-01'),
  periodTo: day('2026-11-30'),
  issueDate: day('2026-11-01'),
  dueDate: day('2026-11-11'),
  left: false,
  posted: true,
  paid: false,
  carriedTo: null,
  dueSince: day('2026-11-11'),
  notPosted: nothing,
  overdue: nothing,
  notDue: nothing,
  fatherHomePhone: '',
  monthsOwed: 0,
  owedLater: false,
  monthlyFee: paisa((index + 1) * 100),
  discount: nothing,
  registrationFee: nothing,
  admissionFee: nothing,
  examinationFee: nothing,
  fine: nothing,
  arrears: nothing,
  received: nothing,
  adjusted: nothing,
}))
const query = { type: 'admitted' }
const place = { top: 0, row: 0 }
const today = day('2026-11-21')

function Report() {
  const [state, setState] = useState(() => blankState(feeRecord, { today, newest: monthOf(today) }))
  const finder = useFinder(feeRecord, { query, rows }, state)
  const set = (changed: Partial<typeof state>) => setState((before) => ({ ...before, ...changed }))
  const reload = () => Promise.resolve(null)
  const found = { query, rows, more: false }
  const kept = { sortingNow: () => null, onSort: () => {}, place }
  return (
    <ReportTable
      shown={{ report: feeRecord, extras: {}, state, set, ...kept, found, finder, switches: [], reload }}
    />
  )
}

test('24,000 vouchers are listed, sorted and found with few rows drawn, and the totals are those of the found vouchers', async () => {
  useSession.setState({
    user: { name: 'Nadia Viewer', userId: 'viewer@main.test' },
    role: 'read',
    campus: 'Main Campus',
    school: { name: 'Green Valley School', taxNumber: '1234567-8' },
    today,
  })
  const user = userEvent.setup()
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Report />
      </MemoryRouter>
    </MantineProvider>,
  )
  const table = screen.getByRole('table', { name: 'Fee vouchers for admitted students' })
  const drawn = () => [...table.querySelectorAll<HTMLElement>('[role=row]')]
  const cells = (row: Element | undefined) => [...(row?.children ?? [])].map(({ textContent }) => textContent)
  const totals = () => cells(drawn().at(-1))

  screen.getByText('24,000 vouchers listed')
  expect(table.getAttribute('aria-rowcount')).toBe('24002')
  await waitFor(() => expect(drawn().length).toBeGreaterThan(25))
  expect(drawn().length).toBeLessThan(60)
  expect(drawn().at(-1)?.getAttribute('aria-rowindex')).toBe('24002')
  expect([totals()[0], totals().at(-1)]).toEqual(['24,000 records', '288,012,000'])
  screen.getByText(/24,000 rows are too many to print.*Excel/)
  expect(
    screen.getByLabelText('Find by name or number').compareDocumentPosition(screen.getByText('Export')),
  ).toBe(Node.DOCUMENT_POSITION_FOLLOWING)

  const heading = within(table).getByRole('columnheader', { name: 'Net Balance' })
  within(heading).getByRole('button').focus()
  await user.keyboard('{Enter}{Enter}')
  expect(heading.getAttribute('aria-sort')).toBe('descending')
  expect(cells(drawn()[1])[0]).toBe('5Red24000-202611')

  await user.click(screen.getByLabelText('Find by name or number'))
  await user.paste('child 2399')
  await waitFor(() => expect(totals()[0]).toBe('13 records'))
  // 23,999 to 23,990, 22,399, 12,399 and 2,399.
  expect(totals().at(-1)).toBe('277,142')
  expect(table.getAttribute('aria-rowcount')).toBe('15')
  expect(
    drawn()
      .slice(1, -1)
      .map((row) => cells(row)[9]),
  ).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `Child ${23_999 - index}`),
    'Child 22399',
    'Child 12399',
    'Child 2399',
  ])
  screen.getByText('13 vouchers of 24,000 found; the totals are for these')
})
