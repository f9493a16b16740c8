import type { Role } from '#domain/roles.ts'

/** The features of a role, in the words of the office (spec 6.roles). */
export const roleWords: Readonly<Record<Role, string>> = {
  admin: 'everything, with Users and History',
  readwrite: 'all office work and reports',
  write: 'all office work and reports',
  read: 'reports only',
}
