// @module-tag gate

import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostImportColumns, mostImportRows } from '#domain/import/import.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { buildApp } from '#server/start/app.ts'
import { covers } from '#test/covers.ts'
import { fourRows, registerFile } from '#test/import-calls.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { defaultTimeouts } from './streamed-reply.ts'

/** Timeouts that are long enough for a whole request on a busy machine, and short enough for a test. */
const timeouts = {
  headers: 2000,
  request: 2000,
  largeRequest: 4000,
  idle: 2000,
  unread: 2000,
  silent: 2000,
  checkEvery: 50,
}
/** Processor time in milliseconds, because elapsed time is longer on a busy machine. */
const maxCpuMs = 3000

interface HugeCall {
  readonly url: string
  readonly cookies?: string
  readonly headers?: Record<string, string>
  /** The body, which is sent by POST. */
  readonly body?: object
}

const post = (headers: string) =>
  `POST /users/signin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`
const table = '/imports/start/Main%20Campus'
const postTable = (headers: string) =>
  `POST ${table} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`
const get = (url: string, headers = '') => `GET ${url} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`

describe('the protection against slow and oversized requests', () => {
  let school: TestSchool
  let database: OpenDatabase
  let app: FastifyInstance
  let port: number
  let cookie: string

  beforeAll(async () => {
    school = await openSchool()
    cookie = (await school.as('admin@main.test')).cookie
    database = {
      kysely: school.db,
      engine: 'embedded',
      afterBulkWork: async () => {},
      close: async () => {},
    }
    app = await buildApp({ database, clock: () => school.now, pageFolder: null, timeouts })
    app.get('/without-end', (_request, reply) =>
      reply.send(Readable.from(endless()).once('close', () => (isStreamClosed = true))),
    )
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = Number(new URL(app.listeningOrigin).port)
  })
  afterAll(async () => {
    await app.close()
    await school[Symbol.asyncDispose]()
  })

  let isStreamClosed = false
  function* endless() {
    for (;;) yield 'x'.repeat(65_536)
  }

  /** Sends `begin` at once, then a piece of `rest` every few milliseconds; returns the reply received until the connection closed. */
  const exchange = (begin: string, rest: (turn: number) => string = () => '', to = port) =>
    new Promise<string>((resolve) => {
      let output = ''
      let turn = 0
      let timer: NodeJS.Timeout
      const socket = connect(to, '127.0.0.1', () => {
        socket.write(begin)
        timer = setInterval(() => socket.write(rest(turn++)), 5)
      })
      socket.on('data', (chunk) => (output += chunk.toString()))
      socket.on('error', () => {}) // Ignores a write after the connection was closed.
      socket.on('close', () => {
        clearInterval(timer)
        resolve(output)
      })
    })
  /** The status is lost if the reply crosses data that is still being sent. */
  const cutOffWith = (status: number) => new RegExp(`^(?:$|HTTP/1.1 ${status} )`)

  it.concurrent.each([
    ['sends nothing', '', () => ''],
    ['sends its headers letter by letter', 'GET / HTTP/1.1\r\n', () => 'x'],
    ['sends one header after another without end', 'GET / HTTP/1.1\r\n', (turn: number) => `x${turn}: y\r\n`],
    ['sends its body letter by letter', post('Content-Length: 60000'), () => 'x'],
    ['sends its body in endless chunks', post('Transfer-Encoding: chunked'), () => '1\r\nx\r\n'],
  ])('disconnects a client that %s', async (_, begin, rest) => {
    covers('security visitors.slow-clients')

    expect(await exchange(begin, rest)).toMatch(cutOffWith(408))
  })

  it('disconnects a client that does not read the reply, and stops writing it', async () => {
    covers('security visitors.slow-clients')

    const socket = connect(port, '127.0.0.1', () => socket.write(get('/without-end')))
    socket.on('error', () => {})
    const countOpen = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
    await expect.poll(countOpen).toBe(1)
    await expect.poll(() => isStreamClosed).toBe(true)
    await expect.poll(countOpen).toBe(0)
    socket.destroy()
  })

  it('waits 10 seconds for headers, 30 for a request, 10 minutes for a table, and 3 minutes on a silent connection', () => {
    const { headersTimeout, requestTimeout, timeout } = school.app.server
    expect({ headersTimeout, requestTimeout, timeout, request: defaultTimeouts.request }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 600_000,
      timeout: 180_000,
      request: 30_000,
    })
  })

  it('stores a table that takes longer to arrive than other requests may', async () => {
    const text = ' '.repeat(timeouts.request) + JSON.stringify({ ...registerFile, rows: fourRows })
    const begin = postTable(`Connection: close\r\nCookie: ${cookie}\r\nContent-Length: ${text.length}`)
    const began = performance.now()
    let sent = 0
    const reply = await exchange(begin, () => {
      // A letter at a time until the other limit has passed, then the rest: a busy machine has fewer turns.
      const from = sent
      sent = performance.now() - began > timeouts.request ? text.length : sent + 1
      return text.slice(from, sent)
    })
    expect(reply).toMatch(/^HTTP\/1.1 200 /)
    expect(performance.now() - began).toBeGreaterThan(timeouts.request)
  })

  it('disconnects a session that sends a table letter by letter', async () => {
    covers('security visitors.slow-clients')

    const begin = postTable(`Cookie: ${cookie}\r\nContent-Length: 60000000`)
    expect(await exchange(begin, () => 'x')).toMatch(cutOffWith(408))
  })

  it('disconnects a session that falls silent while it sends a table, long before the other limits', async () => {
    covers('security visitors.slow-clients')

    const longTimeouts = { ...timeouts, request: 60_000, largeRequest: 60_000, idle: 60_000, silent: 200 }
    const other = await buildApp({
      database,
      clock: () => school.now,
      pageFolder: null,
      timeouts: longTimeouts,
    })
    await other.listen({ port: 0, host: '127.0.0.1' })
    const begin = postTable(`Cookie: ${cookie}\r\nContent-Length: 60000000`)
    expect(await exchange(begin, undefined, Number(new URL(other.listeningOrigin).port))).toBe('')
    await other.close()
  })

  it.each([
    ['an address of 20,000 characters', 431, get(`/users/session?${'x'.repeat(20_000)}`)],
    ['a header of 20,000 characters', 431, get('/users/session', `X-Long: ${'x'.repeat(20_000)}\r\n`)],
    [
      'a cookie of 20,000 characters',
      431,
      get('/users/session', `Cookie: session=${'x'.repeat(20_000)}\r\n`),
    ],
    ['a body announced as a terabyte', 413, post('Content-Length: 1099511627776')],
    [
      'a length together with chunks',
      400,
      `${post('Content-Length: 3\r\nTransfer-Encoding: chunked')}0\r\n\r\n`,
    ],
    ['a table without a session', 401, postTable('Content-Length: 60000000')],
    ['a table of a made-up session', 401, postTable('Cookie: session=x\r\nContent-Length: 60000000')],
  ])('refuses %s with %i before reading it', async (_, status, begin) => {
    covers('security visitors.huge-requests')

    expect(await exchange(begin)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('refuses with 403, before reading it, a table from a user who may not import', async () => {
    const viewer = await school.as('viewer@main.test')
    const begin = postTable(`Connection: close\r\nCookie: ${viewer.cookie}\r\nContent-Length: 60000000`)
    expect(await exchange(begin)).toMatch(/^HTTP\/1.1 403 [^]*"code":"not-allowed"/)
  })

  it('refuses a table of more than 64 MB before reading it, and stores a smaller table', async () => {
    covers('security visitors.huge-requests')

    const over = postTable(`Cookie: ${cookie}\r\nContent-Length: 64000001`)
    expect(await exchange(over)).toMatch(/^HTTP\/1.1 413 [^]*"code":"too-large"/)
    const columns = Array.from({ length: mostImportColumns }, (_, index) => `Column ${index}`)
    const cells = columns.map(() => 'x'.repeat(100))
    const rows = Array.from({ length: mostImportRows }, (_, index) => ({ rowNo: index + 2, cells }))
    const payload = JSON.stringify({ ...registerFile, headings: columns, rows })
    expect(payload.length).toBeGreaterThan(60_000_000)
    const headers = { cookie, 'content-type': 'application/json' }
    expect(await app.inject({ method: 'POST', url: table, headers, payload })).toMatchObject({
      statusCode: 200,
    })
  })

  it('disconnects a client with an endless body of large chunks', async () => {
    const part = `8000\r\n${'x'.repeat(0x80_00)}\r\n`
    expect(await exchange(post('Transfer-Encoding: chunked'), () => part)).toMatch(cutOffWith(413))
  })

  it.each([
    ['small', '{"userId":"desk@main.test","password":"right-password"}'],
    ['of ten million characters', JSON.stringify('x'.repeat(10_000_000))],
  ])('never decompresses a compressed body, %s', async (_, text) => {
    covers('security visitors.huge-requests')

    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/users/signin',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(text),
    })
    expect(statusCode).toBe(400)
  })

  it.each(['1', '[]', '{"a":1}', '"\\\\"'])('does not parse millions of values such as %s', async (value) => {
    const payload = `{"rows":[${`${value},`.repeat(2_000_000)}1]}`
    const headers = { cookie, 'content-type': 'application/json' }
    const { statusCode } = await app.inject({ method: 'POST', url: table, headers, payload })
    expect(statusCode).toBe(413)
  })

  it.each<[what: string, call: HugeCall, status: number]>([
    ['7,000 parameters', { url: `/users/session?${'a=1&'.repeat(7000)}` }, 200],
    ['3,000 cookies', { url: '/users/session', cookies: 'a=1; '.repeat(3000) }, 200],
    ['1,500 headers', { url: '/users/session', headers: numbered(1500) }, 200],
    ['4,000 fields', { url: '/users/changePassword', body: numbered(4000) }, 400],
    ['4,000 fields in a field', { url: '/users/changePassword', body: { newPassword: numbered(4000) } }, 400],
  ])('sends a short reply quickly to a call with %s', async (_, call, status) => {
    const { url, cookies = '', headers = {}, body } = call
    const began = process.cpuUsage()
    const answer = await app.inject({
      url,
      headers: { ...headers, cookie: cookies + cookie },
      ...(body && { method: 'POST', payload: body }),
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.body.length).toBeLessThan(2000)
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(maxCpuMs)
  })
})

/** Returns `count` fields with different names. */
function numbered(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, place) => [`x${place}`, '']))
}
