import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, openSchool, password, type Caller, type TestSchool } from '#test/school.ts'

describe('a value given twice, or in another place', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  it('is refused if it is given twice in the query', async () => {
    const path = '/finances/postVouchers/Main%20Campus/11'
    expect(await desk.post(`${path}?year=2026&year=2027`)).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors: [{ field: 'year' }] },
    })
    // Either value alone is accepted, but there is nothing to post.
    expect(await desk.post(`${path}?year=2026`)).toMatchObject({
      status: 404,
      body: { code: 'nothing-to-post' },
    })
  })

  it('is not read from the query if it belongs in the body, and the body wins over the query', async () => {
    const credentials = { userId: 'desk@main.test', password }
    const stranger = callerOf(school.app, '')
    const query = new URLSearchParams(credentials).toString()
    expect((await stranger.post(`/users/signin?${query}`, {})).status).toBe(400)
    expect((await stranger.post('/users/signin?userId=nobody@main.test', credentials)).status).toBe(200)
  })
})
