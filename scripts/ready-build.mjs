import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt, root } from './build.mjs'

const progressIntervalMs = 3000

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Node 20.19 or later is needed; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Builds the product if its sources have changed, in another process so that the memory of the build is freed. */
export async function readyBuild() {
  process.chdir(root)
  if (isBuilt()) return
  console.error('Building …')
  const progress = setInterval(() => console.error('Still building …'), progressIntervalMs)
  const builder = fileURLToPath(new URL('./build.mjs', import.meta.url))
  const [status] = await once(spawn(process.execPath, [builder], { stdio: ['ignore', 2, 2] }), 'exit')
  clearInterval(progress)
  if (status !== 0) process.exit(1)
}

const parentCheckMs = 250

/**
 * Ends this process when its npm ends, because npm forwards only SIGINT and SIGTERM, and only to its child. Call it
 * before anything slow. Sends SIGHUP, which the server does not count as a second signal.
 */
export function endWithNpm() {
  if (!process.env['npm_lifecycle_script']?.includes(basename(process.argv[1] ?? ''))) return
  const { ppid } = process
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGHUP')
  }, parentCheckMs).unref()
}
