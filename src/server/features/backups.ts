import type * as contract from '#contract/backups.ts'
import type { CallContext } from '#server/http/call.ts'
import { readBackupStatus } from '#server/records/campus/backup-log.ts'

/** Replies the same to each campus. */
export async function backupStatus({ scope }: CallContext<typeof contract.backupStatus>) {
  return { msg: 'Backups fetched', ...(await readBackupStatus(scope)) }
}
