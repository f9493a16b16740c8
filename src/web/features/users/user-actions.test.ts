import { expect, test } from 'vitest'
import { shortestPassword } from '#domain/password.ts'
import { makePassword } from './user-actions.tsx'

test('passwords are long, differ, are in groups, and use every letter and digit that cannot be confused', () => {
  const made = Array.from({ length: 200 }, makePassword)
  for (const password of made) expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  expect(made[0]?.length).toBeGreaterThan(shortestPassword)
  expect(new Set(made).size).toBe(200)
  const used = new Set(made.join('').replaceAll('-', ''))
  expect([...used].toSorted().join('')).toBe('23456789abcdefghjkmnpqrstuvwxyz')
})
