import { useState } from 'react'
import { passwordError } from '#domain/password.ts'
import { useStaff } from '#web/api/session.ts'
import { randomGroups } from '#web/kit/random-letters.ts'

/** Hard to guess and easy to read aloud: `k7mf-x2qd-9hra-bt4w`, hyphens included. */
export const makePassword = (): string => randomGroups(4)

/** 256 random bits as text for an address. */
export function makeLinkToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
}

/** A secret for a user that is shown once; the title is followed by the user's name. */
export interface ShownSecret {
  readonly title: string
  readonly name: string
  readonly message: string
  readonly secret: string
}

export const passwordToShow = (userId: string, name: string, password: string): ShownSecret => ({
  title: 'Password of',
  name,
  secret: password,
  message: `${userId} signs in with it, hyphens included, and then chooses another. Copy it or write it down now: it is not shown again.`,
})

export const linkToShow = (userId: string, name: string, token: string): ShownSecret => ({
  title: 'Link for',
  name,
  secret: `${location.origin}/new-password#${token}`,
  message: `${userId} opens it and chooses a new password. It works once, for 24 hours. Send it to nobody else; it is not shown again.`,
})

/** Keeps one secret per user in memory until it is set, so that a repeat after a lost connection sends it again. */
export function useGenerated(make: () => string) {
  const [secrets] = useState(() => new Map<string, string>())
  return {
    get(userId: string, isUsable: (secret: string) => boolean = () => true): string {
      let secret = secrets.get(userId) ?? make()
      // A random group may happen to be a name.
      while (!isUsable(secret)) secret = make()
      secrets.set(userId, secret)
      return secret
    },
    forget: (userId: string) => secrets.delete(userId),
  }
}

/** Passwords that the rules accept. */
export function useGeneratedPasswords() {
  const { school } = useStaff()
  const passwords = useGenerated(makePassword)
  return {
    passwordOf: (userId: string, name: string): string =>
      passwords.get(userId, (text) => passwordError(text, { userId, name, school: school.name }) === null),
    forget: passwords.forget,
  }
}
