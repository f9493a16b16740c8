// Graceful shutdown (SIGTERM): running requests finish, new requests are refused, late requests are cut off.

import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { notReady } from '#domain/refusals.ts'
import { onceOver } from './call-end.ts'

/** The time for running requests before they are cut off. */
const drainLimitMs = 6000
/** The time for calls that were cut off to send their reply. */
const cutOffLimitMs = 1000
/** Calls are cut off again until they end, because a cancellation between two statements has no effect. */
const cutOffAgainMs = 200
const checkEveryMs = 20

export interface Drain {
  /** Counts requests, and refuses them once the shutdown has begun. */
  readonly watch: (app: FastifyInstance) => void
  readonly running: () => number
  /** Resolves when no request is running; at the limit, calls `cutOff` repeatedly for up to a second, then resolves. */
  readonly begin: (cutOff?: () => Promise<void>) => Promise<void>
}

/** Opens a drain. For `announceMs`, calls are still served while /readyz sends load balancers to other servers. */
export function openDrain(limitMs = drainLimitMs, announceMs = 0): Drain {
  const state = { isAnnounced: false, isClosing: false, running: 0 }

  async function untilIdle(ms: number): Promise<void> {
    const end = performance.now() + ms
    while (state.running > 0 && performance.now() < end) {
      await pause(checkEveryMs)
    }
  }

  return {
    watch(app) {
      app.addHook('onRequest', async (request, reply) => {
        if (state.isClosing || (state.isAnnounced && request.url === '/readyz')) {
          return reply.status(503).header('connection', 'close').send({ code: 'not-ready', msg: notReady })
        }
        state.running += 1
        onceOver(request, reply, () => (state.running -= 1))
      })
    },
    running: () => state.running,
    async begin(cutOff) {
      state.isAnnounced = true
      if (announceMs > 0) await pause(announceMs)
      state.isClosing = true
      await untilIdle(limitMs)
      if (!cutOff) return
      const end = performance.now() + cutOffLimitMs
      while (state.running > 0 && performance.now() < end) {
        await cutOff()
        await untilIdle(cutOffAgainMs)
      }
    },
  }
}
