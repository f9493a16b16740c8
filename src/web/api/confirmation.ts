// Kept in memory only, so that neither a reloaded page nor a thief with the cookie alone has the confirmation.

import { create } from 'zustand'

interface PasswordQuestion {
  readonly answer: (isConfirmed: boolean) => void
}

export const usePasswordQuestion = create<{ readonly question: PasswordQuestion | null }>(() => ({
  question: null,
}))

let confirmation: string | null = null
let asking: Promise<boolean> | null = null

/** The token that a guarded call carries; null if the password was not confirmed. */
export const shownConfirmation = (): string | null => confirmation

export const keepConfirmation = (given: string): void => {
  confirmation = given
}

/** Drops the confirmation and the open question when a session ends or another user's begins. */
export function dropConfirmation(): void {
  confirmation = null
  usePasswordQuestion.getState().question?.answer(false)
}

/** Asks for the password again; false if the user declines. Simultaneous calls share one question. */
export function askForPassword(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const answer = (isConfirmed: boolean): void => {
      asking = null
      usePasswordQuestion.setState({ question: null })
      resolve(isConfirmed)
    }
    usePasswordQuestion.setState({ question: { answer } })
  })
  return asking
}
