import type { FastifyReply, FastifyRequest } from 'fastify'

type Act = () => void

/** The acts to run at the end of a connection's unfinished calls; several if requests are pipelined. */
const actsOf = new WeakMap<object, Set<Act>>()

/**
 * Runs `act` once, when the reply was sent or its connection was lost. Watches the connection too, because the reply of
 * a pipelined request that still waits does not close with the connection.
 */
export function onceOver({ raw: { socket } }: FastifyRequest, { raw: reply }: FastifyReply, act: Act): void {
  if (reply.destroyed || socket.destroyed) return act()
  const acts = actsOf.get(socket) ?? watch(socket)
  const end = (): void => {
    if (acts.delete(end)) act()
  }
  acts.add(end)
  reply.once('close', end)
}

function watch(socket: FastifyRequest['raw']['socket']): Set<Act> {
  const acts = new Set<Act>()
  actsOf.set(socket, acts)
  socket.once('close', () => {
    for (const act of acts) act()
  })
  return acts
}

/** Thrown if the caller closed the connection before the reply was sent, so that no reply can reach the caller. */
export class CallerDisconnected extends Error {
  /** The status of any request that cannot be answered; it never reaches the caller. */
  readonly statusCode = 400

  constructor() {
    super('The caller has gone')
  }
}

const signals = new WeakMap<FastifyRequest, AbortSignal>()

/** True if the caller disconnected before the reply was written. */
export const isDisconnected = ({ raw: { socket } }: FastifyRequest, { raw: reply }: FastifyReply): boolean =>
  (reply.destroyed || socket.destroyed) && !reply.writableEnded

/** Returns a signal that aborts with CallerDisconnected if the caller disconnects before the reply is written. */
export function disconnectSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const existing = signals.get(request)
  if (existing) return existing
  const controller = new AbortController()
  signals.set(request, controller.signal)
  onceOver(request, reply, () => {
    if (!reply.raw.writableEnded) controller.abort(new CallerDisconnected())
  })
  return controller.signal
}
