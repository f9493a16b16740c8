import { randomGroups } from '#web/kit/random-letters.ts'
import { useState } from 'react'

/** A password that nobody guesses and everybody can read aloud: `k7mf-x2qd-9hra-bt4w`, the hyphens being part of it. */
export const makePassword = randomGroups

/** A password that was just made for somebody and is shown once. */
export interface GivenPassword {
  readonly userId: string
  readonly name: string
  readonly password: string
}

/**
 * A password for somebody, the same one until it was set, so that a repeat after a lost connection is the same act.
 * Lives with the screen, in memory alone.
 */
export function useMadePasswords() {
  const [made] = useState(() => new Map<string, string>())
  return {
    passwordOf(userId: string): string {
      const password = made.get(userId) ?? makePassword()
      made.set(userId, password)
      return password
    },
    forget: (userId: string) => made.delete(userId),
  }
}
