import type { Role } from '#domain/roles.ts'
import { mayOpen, places } from './menu.ts'

interface ScreenFound {
  readonly path: string
  readonly label: string
}

const dashboard = { path: '/dashboard', label: 'Dashboard' }

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The screens open to a role of whose name or address each typed word begins a word; a bare number means a student. */
export function foundScreens(role: Role, typed: string): readonly ScreenFound[] {
  if (!/\p{L}/u.test(typed)) return []
  const sought = wordsOf(typed)
  const open = places.filter(({ path }) => mayOpen(role, path))
  return [dashboard, ...open].filter(({ path, label }) => {
    const words = wordsOf(`${label} ${path}`)
    return sought.every((begun) => words.some((word) => word.startsWith(begun)))
  })
}
