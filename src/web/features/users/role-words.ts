import type { Role } from '#domain/roles.ts'

/** What a role opens, as the office says it (spec 6.roles). */
export const roleWords: Readonly<Record<Role, string>> = {
  admin: 'everything, with Users and History',
  readwrite: 'all office work and reports',
  write: 'all office work and reports',
  read: 'reports only',
}

const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  readwrite: 'Office, all work',
  write: 'Desk, all work',
  read: 'View only',
}

/** The name of a role with its code, as the popup of the user shows it: `Office, all work (readwrite)`. */
export const nameOfRole = (role: Role): string => `${roleNames[role]} (${role})`
