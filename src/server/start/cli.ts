// The command line of a real school (decisions 1.command-line).

import { Passwords } from '#server/auth/password.ts'
import { runPortal } from '#server/cli/run-portal.ts'
import { terminal } from '#server/cli/terminal.ts'
import { readConfig } from '#server/config.ts'
import { rememberServer, requireSameEngine } from '#server/database/data-directory.ts'
import { openForOwner } from '#server/database/server-role.ts'

const { stdin, stdout, stderr } = process
process.exitCode = await runPortal(process.argv.slice(2), {
  terminal: terminal({ input: stdin, output: stdout, errors: stderr }),
  clock: () => new Date(),
  passwords: new Passwords(),
  settings: () => readConfig(process.env),
  async open(config) {
    requireSameEngine(config.dataDir, config.databaseUrl)
    const database = await openForOwner(config)
    if (config.databaseUrl) rememberServer(config.dataDir, config.databaseUrl)
    return database
  },
})
// An open pipe would keep the process alive.
stdin.destroy()
