import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, openSchool, password, type TestSchool } from '#test/school.ts'

const userId = 'desk@main.test'

describe('a long password', () => {
  let school: TestSchool

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  const signIn = async (typed: string) =>
    (await callerOf(school.app, '').post('/users/signin', { userId, password: typed })).status

  it('may have any characters, and every character and its case must match', async () => {
    const desk = await school.as(userId)
    const words = 'winter 7! مینار\tgold Õ 🏏 '
    const long = `${words}${Array.from({ length: 60 }, (_, n) => (n * n).toString(36)).join('')}`.slice(
      0,
      120,
    )
    expect(long.length).toBeGreaterThan(64)
    const change = { currentPassword: password, newPassword: long }
    expect((await desk.post('/users/changePassword', change)).status).toBe(200)
    expect(await signIn(long)).toBe(200)
    expect(await signIn(long.slice(0, -1))).toBe(401)
    expect(await signIn(`${long.slice(0, -1)}_`)).toBe(401)
    expect(await signIn(long.toUpperCase())).toBe(401)
    expect(await signIn(` ${long}`)).toBe(401)
  })
})
