import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { voucherList } from '#reports/voucher-list.ts'
import { buildApp } from '#server/start/app.ts'
import { openSchool, passwords, type Caller, type TestSchool } from '#test/school.ts'
import { quietSecurityLog } from '#test/security-log.ts'
import { mount } from './mount.ts'
import type { RowsReply } from './rows-reply.ts'

const type = 'application/json; charset=utf-8'
const path = '/rows/:type/:campus/:paidStatus'
const head = '{"rows":['
const foot = ']}'

/** A promise that is resolved from outside. */
function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { resolve, promise }
}

/** The text of a reply, or of its beginning. */
function unpacked({ headers }: IncomingMessage, bytes: Buffer): string {
  if (headers['content-encoding'] === 'br')
    return brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH }).toString()
  if (headers['content-encoding'] === 'gzip')
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  return bytes.toString()
}

describe('an endpoint that streams many rows', () => {
  let school: TestSchool
  let viewer: Caller
  let app: FastifyInstance
  let port: number
  let answer: (rows: RowsReply) => Promise<void>
  /** The end of the call; without a value if it succeeded. */
  let ended: Promise<unknown>

  beforeAll(async () => {
    school = await openSchool()
    viewer = await school.as('viewer@main.test')
    const database = {
      kysely: school.db,
      engine: 'embedded',
      afterBulkWork: async () => {},
      close: async () => {},
    } as const
    const deps = { database, clock: () => school.now }
    app = await buildApp({ ...deps, pageFolder: null })
    mount(
      app,
      { ...deps, security: quietSecurityLog(school.db), passwords },
      { ...voucherList.endpoint, path },
      async (_, rows) => {
        const work = answer(rows)
        ended = work.then(
          () => null,
          (problem: unknown) => problem,
        )
        await work
      },
    )
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = Number(new URL(app.listeningOrigin).port)
  })
  afterAll(async () => {
    await app.close()
    await school[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    ended = Promise.resolve(null)
  })

  const ask = async (
    chunks: () => AsyncIterable<readonly string[]>,
    headers: Record<string, string> = {},
  ) => {
    answer = (rows) => rows.send(type, { head, chunks: chunks(), between: ',\n', foot })
    const asking = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/rows/all/Main%20Campus/all',
      headers: { cookie: viewer.cookie, 'content-type': 'application/json', ...headers },
    })
    asking.end('{}')
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    return response
  }
  const gzip = { 'accept-encoding': 'gzip' }
  const ways: [string, Record<string, string>][] = [
    ['brotli', { 'accept-encoding': 'gzip, deflate, br, zstd' }],
    ['gzip', gzip],
    ['plain', {}],
  ]

  async function* numbers(count = 3) {
    for (let number = 1; number <= count; number += 1) yield [String(number)]
  }

  it.each<[headers: Record<string, string>, encoding: string | undefined]>([
    [gzip, 'gzip'],
    [{ 'accept-encoding': 'gzip, deflate, br, zstd' }, 'br'],
    [{ 'accept-encoding': 'br;q=0, GZIP;q=0.2' }, 'gzip'],
    [{}, undefined],
    [{ 'accept-encoding': 'br' }, 'br'],
    [{ 'accept-encoding': 'deflate, zstd' }, undefined],
    [{ 'accept-encoding': 'gzip;q=0, identity' }, undefined],
    [{ 'accept-encoding': 'x-gzip-not' }, undefined],
  ])('compresses the reply for clients that accept it: %o', async (headers, encoding) => {
    const response = await ask(() => numbers(), headers)
    const bytes = await buffer(response)
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(unpacked(response, bytes)).toBe('{"rows":[1,\n2,\n3]}')
    expect(response.headers).toMatchObject({ 'content-type': type, vary: 'accept, accept-encoding' })
  })

  it.each(ways)('%s: replies without rows', async (_, headers) => {
    const response = await ask(() => numbers(0), headers)
    const bytes = await buffer(response)
    expect(unpacked(response, bytes)).toBe('{"rows":[]}')
  })

  it.each(ways)('%s: replies with texts of any script and length, whole', async (_, headers) => {
    const texts = ['عائشہ خان', 'x', '👧🏽', 'Ünïcode', '', 'long '.repeat(60_000), '👧ع'.repeat(70_001)].map(
      (text) => JSON.stringify(text),
    )
    async function* oneAndMany() {
      yield texts
      yield []
      for (const text of texts) yield [text]
    }
    const response = await ask(oneAndMany, headers)
    expect(unpacked(response, await buffer(response))).toBe(head + [...texts, ...texts].join(',\n') + foot)
  })

  it.each(ways)('%s: sends what precedes the rows before they are read', async (_, headers) => {
    const { resolve, promise } = deferred()
    async function* late() {
      await promise
      yield* numbers()
    }
    const response = await ask(late, headers)
    const come: Buffer[] = []
    response.on('data', (bytes: Buffer) => come.push(bytes))
    const soFar = () => Buffer.concat(come)
    const textSoFar = () => unpacked(response, soFar())
    await expect.poll(textSoFar).toBe(head).finally(resolve)
    await once(response, 'end')
    expect(textSoFar()).toBe('{"rows":[1,\n2,\n3]}')
  })

  it.each(ways)('%s: aborts the transfer on a failure half-way', async (_, headers) => {
    const { resolve, promise } = deferred()
    async function* broken() {
      yield* numbers()
      // A failure before the first byte is replied to as JSON; the plain way compresses and unpacks before it sends any.
      await promise
      throw new Error('broken')
    }
    const response = await ask(broken, headers)
    resolve()
    await expect(buffer(response)).rejects.toThrow(/aborted|hang up/)
    expect(await ended).toMatchObject({ message: 'broken' })
    expect((await viewer.get('/users/session')).status).toBe(200)
  })

  it('replies to a failure before the first byte like any other endpoint', async () => {
    answer = async () => {
      throw new Error('broken')
    }
    const refused = await app.inject({
      method: 'POST',
      url: '/rows/all/Main%20Campus/all',
      headers: { cookie: viewer.cookie },
      payload: {},
    })
    expect({ status: refused.statusCode, body: refused.json<unknown>() }).toMatchObject({
      status: 500,
      body: { code: 'broken' },
    })
  })

  it.each(ways)('%s: stops reading rows when the client has disconnected', async (_, headers) => {
    let closed = false
    async function* withoutEnd() {
      try {
        for (;;) {
          await new Promise(setImmediate)
          yield ['1']
        }
      } finally {
        closed = true
      }
    }
    const response = await ask(withoutEnd, headers)
    await once(response, 'data')
    response.destroy()
    await expect.poll(() => closed, { timeout: 15_000 }).toBe(true)
    expect(await ended).toBeInstanceOf(Error)
    expect((await viewer.get('/users/session')).status).toBe(200)
  })

  it.each(ways)('%s: is not held up by a client that does not read, nor are others', async (_, headers) => {
    const part = [JSON.stringify('x'.repeat(100_000))]
    async function* long() {
      for (let count = 0; count < 100; count += 1) yield part
    }
    const response = await ask(long, headers)
    // The call has read everything and ended its transaction, although the client has taken almost nothing.
    expect(await ended).toBeNull()
    expect((await viewer.get('/users/session')).status).toBe(200)
    const bytes = await buffer(response)
    const read: unknown = JSON.parse(unpacked(response, bytes))
    expect((read as { rows: string[] }).rows).toHaveLength(100)
  })
})
