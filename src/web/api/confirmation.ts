// The proof for the server that the password was entered again, and the question for it. In memory only: a page that is
// opened again, and a thief who has the cookie alone, has none.

import { create } from 'zustand'

interface PasswordQuestion {
  readonly answer: (isConfirmed: boolean) => void
}

/** The question that waits for an answer; null while there is none. */
export const usePasswordQuestion = create<{ readonly question: PasswordQuestion | null }>(() => ({
  question: null,
}))

let confirmation: string | null = null
let asking: Promise<boolean> | null = null

/** The confirmation that a guarded call carries; null if nothing was confirmed. */
export const shownConfirmation = (): string | null => confirmation

export const keepConfirmation = (given: string): void => {
  confirmation = given
}

/** Forgets the confirmation and gives up the question: the session is over, or another person's begins. */
export function dropConfirmation(): void {
  confirmation = null
  usePasswordQuestion.getState().question?.answer(false)
}

/** Asks the user to enter the password again; false if they decline. Several calls at once share one question. */
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
