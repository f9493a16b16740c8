import type { Asked, Command, CommandCall } from './command.ts'
import { askServer } from './control-socket.ts'
import { dumpPacked } from './dump.ts'
import { keepBackup, type Kept } from './write-backup.ts'
import { CannotDo } from './problems.ts'
import { DamagedBackup } from './backup-format.ts'
import type { Contents } from './read-backup.ts'
import { restore } from './restore-backup.ts'
import { requireNewest } from './schema-version.ts'
import { tellSums } from './verify-books.ts'

const tell = ({ counts }: Contents): string => {
  const countOf = (table: string) => counts.get(table) ?? 0
  return tellSums({
    campuses: countOf('campuses'),
    students: countOf('students'),
    vouchers: countOf('vouchers'),
    receipts: countOf('receipts'),
    changes: countOf('changes'),
  })
}

const tellKept = (path: string, kept: Kept): string =>
  `The backup "${path}" holds ${tell(kept)} (${kept.bytes.toLocaleString('en')} bytes)`

async function backup({ db, words: [path = ''], clock, terminal }: CommandCall): Promise<void> {
  await requireNewest(db)
  const kept = await keepBackup(path, async () => dumpPacked(db, clock()))
  terminal.say(tellKept(path, kept))
}

/** The server hung up before the end. */
const isCut = (problem: unknown): boolean =>
  problem instanceof DamagedBackup ||
  (problem instanceof Error && 'code' in problem && problem.code === 'ECONNRESET')

async function backupThroughServer({ words: [path = ''], settings, terminal }: Asked): Promise<void> {
  try {
    const kept = await keepBackup(path, () => askServer(settings.dataDir, 'backup'))
    terminal.say(tellKept(path, kept))
  } catch (problem) {
    if (!isCut(problem)) throw problem
    throw new CannotDo('The running server could not finish the backup; its log says why', { cause: problem })
  }
}

async function restoreBackup({ database, db, words: [path = ''], terminal }: CommandCall): Promise<void> {
  const contents = await restore(db, path)
  await database.afterBulkWork()
  terminal.say(`The database now holds ${tell(contents)}, as they were on ${contents.header.madeAt}`)
}

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    takes: ['FILE'],
    options: [],
    does: 'write the whole school into a new file, while the office works on',
    keepsVersion: true,
    run: backup,
    throughServer: backupThroughServer,
  },
  {
    name: 'restore',
    takes: ['FILE'],
    options: [],
    does: 'fill an empty database, of either kind, with the school of a backup',
    run: restoreBackup,
  },
]
