import { useState, type ComponentProps } from 'react'
import { passwordError } from '#domain/password.ts'
import { useStaff } from '#web/api/session.ts'
import { randomGroups } from '#web/kit/random-letters.ts'
import type { ShownOnce } from '#web/ui/shown-once.tsx'

/** Hard to guess and easy to read aloud: `k7mf-x2qd-9hra-bt4w`, hyphens included. */
export const makePassword = (): string => randomGroups(4)

/** 256 random bits as text for an address. */
export function makeLinkToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
}

export type ShownSecret = Omit<ComponentProps<typeof ShownOnce>, 'close'>

const titleWith = (words: string, name: string) => (
  <>
    {words} <bdi>{name}</bdi>
  </>
)

export const passwordToShow = (userId: string, name: string, password: string): ShownSecret => ({
  title: titleWith('Password of', name),
  secrets: [password],
  message: `${userId} signs in with it, hyphens included, and then chooses another. Copy it or write it down now: it is not shown again.`,
})

export const linkToShow = (userId: string, name: string, token: string): ShownSecret => ({
  title: titleWith('Link for', name),
  secrets: [`${location.origin}/new-password#${token}`],
  message: `${userId} opens it and chooses a new password. It works once, for 24 hours. Send it to nobody else; it is not shown again.`,
})

/** Keeps one secret per user in memory until it is set, so that a repeat after a lost connection sends it again. */
export function useGenerated(make: () => string) {
  const [secrets] = useState(() => new Map<string, string>())
  function secretOf(userId: string, isUsable: (secret: string) => boolean = () => true): string {
    let secret = secrets.get(userId) ?? make()
    // A random group may happen to be a name.
    while (!isUsable(secret)) secret = make()
    secrets.set(userId, secret)
    return secret
  }
  function take(userId: string): string {
    const secret = secretOf(userId)
    secrets.delete(userId)
    return secret
  }
  return { secretOf, take }
}

/** Passwords that the rules accept. */
export function useGeneratedPasswords() {
  const { school } = useStaff()
  const { secretOf, take } = useGenerated(makePassword)
  const passwordOf = (userId: string, name: string) =>
    secretOf(userId, (text) => passwordError(text, { userId, name, school: school.name }) === null)
  return { passwordOf, take }
}
