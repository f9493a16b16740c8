import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface Load {
  readonly url: string
  readonly clients: number
  readonly seconds: number
}

/** Transactions a second of a script, prepared, as pgbench counts them; null where pgbench is not there. */
export async function pgbench(programs: string | null, script: string, load: Load): Promise<number | null> {
  if (programs === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'bench-script-'))
  try {
    const file = join(folder, 'payment.sql')
    writeFileSync(file, script)
    const amount = ['-c', `${load.clients}`, '-j', `${Math.min(2, load.clients)}`, '-T', `${load.seconds}`]
    const args = ['-n', '-M', 'prepared', ...amount, '-f', file, load.url]
    const { stdout } = await promisify(execFile)(join(programs, 'pgbench'), args)
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0'
    if (failed !== '0') throw new Error(`pgbench: ${failed} transactions failed`)
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
