// Graceful shutdown (SIGTERM): running requests finish, new ones are refused.

import { notReady } from '#contract/refusals.ts'
import type { FastifyInstance } from 'fastify'

/** How long running requests may take before the server stops anyway. */
const drainLimitMs = 8000
const checkEveryMs = 20

export interface Drain {
  /** Counts the app's requests from now on, and refuses them once the shutdown has begun. */
  readonly watch: (app: FastifyInstance) => void
  /** Begins the shutdown; resolves when no request is running any more, or at the limit. */
  readonly begin: () => Promise<void>
}

export function openDrain(): Drain {
  const state = { isClosing: false, running: 0 }
  return {
    watch(app) {
      app.addHook('onRequest', async (_request, reply) => {
        if (state.isClosing) {
          return reply.status(503).header('connection', 'close').send({ code: 'not-ready', msg: notReady })
        }
        state.running += 1
        // Emitted once for every reply, complete or aborted by the client.
        reply.raw.once('close', () => (state.running -= 1))
      })
    },
    async begin() {
      state.isClosing = true
      const end = performance.now() + drainLimitMs
      while (state.running > 0 && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, checkEveryMs))
      }
    },
  }
}
