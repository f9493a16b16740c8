import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileEndpoints } from '#reports/reports.ts'
import { studentListReport } from '#reports/student-list.ts'
import { openSchool, passwords, type Caller, type TestSchool } from '#test/school.ts'
import { quietSecurityLog } from '#test/security-log.ts'
import { sendError } from './errors.ts'
import { mount } from './mount.ts'
import type { OpenFile } from './streamed-reply.ts'

const head = { name: 'Any.csv', type: 'text/csv' }

describe('an endpoint that replies with a file', () => {
  let school: TestSchool
  let viewer: Caller
  let app: FastifyInstance
  let write: (open: OpenFile) => Promise<void>

  beforeAll(async () => {
    school = await openSchool()
    viewer = await school.as('viewer@main.test')
    const { db: kysely } = school
    const database = {
      kysely,
      engine: 'embedded',
      afterBulkWork: async () => {},
      close: async () => {},
    } as const
    app = Fastify()
    app.setErrorHandler(sendError)
    await app.register(cookie)
    const endpoint = fileEndpoints.get(studentListReport)
    if (!endpoint) throw new Error('The report has no call for its files')
    const security = quietSecurityLog(kysely)
    mount(app, { database, clock: () => school.now, security, passwords }, endpoint, (_, open) => write(open))
  })
  afterAll(async () => {
    await app.close()
    await school[Symbol.asyncDispose]()
  })

  const requestFile = (writing: typeof write) => {
    write = writing
    return app.inject({
      method: 'POST',
      url: '/admissions/exportStudentList/csv/all/all/Main%20Campus',
      headers: { cookie: viewer.cookie },
    })
  }

  it('sends the written text under the name of the file', async () => {
    const { statusCode, headers, body } = await requestFile(async (open) => {
      const file = open(head)
      for (const text of ['some ', 'words']) file.write(text)
    })
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: 'some words' })
    expect(headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename="Any.csv"; filename*=UTF-8''Any.csv`,
    })
  })

  it.each<[what: string, write: typeof write]>([
    [
      'fails as soon as it is opened',
      async (open) => {
        open(head).write('half')
        throw new Error('broken')
      },
    ],
    [
      'fails in its second part',
      async (open) => {
        open(head).write('half')
        await new Promise(setImmediate)
        throw new Error('broken')
      },
    ],
    [
      'is opened twice',
      async (open) => {
        open(head).write('half')
        open(head).write('whole')
      },
    ],
    ['is never opened', async () => {}],
  ])('never completes a reply whose file %s', async (_, writing) => {
    const status = await requestFile(writing).then(
      ({ statusCode }) => statusCode,
      () => 'broken off',
    )
    expect(status).toBeOneOf([500, 'broken off'])
    expect((await viewer.get('/users/session')).status).toBe(200)
  })
})
