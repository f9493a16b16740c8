import { confirmPassword } from '#contract/own-sessions.ts'
import { call } from './call.ts'
import { keepConfirmation } from './confirmation.ts'

/** Confirms the user's password; guarded calls then succeed for ten minutes. Fails with CallFailed. */
export async function confirmOwnPassword(password: string): Promise<void> {
  const { confirmation } = await call(confirmPassword, { body: { password } })
  keepConfirmation(confirmation)
}
