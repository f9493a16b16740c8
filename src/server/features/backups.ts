import type * as contract from '#contract/backups.ts'
import type { CallContext } from '#server/http/call.ts'
import { readBackupStatus } from '#server/records/campus/backup-log.ts'

/** Returns the status of the backups, which is the same for every campus. */
export async function backupStatus({ scope }: CallContext<typeof contract.backupStatus>) {
  return { msg: 'Backups fetched', ...(await readBackupStatus(scope)) }
}
