import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { setValue } from './form-fields.ts'
import { password } from './school.ts'

/** Fills in the login screen without typing key by key. */
export async function fillInLogin(userId: string, typed = password): Promise<void> {
  setValue(await screen.findByLabelText('Email'), userId)
  setValue(screen.getByLabelText('Password', { selector: 'input' }), typed)
}

export async function logIn(user: UserEvent, userId: string, typed = password): Promise<void> {
  await fillInLogin(userId, typed)
  await user.type(screen.getByLabelText('Password', { selector: 'input' }), '{Enter}')
}
