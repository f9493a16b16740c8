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
import type { RowsReply } from './streamed-reply.ts'

const type = 'application/json; charset=utf-8'
const path = '/rows/:type/:campus/:paidStatus'
const head = '{"rows":['
const foot = ']}'

/** Returns a promise that is resolved from outside. */
function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { resolve, promise }
}

/** Returns the text of a reply or of its beginning. */
function unpack({ headers }: IncomingMessage, bytes: Buffer): string {
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
  /** The error of the call when it ends; null if it succeeded. */
  let callError: Promise<unknown>

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
        callError = work.then(
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
    callError = Promise.resolve(null)
  })

  const requestRows = async (
    chunks: () => AsyncIterable<readonly string[]>,
    headers: Record<string, string> = {},
  ) => {
    answer = (rows) => rows.send(type, { head, chunks: chunks(), between: ',\n', foot })
    const clientRequest = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/rows/all/Main%20Campus/all',
      headers: { cookie: viewer.cookie, 'content-type': 'application/json', ...headers },
    })
    clientRequest.end('{}')
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
    return response
  }
  const gzip = { 'accept-encoding': 'gzip' }
  const encodings: [string, Record<string, string>][] = [
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
    const response = await requestRows(() => numbers(), headers)
    const bytes = await buffer(response)
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(unpack(response, bytes)).toBe('{"rows":[1,\n2,\n3]}')
    expect(response.headers).toMatchObject({ 'content-type': type, vary: 'accept, accept-encoding' })
  })

  it.each(encodings)('replies without rows (%s)', async (_, headers) => {
    const response = await requestRows(() => numbers(0), headers)
    const bytes = await buffer(response)
    expect(unpack(response, bytes)).toBe('{"rows":[]}')
  })

  it.each(encodings)('sends complete texts of any script and length (%s)', async (_, headers) => {
    const texts = ['عائشہ خان', 'x', '👧🏽', 'Ünïcode', '', 'long '.repeat(60_000), '👧ع'.repeat(70_001)].map(
      (text) => JSON.stringify(text),
    )
    async function* oneAndMany() {
      yield texts
      yield []
      for (const text of texts) yield [text]
    }
    const response = await requestRows(oneAndMany, headers)
    expect(unpack(response, await buffer(response))).toBe(head + [...texts, ...texts].join(',\n') + foot)
  })

  it.each(encodings)('sends the head before the rows are read (%s)', async (_, headers) => {
    const { resolve, promise } = deferred()
    async function* late() {
      await promise
      yield* numbers()
    }
    const response = await requestRows(late, headers)
    const receivedChunks: Buffer[] = []
    response.on('data', (bytes: Buffer) => receivedChunks.push(bytes))
    const soFar = () => Buffer.concat(receivedChunks)
    const textSoFar = () => unpack(response, soFar())
    await expect.poll(textSoFar).toBe(head).finally(resolve)
    await once(response, 'end')
    expect(textSoFar()).toBe('{"rows":[1,\n2,\n3]}')
  })

  it.each(encodings)('aborts the transfer on a failure half-way (%s)', async (_, headers) => {
    const { resolve, promise } = deferred()
    async function* broken() {
      yield* numbers()
      // A failure before the first byte gets a JSON reply; a plain reply is compressed and unpacked before it is sent.
      await promise
      throw new Error('broken')
    }
    const response = await requestRows(broken, headers)
    resolve()
    await expect(buffer(response)).rejects.toThrow(/aborted|hang up/)
    expect(await callError).toMatchObject({ message: 'broken' })
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

  it.each(encodings)('stops reading rows when the client has disconnected (%s)', async (_, headers) => {
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
    const response = await requestRows(withoutEnd, headers)
    await once(response, 'data')
    response.destroy()
    await expect.poll(() => closed, { timeout: 15_000 }).toBe(true)
    expect(await callError).toBeInstanceOf(Error)
    expect((await viewer.get('/users/session')).status).toBe(200)
  })

  it.each(encodings)('does not wait for a slow client, nor do other calls (%s)', async (_, headers) => {
    const part = [JSON.stringify('x'.repeat(100_000))]
    async function* long() {
      for (let count = 0; count < 100; count += 1) yield part
    }
    const response = await requestRows(long, headers)
    // The call has read everything and ended its transaction, although the client has taken almost nothing.
    expect(await callError).toBeNull()
    expect((await viewer.get('/users/session')).status).toBe(200)
    const bytes = await buffer(response)
    const read: unknown = JSON.parse(unpack(response, bytes))
    expect((read as { rows: string[] }).rows).toHaveLength(100)
  })
})
