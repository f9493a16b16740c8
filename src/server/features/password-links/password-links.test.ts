import { describe, expect, it } from 'vitest'
import { guessUntilRefused, openBrowser } from '#test/browser.ts'
import { covers } from '#test/covers.ts'
import { everyRow, untouched } from '#test/every-row.ts'
import { callerOf, password } from '#test/school.ts'
import { useCaller, useSchool } from '#test/use-school.ts'

const desk = 'desk@main.test'
const newPassword = 'fresh-mango-tree'
const unknown = {
  status: 404,
  body: {
    code: 'link-unknown',
    msg: 'This link does not work any more. Ask an admin of your campus for a new one.',
  },
}
const tokenOf = (letter: string) => letter.repeat(43)

describe("an admin's link for a new password", async () => {
  const school = await useSchool()
  const admin = useCaller(() => school.as('admin@main.test'))

  const make = (letter = 'A', userId = desk, caller = admin) =>
    caller.post(`/users/makePasswordLink/Main%20Campus/${userId}`, { token: tokenOf(letter) })
  const use = (letter = 'A', typed = newPassword, from = '10.0.0.1') =>
    callerOf(school.app, '').post(
      '/users/newPassword',
      { token: tokenOf(letter), newPassword: typed },
      { 'x-forwarded-for': from },
    )
  const signIn = async (typed: string) =>
    (await callerOf(school.app, '').post('/users/signin', { userId: desk, password: typed })).status
  const later = (hours: number) => {
    school.now = new Date(school.now.getTime() + hours * 3_600_000)
  }

  it('lets its user choose a password, once; sessions end, and the history shows both', async () => {
    covers('security accounts.links', 'security accounts.history')

    const before = await school.as(desk)
    expect(await make()).toMatchObject({
      status: 200,
      body: { msg: 'Link made successfully', until: '2026-11-22T04:00:00.000Z' },
    })
    expect(await signIn(password)).toBe(200)
    const { status, body } = await use()
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Password changed successfully', userId: desk },
    })
    expect([await signIn(password), await signIn(newPassword)]).toEqual([401, 200])
    expect((await before.get('/users/session')).status).toBe(401)
    expect((await use('A', 'another mango tree')).body).toEqual(unknown.body)
    expect(
      await school.db
        .selectFrom('changes')
        .select(['what', 'changed_by', 'after'])
        .orderBy('change_no')
        .execute(),
    ).toEqual([
      { what: 'password link made', changed_by: 'admin@main.test', after: { userId: desk, role: 'write' } },
      {
        what: 'password link used',
        changed_by: desk,
        after: { userId: desk, role: 'write', madeBy: 'admin@main.test' },
      },
    ])
  })

  it('is stored as a hash only, which no call can read', async () => {
    await make()
    await use('A', newPassword)
    await make('B')
    const rows = JSON.stringify(await everyRow(school.db))
    for (const secret of [tokenOf('A'), tokenOf('B'), newPassword]) expect(rows).not.toContain(secret)
    expect(await school.db.selectFrom('password_links').select('user_id').execute()).toEqual([
      { user_id: desk },
    ])
  })

  it.each([
    ['is unknown', async () => {}],
    ['is 24 hours old', async () => make().then(() => later(24))],
    ['was replaced by a newer one', async () => make().then(() => make('B'))],
    [
      'was followed by a change of password',
      async () => {
        await make()
        await (
          await school.as(desk)
        ).post('/users/changePassword', { currentPassword: password, newPassword: 'my own tea kettle' })
      },
    ],
    [
      'was followed by a reset',
      async () => {
        await make()
        await admin.post(`/users/resetPassword/Main%20Campus/${desk}`, { newPassword: 'my own tea kettle' })
      },
    ],
    [
      'was followed by disabling its user',
      async () => {
        await make()
        for (const disabled of [true, false])
          await admin.post(`/users/disable/Main%20Campus/${desk}`, { disabled })
      },
    ],
  ])('is refused with the same words if it %s', async (_, prepare) => {
    covers('security accounts.links')

    await prepare()
    const before = await school.db.selectFrom('staff').selectAll().orderBy('user_id').execute()
    const { status, body } = await use()
    expect({ status, body }).toEqual(unknown)
    expect(await school.db.selectFrom('staff').selectAll().orderBy('user_id').execute()).toEqual(before)
  })

  it('works once if two use it at the same time', async () => {
    covers('security accounts.links')

    await make()
    const answers = await Promise.all([use('A', 'first mango tree'), use('A', 'second mango tree')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const first = answers[0]?.status === 200
    expect([await signIn('first mango tree'), await signIn('second mango tree')]).toEqual(
      first ? [200, 401] : [401, 200],
    )
    const used = await school.db
      .selectFrom('changes')
      .select('what')
      .where('what', '=', 'password link used')
      .execute()
    expect(used).toHaveLength(1)
  })

  it('still works after a password that the rules refuse, and is refused for the present one', async () => {
    covers('security accounts.passwords')

    await make()
    for (const typed of ['short', 'sunshine 2026', 'my desk is tidy', password]) {
      expect(await use('A', typed)).toMatchObject({
        status: 400,
        body: { code: 'invalid', errors: [{ field: 'newPassword' }] },
      })
    }
    expect((await use()).status).toBe(200)
  })

  it('is guessed no faster than a password, per address', async () => {
    covers('security accounts.links')

    for (let done = 0; done < 5; done += 1) expect((await use('X')).status).toBe(404)
    expect(await use('X')).toMatchObject({ status: 429, body: { code: 'too-many-tries' } })
    await make()
    expect((await use('A', newPassword, '10.0.0.2')).status).toBe(200)
    expect(await signIn(newPassword)).toBe(200)
  })

  it('works while others guess at its user, at users of its address and at links, and so does the sign-in after it', async () => {
    covers('security accounts.links', 'security visitors.known-devices')

    await make()
    for (let address = 1; address <= 5; address += 1) {
      await guessUntilRefused(openBrowser(school.app), desk, `10.0.1.${address}`)
    }
    for (let user = 0; user < 12; user += 1) {
      await guessUntilRefused(openBrowser(school.app), `nobody${user}@main.test`)
    }
    expect(await use('X')).toMatchObject({ status: 429 })
    const opened = openBrowser(school.app)
    expect((await opened.post('/users/newPassword', { token: tokenOf('A'), newPassword })).status).toBe(200)
    expect([...opened.cookies.keys()]).toEqual(['device'])
    expect(await signIn(newPassword)).toBe(429)
    expect((await opened.signIn(desk, { password: newPassword })).status).toBe(200)
  })

  it('leaves the browser in which it was opened five tries until the right password', async () => {
    covers('security visitors.guessing')

    await make()
    const opened = openBrowser(school.app)
    await opened.post('/users/newPassword', { token: tokenOf('A'), newPassword })
    expect(await guessUntilRefused(openBrowser(school.app), desk)).toBe(5)
    expect(await guessUntilRefused(opened, desk)).toBe(5)
    later(24)
    expect(await guessUntilRefused(openBrowser(school.app), desk)).toBe(5)
    expect(await guessUntilRefused(opened, desk)).toBe(0)
  })

  it('is made by admins only, for a user of the campus who can sign in', async () => {
    expect((await make('A', desk, await school.as('office@main.test'))).body).toMatchObject({
      code: 'not-allowed',
    })
    await untouched(school.db, async () => {
      expect((await make('A', 'office@city.test')).body).toMatchObject({ code: 'user-unknown' })
    })
    await admin.post(`/users/disable/Main%20Campus/${desk}`, { disabled: true })
    expect((await make()).body).toMatchObject({ code: 'user-disabled' })
    const short = await admin.post(`/users/makePasswordLink/Main%20Campus/${desk}`, { token: 'guessable' })
    expect(short).toMatchObject({ status: 400, body: { errors: [{ field: 'token' }] } })
  })
})
