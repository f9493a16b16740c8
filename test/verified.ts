import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface Verified {
  readonly code: number | null
  /** Which rows break which law; empty where the books are sound. */
  readonly complaint: string
}

/** Runs the operator's check of the books on a closed school. */
export async function verified(settings: Readonly<Record<string, string>>): Promise<Verified> {
  const { DATABASE_URL: _ours, DATABASE_REPLICA_URL: _too, ...inherited } = process.env
  const check = spawn(process.execPath, ['dist/server/cli.js', 'verify'], {
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  check.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  check.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code]: unknown[] = await once(check, 'close')
  return { code: typeof code === 'number' ? code : null, complaint: code === 0 ? '' : output }
}
