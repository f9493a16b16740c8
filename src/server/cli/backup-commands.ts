import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatCount } from '#domain/count.ts'
import type { Config } from '#server/config.ts'
import { logBackup } from '#server/records/campus/backups.ts'
import { requireLatestVersion } from './arguments.ts'
import { DamagedBackup } from './backup-format.ts'
import {
  makeBackupKeys,
  readOperatorKey,
  readServerKey,
  type OperatorKey,
  type ServerKey,
} from './backup-keys.ts'
import type { Command, CommandCall, CommandInput } from './command.ts'
import { askServer, logOnServer } from './control-socket.ts'
import type { BackupContents } from './read-backup.ts'
import {
  checkRestorable,
  rehearsalCommand,
  rehearsalEvent,
  rehearseRestore,
  restoreBackup,
  type Rehearsal,
} from './restore-backup.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { formatSums } from './verify-books.ts'
import { backupEvent, packBackup, saveBackup, type SavedBackup } from './write-backup.ts'

const serverKeyOf = ({ backupKey }: Config): ServerKey | null =>
  backupKey === null ? null : readServerKey(backupKey)

function operatorKeyOf({ option }: CommandInput): OperatorKey | null {
  const path = option('key')
  return path === undefined ? null : readOperatorKey(path)
}

function formatContents({ counts }: BackupContents): string {
  const countOf = (table: string) => counts.get(table) ?? 0
  return formatSums({
    campuses: countOf('campuses'),
    students: countOf('students'),
    vouchers: countOf('vouchers'),
    receipts: countOf('receipts'),
    changes: countOf('changes'),
  })
}

const formatSaved = (path: string, saved: SavedBackup): string =>
  `The ${saved.isEncrypted ? 'encrypted ' : ''}backup "${path}" contains ${formatContents(saved)} ` +
  `(${formatCount(saved.bytes)} bytes)`

async function runBackup({ db, args: [path = ''], clock, settings, terminal }: CommandCall): Promise<void> {
  await requireLatestVersion(db)
  const saved = await saveBackup(path, async () => packBackup(db, clock()), serverKeyOf(settings))
  await logBackup(db, backupEvent(path, saved, clock()))
  terminal.say(formatSaved(path, saved))
}

const isCutOff = (error: unknown): boolean =>
  error instanceof DamagedBackup || (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')

async function runBackupOnServer({
  args: [path = ''],
  clock,
  settings,
  terminal,
}: CommandInput): Promise<void> {
  try {
    const saved = await saveBackup(path, () => askServer(settings.dataDir, 'backup'), serverKeyOf(settings))
    await logOnServer(settings.dataDir, backupEvent(path, saved, clock()))
    terminal.say(formatSaved(path, saved))
  } catch (error) {
    if (!isCutOff(error)) throw error
    throw new CommandError('The running server could not finish the backup; its log says why', {
      cause: error,
    })
  }
}

const checkRestore = (input: CommandInput): Promise<BackupContents> =>
  checkRestorable(input.args[0] ?? '', operatorKeyOf(input))

function showRehearsal(
  { say }: Terminal,
  path: string,
  contents: BackupContents,
  { verdict }: Rehearsal,
): void | 1 {
  for (const line of verdict.lines) say(line)
  say(
    `"${path}" ${verdict.sound ? 'can be restored' : 'was restored with errors'}: ${formatContents(contents)}, ` +
      `as they were on ${contents.header.madeAt}. Nothing was kept of this rehearsal.`,
  )
  if (!verdict.sound) return 1
}

async function runRestore(call: CommandCall): Promise<void | 1> {
  const { database, db, args, clock, terminal, has, backup = await checkRestore(call) } = call
  const [path = ''] = args
  const key = operatorKeyOf(call)
  if (has('rehearse')) {
    const rehearsal = await rehearseRestore(path, key)
    await logBackup(db, rehearsalEvent(path, backup.header, rehearsal, clock()))
    return showRehearsal(terminal, path, backup, rehearsal)
  }
  await restoreBackup(db, path, key)
  await database.afterBulkWork()
  terminal.say(`The database now contains ${formatContents(backup)}, as they were on ${backup.header.madeAt}`)
}

async function runRestoreOnServer(input: CommandInput): Promise<void | 1> {
  const { args, clock, settings, terminal, has, backup = await checkRestore(input) } = input
  const [path = ''] = args
  if (!has('rehearse'))
    throw new CommandError('Stop the server first: a backup is restored into an empty database')
  const rehearsal = await rehearseRestore(path, operatorKeyOf(input))
  await logOnServer(settings.dataDir, rehearsalEvent(path, backup.header, rehearsal, clock()))
  return showRehearsal(terminal, path, backup, rehearsal)
}

async function writeKey(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw new CommandError(`The key file "${path}" cannot be written, or exists already`, { cause: error })
  })
}

async function runMakeKeys({ args: [folder = ''], terminal }: CommandInput): Promise<void> {
  const { server, operator } = await makeBackupKeys()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [serverFile, operatorFile] = [join(folder, 'backup.key'), join(folder, 'restore.key')]
  await writeKey(serverFile, server)
  await writeKey(operatorFile, operator).catch(async (error: unknown) => {
    await rm(serverFile)
    throw error
  })
  terminal.say(`"${serverFile}" stays on the server: set BACKUP_KEY to it`)
  terminal.say(
    `"${operatorFile}" opens the backups: move it away from the server, and keep two copies. Without it no backup can be restored`,
  )
}

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    takes: ['FILE'],
    summary:
      'write the whole school into a new file, encrypted and signed with BACKUP_KEY, while the office keeps working',
    recorded: true,
    keepsVersion: true,
    run: runBackup,
    runOnServer: runBackupOnServer,
  },
  {
    name: 'restore',
    takes: ['FILE'],
    options: [
      { name: 'key', value: 'FILE', optional: true, summary: "the operator's key of encrypted backups" },
      { name: 'rehearse', summary: 'into a database that is checked and removed again; nothing is changed' },
    ],
    summary: 'fill an empty database, of either kind, with the school of a backup',
    recorded: ({ has }) => (has('rehearse') ? rehearsalCommand : 'restore'),
    check: checkRestore,
    run: runRestore,
    runOnServer: runRestoreOnServer,
  },
  {
    name: 'make-backup-keys',
    takes: ['FOLDER'],
    summary: 'write a pair of keys: one encrypts and signs backups, the other opens them',
    runAlone: runMakeKeys,
  },
]
