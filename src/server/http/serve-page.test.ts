import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverPool } from '#server/database/pools.ts'
import type { Schema } from '#server/database/schema.ts'
import { buildApp } from '#server/start/app.ts'
import { covers } from '#test/covers.ts'

// Pages do not use the database.
const pool = serverPool('postgres://nobody@127.0.0.1:1/nothing', () => {})
const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

describe('the served page', () => {
  let folder: string
  let app: FastifyInstance

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'page-'))
    await mkdir(join(folder, 'web', 'assets'), { recursive: true })
    await writeFile(join(folder, 'secret.txt'), 'secret')
    await writeFile(join(folder, 'web', '.hidden'), 'secret')
    await writeFile(join(folder, 'web', 'index.html'), '<title>School portal</title>')
    await writeFile(join(folder, 'web', 'login.html'), '<title>Sign in</title>')
    await writeFile(join(folder, 'web', 'assets', 'main-1a2b.js'), 'export {}')
    const database = {
      kysely,
      engine: 'postgresql',
      afterBulkWork: async () => {},
      close: () => kysely.destroy(),
    } as const
    app = await buildApp({ database, clock: () => new Date(), pageFolder: join(folder, 'web') })
  })
  afterAll(async () => {
    await app.close()
    await kysely.destroy()
    await rm(folder, { recursive: true })
  })

  it.each([
    ['/', 'School portal', 'no-cache'],
    ['/index.html', 'School portal', 'no-cache'],
    ['/dashboard', 'School portal', 'no-cache'],
    ['/login', 'Sign in', 'no-cache'],
    ['/login?from=%2Fusers', 'Sign in', 'no-cache'],
    ['/student?roll=1.5', 'School portal', 'no-cache'],
    ['/assets/main-1a2b.js', 'export {}', 'public, max-age=31536000, immutable'],
  ])('at %s cannot be framed and runs only its own scripts', async (url, text, cacheControl) => {
    covers('security pages.frames')

    const { statusCode, body, headers } = await app.inject(url)
    expect(statusCode).toBe(200)
    expect(body).toContain(text)
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': cacheControl,
    })
    expect(String(headers['content-security-policy']).split(';')).toEqual([
      "default-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/.hidden',
    '/assets/',
  ])('does not expose files outside the folder at %s', async (url) => {
    covers('security visitors.files')

    expect((await app.inject(url)).body).not.toContain('secret')
  })
})
