// An orderly end: what is under way finishes, what comes now is turned away, and nothing is cut off (SIGTERM).

import { notReady } from '#contract/refusals.ts'
import type { FastifyInstance } from 'fastify'

/** How long requests under way may take before the server ends without them. */
const patienceMs = 8000
const lookEveryMs = 20

export interface Drain {
  /** Counts the app's requests from now on, and turns them away once the end has begun. */
  readonly watch: (app: FastifyInstance) => void
  /** Begins the end; resolves when nothing is under way any more, or when it has taken too long. */
  readonly begin: () => Promise<void>
}

export function openDrain(): Drain {
  const state = { ending: false, underWay: 0 }
  return {
    watch(app) {
      app.addHook('onRequest', async (_request, reply) => {
        if (state.ending) {
          return reply.status(503).header('connection', 'close').send({ code: 'not-ready', msg: notReady })
        }
        state.underWay += 1
        // Comes once for every answer: sent whole, or cut off by who asked.
        reply.raw.once('close', () => (state.underWay -= 1))
      })
    },
    async begin() {
      state.ending = true
      const end = performance.now() + patienceMs
      while (state.underWay > 0 && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
      }
    },
  }
}
