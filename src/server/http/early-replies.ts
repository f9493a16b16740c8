// Replies that are sent before any hook: to a path that cannot be decoded, and to what is not HTTP.

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'

/** What the hooks give every other reply; of these nothing is ever shown as a page. */
export const earlyHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

const statusOf = (code: string): number => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

/** Answers what cannot be read as HTTP, or came too slowly, and ends the connection. */
export function answerUnreadable(problem: ConnectionError, socket: Socket): void {
  if (problem.code === 'ECONNRESET' || socket.destroyed) return
  const status = statusOf(problem.code)
  const body = JSON.stringify({ code: 'invalid', msg: 'This request could not be read' })
  const headers = {
    ...earlyHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(problem)
}
