import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { calendarDate, type CalendarDate } from '#domain/calendar.ts'
import { DateField } from './date-field.tsx'

const day = (text: string): CalendarDate | '' => calendarDate(text) ?? ''

function Form({
  start,
  min,
}: {
  readonly start: CalendarDate | ''
  readonly min?: CalendarDate | undefined
}) {
  const [date, setDate] = useState(start)
  return (
    <MantineProvider env="test">
      <DateField label="Issue date" value={date} onChange={setDate} min={min} />
      <button type="button" onClick={() => setDate(day('2026-12-05'))}>
        Set
      </button>
      <output>{date === '' ? 'none' : date}</output>
    </MantineProvider>
  )
}

async function typeDate(text: string, min?: CalendarDate) {
  render(<Form start="" min={min} />)
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: 'Issue date' }), text)
  await user.tab()
  return screen.getByRole('status').textContent
}

const dateField = () => screen.getByRole('textbox', { name: 'Issue date' })

test.each(['2026-11-21', '21/11/2026', '21-11-2026', '21.11.2026', '21112026'])(
  'DateField reads %s',
  async (text) => {
    expect(await typeDate(text)).toBe('2026-11-21')
    expect(dateField()).toHaveProperty('value', '21/11/2026')
  },
)

test.each(['31/02/2026', 'tomorrow', '21/11'])('%s is not a date, stays and shows an error', async (text) => {
  expect(await typeDate(text)).toBe('none')
  expect(dateField()).toHaveProperty('value', text)
  screen.getByText('Not a date; enter it as 21/11/2026')
})

test('a date before the minimum shows the minimum in its error', async () => {
  const min = calendarDate('2026-11-21')
  expect(await typeDate('20/11/2026', min ?? undefined)).toBe('none')
  screen.getByText('Not before 21/11/2026')
})

test('a date set by the form replaces the shown date', async () => {
  render(<Form start={day('2026-11-21')} />)
  await userEvent.click(screen.getByRole('button', { name: 'Set' }))
  expect(dateField()).toHaveProperty('value', '05/12/2026')
})

test('clearing the field reports no date', async () => {
  render(<Form start={day('2026-11-21')} />)
  await userEvent.clear(dateField())
  expect(screen.getByRole('status').textContent).toBe('none')
})

test('a day can be picked from the calendar', async () => {
  render(<Form start={day('2026-11-21')} />)
  await userEvent.click(screen.getByRole('button', { name: 'Pick Issue date from a calendar' }))
  await userEvent.click(await screen.findByRole('button', { name: '5 November 2026' }))
  expect(screen.getByRole('status').textContent).toBe('2026-11-05')
  expect(dateField()).toHaveProperty('value', '05/11/2026')
})

test('the field is one Tab stop, and opens its calendar with Alt and the down arrow', async () => {
  render(<Form start={day('2026-11-21')} />)
  const user = userEvent.setup()
  await user.tab()
  expect(document.activeElement).toBe(dateField())
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await user.click(await screen.findByRole('button', { name: '24 November 2026' }))
  expect(screen.getByRole('status').textContent).toBe('2026-11-24')
  await waitFor(() => expect(document.activeElement).toBe(dateField()))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Set' }))
})
