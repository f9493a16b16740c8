import { useState } from 'react'

// Letters and digits that nobody takes for another when they are read aloud or written down: no i, l, o, 0, 1, no capitals.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const inGroup = 4

/** All letters are equally likely: a byte from here on is drawn again. */
const fair = 256 - (256 % letters.length)

function letter(): string {
  for (;;) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) return letters.charAt(byte % letters.length)
  }
}

const group = (): string => Array.from({ length: inGroup }, letter).join('')

/** A password that nobody guesses and everybody can read aloud: `k7mf-x2qd-9hra-bt4w`, the hyphens being part of it. */
export const makePassword = (): string => Array.from({ length: groups }, group).join('-')

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
