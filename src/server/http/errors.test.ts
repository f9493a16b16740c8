// @module-tag engine

import Fastify from 'fastify'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusals } from '#domain/refusals.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { serverPool } from '#server/database/pools.ts'
import type { Schema } from '#server/database/schema.ts'
import { buildApp } from '#server/start/app.ts'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { admit, callerOf, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { sendError } from './errors.ts'

const campus = 'Main%20Campus'

describe("the server's replies", () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  const admission = '/admissions/newAdmission'

  describe('paths', () => {
    it.each([
      ['GET', '/finances/nothing'],
      ['GET', '/nothing'],
      ['GET', '/users/signin'],
      ['GET', '/'],
      ['GET', '/../package.json'],
      ['GET', '/%2e%2e/package.json'],
      ['POST', '/admissions/nothing'],
      ['DELETE', '/users/session'],
      ['PUT', '/admissions/newAdmission'],
    ] as const)('are not found: %s %s', async (method, url) => {
      covers('decisions 2.status.404')

      const answer = await school.app.inject({ method, url, headers: { cookie: desk.cookie } })
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toContain('application/json')
      expect(answer.json()).toEqual({ code: 'not-found', msg: 'Nothing was found at this address' })
    })

    it.each([
      ['that cannot be decoded', '/admissions/getStudentInfo/%zz/x'],
      ['that are too long', `/admissions/getStudentInfo/${'1'.repeat(300)}/${campus}`],
    ])('%s are refused with the same reply and never cached', async (_, url) => {
      const answer = await school.app.inject({ url, headers: { cookie: desk.cookie } })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual({ code: 'invalid', msg: 'This request could not be read' })
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
    })

    it.each([
      ['a roll number that is not a number', `/admissions/getStudentInfo/abc/${campus}`, 'rollNo'],
      ['a roll number with a fraction', `/admissions/getStudentInfo/1.5/${campus}`, 'rollNo'],
      ['a roll number below one', `/admissions/getStudentInfo/0/${campus}`, 'rollNo'],
      ['a roll number that no column holds', `/admissions/getStudentInfo/99999999999/${campus}`, 'rollNo'],
      ['month 13', `/finances/getUnpostedVouchers/${campus}/13`, 'monthNumber'],
      ['a date that does not exist', `/finances/receiptsOfDay/${campus}/2026-02-30`, 'receivedDate'],
      [
        'a voucher number that no column holds',
        `/finances/individualVoucherByVoucherId/${campus}/a%00b`,
        'voucherId',
      ],
    ])('are refused with an error at the parameter for %s', async (_, url, field) => {
      expect(await desk.get(url)).toMatchObject({
        status: 400,
        body: { code: 'invalid', errors: [{ field }] },
      })
    })

    it.each(["5Red1' or '1'='1", '../../etc/passwd', '5Red1;drop table vouchers', 'ٹیسٹ', '%', '_'])(
      'treat the voucher number %s as an unknown number',
      async (text) => {
        const path = `/finances/individualVoucherByVoucherId/${campus}/${encodeURIComponent(text)}`
        expect(await desk.get(path)).toMatchObject({ status: 404, body: { code: 'no-vouchers' } })
      },
    )
  })

  describe('replies', () => {
    it.each([
      ['an object', () => desk.get('/users/session')],
      ['a list', () => desk.post(`/finances/getAllVouchers/all/${campus}/all`)],
      ['a refusal', () => desk.get('/finances/individualVoucher/City%20Campus/1')],
      ['an unknown path', () => desk.get('/nothing')],
    ])('have strict security headers and are not cached: %s', async (_, ask) => {
      const { headers } = await ask()
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      })
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("object-src 'none'")
      expect(policy).not.toMatch(/script-src|unsafe-eval|upgrade-insecure-requests|\*/)
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    })

    const statuses: Record<string, number> = {
      'signed-out': 401,
      'factor-needed': 401,
      'factor-ended': 401,
      'factor-missing': 403,
      'own-factor': 403,
      'passkey-unknown': 404,
      'invalid-credentials': 401,
      'too-many-tries': 429,
      'reports-running': 429,
      'reports-waiting': 429,
      'too-many-calls': 429,
      'not-allowed': 403,
      'no-right': 403,
      'own-request': 403,
      'request-of-other': 403,
      'request-unknown': 404,
      'other-campus': 403,
      'cross-site': 403,
      'not-found': 404,
      'student-unknown': 404,
      'no-vouchers': 404,
      'run-unknown': 404,
      'adjustment-unknown': 404,
      'closing-unknown': 404,
      'no-entries': 404,
      'nothing-to-post': 404,
      'nothing-to-unpost': 404,
      'user-unknown': 404,
      'link-unknown': 404,
      'session-unknown': 404,
      'choose-password': 403,
      'confirmation-needed': 403,
      'no-receipts': 404,
      'import-unknown': 404,
      'no-students': 404,
      'nobody-to-charge': 404,
      invalid: 400,
    }

    it.each(Object.entries(refusals))(
      'have the right status and a message for users if refused as %s',
      (code, { status, msg }) => {
        covers('decisions 2.status.failure', 'decisions 2.status.409')

        expect(status).toBe(statuses[code] ?? 409) // Any other refusal depends on the current state.
        expect(msg).toMatch(/^[A-Z].{5,}/)
      },
    )

    it.each([
      ['student-unknown', 'Student does not exist'],
      ['student-graduated', 'Student has graduated'],
      ['student-left', 'Student has left'],
      ['no-vouchers', 'No vouchers found'],
      ['voucher-exists', 'Voucher already exists for this month'],
      ['voucher-not-posted', 'Voucher not posted'],
      ['voucher-already-paid', 'Voucher already paid'],
      ['voucher-carried', 'Voucher carried forward'],
      ['balance-changed', 'Balance has changed'],
      ['invalid-credentials', 'Invalid credentials'],
      ['nothing-to-post', 'No unposted vouchers found for the selected month.'],
      ['nothing-to-unpost', 'No posted vouchers found for the selected month.'],
    ] as const)('have, if refused as %s, the message of the specification: %s', (code, words) => {
      expect(refusals[code].msg).toBe(words)
    })
  })

  // This block is the last, because it breaks the database of this file.
  describe('faults', () => {
    it('are reported without details, with a reference number, if they are internal', async () => {
      covers('spec 8.generation.error', 'decisions 2.status.500', 'security visitors.hostile-input')

      await sql`alter table vouchers rename to vouchers_that_were`.execute(school.db)
      const { status, body, headers } = await desk.get(`/finances/individualVoucher/${campus}/1`)
      expect({ status, body }).toEqual({
        status: 500,
        body: { code: 'broken', msg: 'An error occurred', requestId: headers['x-request-id'] },
      })
      const before = await readAllRows(school.db)
      expect((await desk.post(admission, anAdmission())).body).toMatchObject({ code: 'broken' })
      expect(await readAllRows(school.db)).toEqual(before)
    })

    it.each([
      'Connection terminated unexpectedly',
      'Client has encountered a connection error and is not queryable',
      'timeout exceeded when trying to connect',
    ])('are reported as not ready if the driver throws "%s"', async (words) => {
      const app = Fastify()
      app.setErrorHandler(sendError)
      app.get('/', async () => {
        throw new Error(words)
      })
      expect((await app.inject('/')).statusCode).toBe(503)
      await app.close()
    })

    it.each<[what: string, code: string, status: number, words: string]>([
      ['a full disk', '53100', 507, 'disk is full'],
      ['a full disk of the machine', 'ENOSPC', 507, 'disk is full'],
      ['a disk that fails', '58030', 503, 'could not write to its disk'],
      ['too many connections', '53300', 503, 'not ready'],
      ['a primary that has become a standby', '25006', 503, 'not ready'],
      ['a locked table', '55P03', 503, 'in use by other work'],
      ['a deadlock', '40P01', 503, 'in use by other work'],
      ['a cancelled statement', '57014', 503, 'Nothing was changed'],
    ])('like %s (%s) are reported with %i and a message', async (_, code, status, words) => {
      covers('decisions 2.status.503')

      const app = Fastify()
      app.setErrorHandler(sendError)
      app.get('/', async () => {
        throw Object.assign(new Error('could not'), { code })
      })
      const answer = await app.inject('/')
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toMatchObject({ msg: expect.stringContaining(words) })
      await app.close()
    })

    it('are reported as not ready if the database is unreachable, also to monitoring', async () => {
      covers('decisions 2.status.503')

      const pool = serverPool('postgres://nobody@127.0.0.1:1/nothing', () => {})
      const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
      const database: OpenDatabase = {
        kysely,
        engine: 'postgresql',
        afterBulkWork: async () => {},
        close: () => kysely.destroy(),
      }
      const app = await buildApp({ database, clock: () => school.now, pageFolder: null })
      const caller = callerOf(app, desk.cookie)
      for (const url of ['/users/session', '/readyz']) {
        const { status, body } = await caller.get(url)
        expect({ status, body }).toEqual({
          status: 503,
          body: { code: 'not-ready', msg: 'The server is not ready. Please try again in a moment.' },
        })
      }
      expect((await caller.get('/healthz')).status).toBe(200)
      expect((await desk.get('/readyz')).status).toBe(200)
      await app.close()
      await database.close()
    })
  })
})
