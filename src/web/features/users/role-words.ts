import type { Role } from '#domain/roles.ts'

/** What a role opens, as the office says it (spec 6.roles). */
export const roleWords: Readonly<Record<Role, string>> = {
  admin: 'everything, with Users and History',
  readwrite: 'all work of the office and the reports',
  write: 'all work of the office and the reports',
  read: 'the reports only',
}
