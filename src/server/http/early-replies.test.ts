import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/start/app.ts'
import { openTestDatabase } from '#test/database.ts'
import { openDrain } from './drain.ts'

describe('a reply that is sent before any call', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  let app: FastifyInstance
  const drain = openDrain()

  beforeAll(async () => {
    database = await openTestDatabase()
    app = await buildApp({ database, clock: () => new Date(), pageFolder: null, drain })
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    await database.close()
  })

  /** Returns the whole reply as sent on the wire. */
  const exchange = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let reply = ''
      const port = Number(new URL(app.listeningOrigin).port)
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', (chunk) => (reply += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(reply))
    })

  const expectStrict = (headers: Readonly<Record<string, unknown>>) => {
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-type': 'application/json; charset=utf-8',
    })
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toEqual(
      expect.arrayContaining(["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
    )
    expect(policy[0]).toMatch(/^default-src '(?:self|none)'$/)
  }

  it.each([
    ['to bytes that are not HTTP', 400, 'anything\r\n\r\n'],
    ['to headers that are too long', 431, `GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    [
      'to a path that cannot be decoded',
      400,
      'GET /users/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    ],
  ])('%s has the strict headers of all replies', async (_, status, text) => {
    const [head = '', body] = (await exchange(text)).split('\r\n\r\n')
    const [first, ...lines] = head.split('\r\n')
    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expectStrict(Object.fromEntries(lines.map((line) => line.split(': '))))
    expect(body).toBe('{"code":"invalid","msg":"This request could not be read"}')
  })

  // This test is the last, because the server then accepts no more calls.
  it('has the strict headers during a shutdown too', async () => {
    void drain.begin()
    const { statusCode, headers } = await app.inject('/users/session')
    expect(statusCode).toBe(503)
    expectStrict(headers)
  })
})
