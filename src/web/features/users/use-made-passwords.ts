import { useState } from 'react'
import { makePassword } from './make-password.ts'

/**
 * A password for somebody, the same one until it was taken: so a repeat after a lost connection is the same act.
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
