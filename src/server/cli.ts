// The command line of a real school (decisions 1.command-line): campuses, users, sessions, the books and their backups.

import { runPortal } from '#server/cli/run-portal.ts'
import { terminal } from '#server/cli/terminal.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'

const { stdin, stdout, stderr } = process
process.exitCode = await runPortal(process.argv.slice(2), {
  terminal: terminal({ input: stdin, output: stdout, errors: stderr }),
  clock: () => new Date(),
  settings: () => readConfig(process.env),
  open: ({ databaseUrl, dataDir }) => openDatabase({ url: databaseUrl ?? undefined, dataDir }),
})
// An open pipe would keep the process alive.
stdin.destroy()
