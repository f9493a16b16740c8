import { fireEvent, screen } from '@testing-library/react'
import { expect } from 'vitest'
import type { OpenScreen } from './screen.tsx'

export const rollField = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Roll No.' })
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
/** Expects that the form is not shown, because no student is chosen. */
export const expectNoForm = (label: string) =>
  expect(screen.queryByLabelText(new RegExp(`^${label}`))).toBeNull()
export const submitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })

/** Sets the value of a field without typing key by key. */
export const setValue = (input: HTMLElement, value: string): boolean =>
  fireEvent.change(input, { target: { value } })

/** Sets several fields without typing key by key. */
export function fill(values: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(values)) setValue(field(label), value)
}

/** Returns to the search, if a student is chosen. */
export async function changeStudent({ user }: OpenScreen): Promise<void> {
  const change = screen.queryByRole('button', { name: 'Change student' })
  if (change) await user.click(change)
}

/** Looks up a student with Enter and waits until the form is filled in. */
export async function lookUp(page: OpenScreen, rollNo: number): Promise<void> {
  const { user } = page
  await changeStudent(page)
  const input = await rollField()
  await user.clear(input)
  setValue(input, String(rollNo))
  await user.keyboard('{Enter}')
  await screen.findByText('Student found')
}

/** The offer to bring back what was typed. */
export const bringBackButton = () =>
  screen.findByRole<HTMLButtonElement>('button', { name: 'Bring back what was typed' })

/** Returns the text of each row in a table of changes. */
export const changesShown = (title: string): string[] =>
  screen.queryByRole('table', { name: title }) === null
    ? []
    : [...screen.getByRole<HTMLTableElement>('table', { name: title }).rows]
        .slice(1)
        .map(({ cells }) => [...cells].map(({ textContent }) => textContent).join(' | '))
