import { MantineProvider } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { RecordTable, type RecordColumn } from './record-table.tsx'

interface Visit {
  readonly no: number
  readonly day: string
  readonly amount: number
}

const visits: readonly Visit[] = [
  { no: 3, day: '2 Dec 2026', amount: 50 },
  { no: 2, day: '1 Dec 2026', amount: 0 },
  { no: 1, day: '1 Dec 2026', amount: 900 },
]

const columns: readonly RecordColumn<Visit>[] = [
  { key: 'no', heading: 'No.', cell: ({ no }) => no },
  {
    key: 'amount',
    heading: 'Amount',
    figures: true,
    cell: ({ amount }) => String(amount),
    sortBy: ({ amount }) => amount,
  },
]

const show = (props: Partial<Parameters<typeof RecordTable<Visit>>[0]>) =>
  render(
    <MantineProvider>
      <MemoryRouter>
        <RecordTable label="Visits" columns={columns} rows={visits} rowKey={({ no }) => no} {...props} />
      </MemoryRouter>
    </MantineProvider>,
  )

const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent)

test('shows rows under their day, with actions at fixed places and a foot', async () => {
  const print = vi.fn<(no: number) => void>()
  show({
    groupBy: ({ day }) => day,
    foot: { amount: '950' },
    acts: ({ no }) => [
      no === 2 ? null : { label: `Open visit ${no}`, icon: IconPrinter, to: `/visits?no=${no}` },
      { label: `Print visit ${no}`, icon: IconPrinter, onPress: () => print(no) },
    ],
  })
  expect(screen.getByRole('region', { name: 'Visits, scrolls' })).toHaveProperty('tabIndex', 0)
  expect(rows()).toEqual(['No.AmountActions', '2 Dec 2026', '350', '1 Dec 2026', '20', '1900', '950'])
  expect(screen.getByRole('link', { name: 'Open visit 3' }).getAttribute('href')).toBe('/visits?no=3')
  expect(screen.queryByRole('link', { name: 'Open visit 2' })).toBeNull()
  const printTwo = screen.getByRole('button', { name: 'Print visit 2' })
  expect(printTwo.parentElement?.previousElementSibling?.textContent).toBe('')
  await userEvent.click(printTwo)
  expect(print.mock.calls).toEqual([[2]])
})

test('sorts by a column that can be sorted, and says how', async () => {
  show({})
  const head = screen.getByRole('columnheader', { name: 'Amount' })
  await userEvent.click(within(head).getByRole('button'))
  expect(rows()).toEqual(['No.Amount', '20', '350', '1900'])
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(within(head).getByRole('button'))
  expect(rows()).toEqual(['No.Amount', '1900', '350', '20'])
  await userEvent.click(within(head).getByRole('button'))
  expect(rows()).toEqual(['No.Amount', '350', '20', '1900'])
  expect(within(screen.getByRole('columnheader', { name: 'No.' })).queryByRole('button')).toBeNull()
})

test('says that there are no rows, or why they are missing', async () => {
  const retry = vi.fn<() => void>()
  const { unmount } = show({ rows: [], empty: 'No visits yet' })
  expect(screen.getByRole('status').textContent).toBe('No visits yet')
  expect(screen.queryByRole('table')).toBeNull()
  unmount()
  show({ rows: undefined, failure: { msg: 'Failed to get visits' }, retry })
  expect(screen.getByRole('alert').textContent).toContain('Failed to get visits')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})
