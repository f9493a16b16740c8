import { fireEvent, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { password } from './school.ts'

/** Fills in the login screen without typing key by key. */
export async function fillInLogin(userId: string, typed = password): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: userId } })
  fireEvent.change(screen.getByLabelText('Password', { selector: 'input' }), { target: { value: typed } })
}

/** Fills in the login screen and presses Enter. */
export async function logIn(user: UserEvent, userId: string, typed = password): Promise<void> {
  await fillInLogin(userId, typed)
  await user.type(screen.getByLabelText('Password', { selector: 'input' }), '{Enter}')
}
