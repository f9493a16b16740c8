// @module-tag engine

import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voucherList } from '#reports/voucher-list.ts'
import { covers } from '#test/covers.ts'
import { openSchool, passwords, type TestSchool } from '#test/school.ts'
import { quietSecurityLog } from '#test/security-log.ts'
import { CallLimits } from './call-limits.ts'
import { sendError } from './errors.ts'
import { mount } from './mount.ts'

describe('the reports of one user', () => {
  let school: TestSchool
  let app: FastifyInstance
  const limits = new CallLimits(async () => true)
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))

  beforeAll(async () => {
    school = await openSchool()
    const database = {
      kysely: school.db,
      engine: 'embedded',
      afterBulkWork: async () => {},
      close: async () => {},
    } as const
    app = Fastify()
    app.setErrorHandler(sendError)
    await app.register(cookie)
    const endpoint = { ...voucherList.endpoint, path: '/rows/:type/:campus/:paidStatus' }
    const deps = {
      database,
      clock: () => school.now,
      limits,
      security: quietSecurityLog(school.db),
      passwords,
    }
    mount(app, deps, endpoint, async (_, rows) => {
      await finished
      async function* noRows() {}
      await rows.send('application/json', { head: '[', chunks: noRows(), between: '', foot: ']' })
    })
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await school[Symbol.asyncDispose]()
  })

  it('are prepared one at a time, wait in a queue, and are refused with a message if the queue is full', async () => {
    covers('security accounts.fair-shares')

    const [viewer, desk] = [await school.as('viewer@main.test'), await school.as('desk@main.test')]
    const requestReport = async ({ cookie: sessionCookie }: { readonly cookie: string }) =>
      app.inject({
        method: 'POST',
        url: '/rows/all/Main%20Campus/all',
        headers: { cookie: sessionCookie },
        payload: {},
      })
    const replies = Array.from({ length: 11 }, () => requestReport(viewer))
    const refused = await requestReport(viewer)
    expect({
      status: refused.statusCode,
      wait: refused.headers['retry-after'],
      body: refused.json(),
    }).toEqual({
      status: 429,
      wait: '5',
      body: {
        code: 'reports-running',
        msg: 'Another report of yours is still being prepared. Try again when it is done.',
        retryAfter: 5,
      },
    })
    const otherReply = requestReport(desk)
    finish()
    const statuses = (await Promise.all([...replies, otherReply])).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual(statuses.map(() => 200))
  })
})
