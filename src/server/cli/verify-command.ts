import type { Command } from './command.ts'
import { verifyThroughServer } from './control-socket.ts'
import { requireNewest } from './schema-version.ts'
import type { Terminal } from './terminal.ts'
import { verifyBooks, type Verdict } from './verify-books.ts'

function tell({ say }: Terminal, { sound, lines }: Verdict): void | 1 {
  for (const line of lines) say(line)
  if (!sound) return 1
}

export const verifyCommand: Command = {
  name: 'verify',
  takes: [],
  options: [],
  does: 'check the books of every campus: ends with 1 and names the rows where anything is broken',
  keepsVersion: true,
  async run({ db, terminal }) {
    await requireNewest(db)
    return tell(terminal, await verifyBooks(db))
  },
  throughServer: async ({ settings, terminal }) =>
    tell(terminal, await verifyThroughServer(settings.dataDir)),
}
