// The image of the Dockerfile, built and run as compose.yaml has it, behind Caddy where there is one (scripts/try-container).
// vitest.config.ts leaves it out where its programs are missing.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { recordOutput } from '#test/running-server.ts'

let child: ChildProcess | undefined
afterEach(async () => {
  if (child?.pid === undefined || child.exitCode !== null) return
  // Ends its steps too, so that it unmounts and removes what it made.
  const ended = once(child, 'close')
  process.kill(-child.pid, 'SIGTERM')
  await ended
})

// A first run also makes the base image; the limit only bounds a hang.
it('builds, serves with a read-only root as an ordinary user, keeps its data and ends in order', async ({
  annotate,
}) => {
  child = spawn('bash', ['scripts/try-container'], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = recordOutput(child)
  const [code]: unknown[] = await once(child, 'close')
  await annotate(output())
  expect(code, output()).toBe(0)
}, 1_800_000)
