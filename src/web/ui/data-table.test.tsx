import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DataTable } from './data-table.tsx'
import type { Column } from './table-columns.ts'

interface Fruit {
  readonly name: string
  readonly weight: number
}

const columns: readonly Column<Fruit>[] = [
  {
    key: 'name',
    heading: 'Name',
    width: 100,
    pinned: true,
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
  },
  {
    key: 'weight',
    heading: 'Weight',
    width: 80,
    figures: true,
    cell: ({ weight }) => weight,
    sortBy: ({ weight }) => weight,
  },
  {
    key: 'again',
    heading: 'Name again',
    width: 60,
    pinned: true,
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
  },
]
const foot = [{ key: 'sum', cells: { name: '3 records', weight: '12,345,678,901.50' } }]
const few = [
  { name: 'Pear', weight: 3 },
  { name: 'Apple', weight: 20 },
  { name: 'Fig', weight: 3 },
]

const show = (rows: readonly Fruit[]) =>
  render(
    <MantineProvider env="test">
      <DataTable label="Fruits" columns={columns} rows={rows} rowKey={({ name }) => name} foot={foot} />
    </MantineProvider>,
  )

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1, -1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

test('a table states its number of rows and columns, including head and foot', () => {
  show(few)
  const table = screen.getByRole('table', { name: 'Fruits' })
  expect(table.getAttribute('aria-rowcount')).toBe('5')
  expect(table.getAttribute('aria-colcount')).toBe('3')
  expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
  ])
})

test('a heading sorts ascending, then descending, then not at all; equal rows keep their order', async () => {
  const user = userEvent.setup()
  show(few)
  const heading = screen.getByRole('columnheader', { name: 'Weight' })
  const press = () => user.click(within(heading).getByRole('button'))
  expect(heading.getAttribute('aria-sort')).toBe('none')
  await press()
  expect(heading.getAttribute('aria-sort')).toBe('ascending')
  expect(names()).toEqual(['Pear', 'Fig', 'Apple'])
  await press()
  expect(heading.getAttribute('aria-sort')).toBe('descending')
  expect(names()).toEqual(['Apple', 'Pear', 'Fig'])
  await press()
  expect(names()).toEqual(['Pear', 'Apple', 'Fig'])
})

test('a column is wide enough for its total', () => {
  show(few)
  const tracks = screen.getByRole('table').style.getPropertyValue('--columns')
  expect(tracks).toMatch(/^100px minmax\(136px/)
})

test('a pinned column is placed next to the pinned columns before it', () => {
  show(few)
  const [name, , again] = screen.getAllByRole('columnheader')
  expect([name?.style.left, again?.style.left]).toEqual(['0px', '100px'])
})

test('the keys scroll by rows, by the rows visible between head and foot, and to both ends', async () => {
  const user = userEvent.setup()
  show(few)
  const frame = screen.getByRole('region', { name: 'Fruits, scrolls' })
  Object.defineProperties(frame, { scrollHeight: { value: 3079 }, clientHeight: { value: 379 } })
  await user.tab()
  expect(document.activeElement).toBe(frame)
  const scrollTopAfter = async (key: string) => {
    await user.keyboard(`{${key}}`)
    return frame.scrollTop
  }
  expect(await scrollTopAfter('ArrowDown')).toBe(30)
  // Ten rows fit between head and foot; one of them stays visible.
  expect(await scrollTopAfter('PageDown')).toBe(300)
  expect(await scrollTopAfter('PageUp')).toBe(30)
  expect(await scrollTopAfter('End')).toBe(2700)
  expect(await scrollTopAfter('ArrowDown')).toBe(2700)
  expect(await scrollTopAfter('ArrowUp')).toBe(2670)
  expect(await scrollTopAfter('Home')).toBe(0)
  await user.tab()
  expect(await scrollTopAfter('End')).toBe(0)
})

test('a table of 25,000 rows draws the visible rows, and later those beside them; one of 400 rows prints completely', async () => {
  const many = Array.from({ length: 25_000 }, (_, index) => ({ name: `Fruit ${index}`, weight: index }))
  const { rerender } = show(many)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('25002')
  const drawn = () => screen.getAllByRole('row').length
  const drawnAtFirst = drawn()
  expect(drawnAtFirst).toBeGreaterThan(15)
  expect(drawnAtFirst).toBeLessThan(48)
  await waitFor(() => expect(drawn()).toBe(drawnAtFirst + 12))
  expect(screen.getByText(/too many to print/)).toBeDefined()

  rerender(
    <MantineProvider env="test">
      <DataTable
        label="Fruits"
        columns={columns}
        rows={many.slice(0, 400)}
        rowKey={({ name }) => name}
        foot={foot}
      />
    </MantineProvider>,
  )
  expect(screen.getAllByRole('row').length).toBeLessThan(80)
  window.dispatchEvent(new Event('beforeprint'))
  expect(screen.getAllByRole('row')).toHaveLength(402)
})
