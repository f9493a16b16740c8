import type { Role } from '#domain/roles.ts'

/** The options of a role select; the user popup shows the code in brackets (spec 6.roles). */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Admin (admin)',
  readwrite: 'Office, all work (readwrite)',
  write: 'Desk, all work (write)',
  read: 'View only (read)',
}

/** The features of a role, in the words of the office (spec 6.roles). */
export const roleWords: Readonly<Record<Role, string>> = {
  admin: 'everything, with Users and History',
  readwrite: 'all office work and reports',
  write: 'all office work and reports',
  read: 'reports only',
}
