import type { Kysely } from 'kysely'
import { SecurityLog } from '#server/auth/security-log.ts'
import type { Schema } from '#server/database/schema.ts'

/** A security log without output, for an app that a test mounts itself. */
export const quietSecurityLog = (db: Kysely<Schema>): SecurityLog =>
  new SecurityLog({ db, lines: { write() {}, close: async () => {} }, onError() {} })
