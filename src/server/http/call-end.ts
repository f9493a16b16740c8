import type { FastifyReply, FastifyRequest } from 'fastify'

type Act = () => void

/** The acts of the calls that came over a connection and are not over; several if requests are pipelined. */
const actsOf = new WeakMap<object, Set<Act>>()

/**
 * Runs `act` once when the reply was sent or its connection was lost. A pipelined request that waits has no connection of its
 * own: its reply closes with none, so the connection is watched too.
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

/** The caller closed the connection before the reply was sent; nothing can be said to them. */
export class CallerDisconnected extends Error {
  /** The status of any request that cannot be answered; nothing of it reaches the caller. */
  readonly statusCode = 400

  constructor() {
    super('The caller has gone')
  }
}

const signals = new WeakMap<FastifyRequest, AbortSignal>()

/** True if the caller has gone before the reply was written. */
export const isDisconnected = ({ raw: { socket } }: FastifyRequest, { raw: reply }: FastifyReply): boolean =>
  (reply.destroyed || socket.destroyed) && !reply.writableEnded

/** Aborted, with CallerDisconnected as its reason, when the caller disconnects before the reply is written. */
export function disconnectSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const known = signals.get(request)
  if (known) return known
  const going = new AbortController()
  signals.set(request, going.signal)
  onceOver(request, reply, () => {
    if (!reply.raw.writableEnded) going.abort(new CallerDisconnected())
  })
  return going.signal
}
