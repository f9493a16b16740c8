// The confirmation is kept in memory only, so that neither a reloaded page nor a thief with the cookie alone has it.

import { create } from 'zustand'

export interface PasswordQuestion {
  readonly answer: (isConfirmed: boolean) => void
}

export const usePasswordQuestion = create<{ readonly question: PasswordQuestion | null }>(() => ({
  question: null,
}))

let confirmation: string | null = null
let pendingAnswer: Promise<boolean> | null = null

/** The token that a guarded call carries; null if the password was not confirmed. */
export const shownConfirmation = (): string | null => confirmation

export const keepConfirmation = (token: string): void => {
  confirmation = token
}

/** Drops the confirmation and the open question when a session ends or another user signs in. */
export function dropConfirmation(): void {
  confirmation = null
  usePasswordQuestion.getState().question?.answer(false)
}

/** Asks for the password again; false if the user declines. Simultaneous calls share one question. */
export function askForPassword(): Promise<boolean> {
  pendingAnswer ??= new Promise<boolean>((resolve) => {
    const answer = (isConfirmed: boolean): void => {
      pendingAnswer = null
      usePasswordQuestion.setState({ question: null })
      resolve(isConfirmed)
    }
    usePasswordQuestion.setState({ question: { answer } })
  })
  return pendingAnswer
}
