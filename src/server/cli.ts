// The command line of a real school (decisions §1): the only way to add a campus or a user.

import { runPortal } from '#server/cli/run-portal.ts'
import { terminal } from '#server/cli/terminal.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'

async function open(): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const database = await openDatabase({ url: databaseUrl ?? undefined, dataDir })
  try {
    await migrate(database.kysely)
  } catch (problem) {
    await database.close()
    throw problem
  }
  return database
}

const { stdin, stdout, stderr } = process
process.exitCode = await runPortal(process.argv.slice(2), {
  terminal: terminal({ input: stdin, output: stdout, errors: stderr }),
  open,
})
// An open pipe would keep the process alive.
stdin.destroy()
