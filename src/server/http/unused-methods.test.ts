import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/start/app.ts'
import { openTestDatabase } from '#test/database.ts'

const page = '<title>School portal</title>'

describe('features of web servers that the portal does not have', () => {
  let folder: string
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  let app: FastifyInstance
  let port: number

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'page-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), page)
    await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const name of ['main-1a2b.js', 'main-1a2b.css']) await writeFile(join(folder, 'assets', name), '')
    database = await openTestDatabase()
    app = await buildApp({ database, clock: () => new Date(), pageFolder: folder })
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = Number(new URL(app.listeningOrigin).port)
  })
  afterAll(async () => {
    await app.close()
    await database.close()
    await rm(folder, { recursive: true })
  })

  /** Returns the whole reply as sent on the wire. */
  const exchange = (head: string) =>
    new Promise<string>((resolve, reject) => {
      let reply = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nConnection: close\r\n\r\n`))
      socket.on('data', (chunk) => (reply += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(reply))
    })

  it.each(['TRACE', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])(
    'the method %s is not found and echoes nothing',
    async (method) => {
      for (const path of ['/', '/users/session', '/assets/main-1a2b.js']) {
        const reply = await exchange(
          `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Marker: secret-marker`,
        )
        expect(reply).toMatch(/^HTTP\/1\.1 404 /)
        expect(reply).not.toMatch(/secret-marker|^access-control-|^allow:/im)
      }
    },
  )

  it.each(['/assets', '/assets/', '/assets/.'])('the folder %s is not listed', async (url) => {
    const { body } = await app.inject(url)
    expect(body).not.toContain('main-1a2b')
  })

  it.each([
    '/openapi.json',
    '/docs/openapi.json',
    '/documentation',
    '/.git/config',
    '/package.json',
    '/server/main.js',
  ])('the file %s is not served', async (url) => {
    const { statusCode, body } = await app.inject(url)
    // An address without an extension may be a screen of the page.
    expect([404, page]).toContain(statusCode === 200 ? body : statusCode)
  })

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/icon.svg', 'image/svg+xml; charset=utf-8'],
    ['/assets/main-1a2b.js', 'application/javascript; charset=utf-8'],
    ['/assets/main-1a2b.css', 'text/css; charset=utf-8'],
    ['/users/session', 'application/json; charset=utf-8'],
    ['/healthz', 'application/json; charset=utf-8'],
  ])('the reply of %s has the type %s', async (url, type) => {
    expect((await app.inject(url)).headers['content-type']).toBe(type)
  })

  it('a path is decoded only once', async () => {
    expect((await app.inject('/assets%252Fmain-1a2b.js')).statusCode).toBe(404)
  })
})
