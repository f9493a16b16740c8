// Replies that are sent before any hook runs: to a path that cannot be decoded, and to bytes that are not HTTP.

import type { Socket } from 'node:net'

/** The headers that hooks add to every other reply; early replies are never shown as a page. */
export const earlyHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

const statusOf = (code: string): string => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  return code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
}

/** Answers a request that cannot be read as HTTP or arrives too slowly, and ends the connection. */
export function answerUnreadable(problem: Error & { readonly code: string }, socket: Socket): void {
  if (problem.code === 'ECONNRESET' || socket.destroyed) return
  const body = JSON.stringify({ code: 'invalid', msg: 'This request could not be read' })
  const headers = {
    ...earlyHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${statusOf(problem.code)}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(problem)
}
