export const roles = ['readwrite', 'write', 'read'] as const
export type Role = (typeof roles)[number]

/** Who may admit, charge, post and receive; `readwrite` and `write` are equal in effect (decisions §2, spec §6). */
export const canWrite = (role: Role): boolean => role !== 'read'
