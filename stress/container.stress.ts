// Builds the image of the Dockerfile and runs it as compose.yaml does, behind Caddy if it is installed
// (scripts/try-container). vitest.config.ts excludes this file if its programs are missing.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { recordOutput } from '#test/running-server.ts'

let child: ChildProcess | undefined
afterEach(async () => {
  if (child?.pid === undefined || child.exitCode !== null) return
  // Ends the script's child processes too, so that it unmounts and removes its files.
  const ended = once(child, 'close')
  process.kill(-child.pid, 'SIGTERM')
  await ended
})

// The first run also builds the base image; the limit only bounds a hang.
it('the image builds, serves with a read-only root as an ordinary user, keeps its data and stops cleanly', async ({
  annotate,
}) => {
  child = spawn('bash', ['scripts/try-container'], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = recordOutput(child)
  const [code]: unknown[] = await once(child, 'close')
  await annotate(output())
  expect(code, output()).toBe(0)
}, 1_800_000)
