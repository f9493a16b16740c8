import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '#server/start/app.ts'
import { version } from '#server/version.ts'
import { openTestDatabase } from '#test/database.ts'

const clock = () => new Date('2026-11-21T09:00:00+05:00')
let database: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const appWith = (metricsToken?: string | null) =>
  buildApp({ database, clock, pageFolder: null, ...(metricsToken !== undefined && { metricsToken }) })

it('metrics are available on this machine, labelled with the path of the contract instead of the request', async () => {
  const app = await appWith(null)
  await app.inject({ url: '/admissions/getStudentInfo/17/Main%20Campus' })
  const { statusCode, body } = await app.inject({ url: '/metrics' })
  expect(statusCode).toBe(200)
  expect(body).toContain('path="/admissions/getStudentInfo/:rollNo/:campus",status="401"')
  expect(body).not.toContain('/17/')
  expect(body).toMatch(/portal_calls_under_way 1\n/)
  expect(body).toContain(`portal_version{version="${version}"} 1`)
  await app.close()
})

it('metrics are refused to other machines, also through a proxy on this one', async () => {
  const app = await appWith(null)
  const requested = await Promise.all([
    app.inject({ url: '/metrics', remoteAddress: '10.0.0.9' }),
    ...['10.0.0.9', '127.0.0.1', '::1', '127.0.0.1, 10.0.0.9'].map((address) =>
      app.inject({ url: '/metrics', headers: { 'x-forwarded-for': address } }),
    ),
    app.inject({ url: '/metrics', headers: { forwarded: 'for=127.0.0.1' } }),
    app.inject({ url: '/metrics', headers: { 'x-real-ip': '127.0.0.1' } }),
    app.inject({ url: '/metrics', headers: { via: '1.1 proxy' } }),
  ])
  expect(new Set(requested.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
  await app.close()
})

it('metrics are refused through a trusted proxy on another machine, whatever address it passes on', async () => {
  const app = await buildApp({
    database,
    clock,
    pageFolder: null,
    metricsToken: null,
    trustedProxies: ['10.0.0.9'],
  })
  const headers = { 'x-forwarded-for': '127.0.0.1' }
  const { statusCode } = await app.inject({ url: '/metrics', remoteAddress: '10.0.0.9', headers })
  expect(statusCode).toBe(404)
  await app.close()
})

it('metrics require the token if one is set', async () => {
  const app = await appWith('secret')
  const requestMetrics = (authorization: string) =>
    app.inject({ url: '/metrics', remoteAddress: '10.0.0.9', headers: { authorization } })
  expect((await requestMetrics('Bearer secret')).statusCode).toBe(200)
  expect((await requestMetrics('Bearer other')).statusCode).toBe(404)
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404)
  await app.close()
})
