import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { AmountField, groupDigits } from './amount-field.tsx'

test.each([
  ['17500', '17,500'],
  ['1,7500', '17,500'],
  ['1,75,000', '175,000'],
  ['1234567.5', '1,234,567.5'],
  ['500', '500'],
  ['۱۷۵۰۰', '۱۷,۵۰۰'],
  ['٤٥٠٠٫٥', '٤٥٠٠٫٥'],
  ['', ''],
  ['10Blue7-202611', '10Blue7-202611'],
])('the typed amount %s is shown as %s', (typed, shown) => {
  expect(groupDigits(typed)).toBe(shown)
})

function Field() {
  const [value, setValue] = useState('')
  return (
    <MantineProvider>
      <AmountField label="Amount" value={value} onChange={setValue} grouped />
    </MantineProvider>
  )
}

test('the cursor stays between the same digits, also if only a comma was deleted', async () => {
  render(<Field />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  const user = userEvent.setup()
  await user.type(field, '17500')
  expect(field.value).toBe('17,500')
  field.setSelectionRange(3, 3)
  await user.keyboard('{Backspace}')
  expect([field.value, field.selectionStart]).toEqual(['17,500', 2])
  await user.keyboard('{Backspace}')
  expect([field.value, field.selectionStart]).toEqual(['1,500', 1])
  await user.keyboard('9')
  expect([field.value, field.selectionStart]).toEqual(['19,500', 2])
})
