import { buildApp } from '#server/app.ts'
import { version } from '#server/version.ts'
import { openTestDatabase } from '#test/database.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

const clock = () => new Date('2026-11-21T09:00:00+05:00')
let database: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const appWith = (metricsToken?: string | null) =>
  buildApp({ database, clock, pageFolder: null, ...(metricsToken !== undefined && { metricsToken }) })

it('metrics are available on this machine, by the path of the contract and not that of the request', async () => {
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
    app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.9' } }),
  ])
  expect(requested.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  await app.close()
})

it('metrics require the token if one is set', async () => {
  const app = await appWith('secret')
  const ask = (authorization: string) =>
    app.inject({ url: '/metrics', remoteAddress: '10.0.0.9', headers: { authorization } })
  expect((await ask('Bearer secret')).statusCode).toBe(200)
  expect((await ask('Bearer other')).statusCode).toBe(404)
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404)
  await app.close()
})
