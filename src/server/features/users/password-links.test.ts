import { describe, expect, it } from 'vitest'
import { guessUntilRefused, openBrowser } from '#test/browser.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp, readAllRows } from '#test/every-row.ts'
import { callerOf, password } from '#test/school.ts'
import { useCaller, useSchool } from '#test/use-school.ts'

const desk = 'desk@main.test'
const newPassword = 'fresh-mango-tree'
const linkUnknown = {
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

  const makeLink = (letter = 'A', userId = desk, caller = admin) =>
    caller.post(`/users/makePasswordLink/Main%20Campus/${userId}`, { token: tokenOf(letter) })
  const useLink = (letter = 'A', typed = newPassword, from = '10.0.0.1') =>
    callerOf(school.app, '').post(
      '/users/newPassword',
      { token: tokenOf(letter), newPassword: typed },
      { 'x-forwarded-for': from },
    )
  const signIn = async (typed: string) =>
    (await callerOf(school.app, '').post('/users/signin', { userId: desk, password: typed })).status
  const advanceHours = (hours: number) => {
    school.now = new Date(school.now.getTime() + hours * 3_600_000)
  }

  it('lets its user choose a password once, ends sessions, and adds two history entries', async () => {
    covers('security accounts.links', 'security accounts.history')

    const before = await school.as(desk)
    expect(await makeLink()).toMatchObject({
      status: 200,
      body: { msg: 'Link made successfully', until: '2026-11-22T04:00:00.000Z' },
    })
    expect(await signIn(password)).toBe(200)
    const { status, body } = await useLink()
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Password changed successfully', userId: desk },
    })
    expect([await signIn(password), await signIn(newPassword)]).toEqual([401, 200])
    expect((await before.get('/users/session')).status).toBe(401)
    expect((await useLink('A', 'another mango tree')).body).toEqual(linkUnknown.body)
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

  it('is stored only as a hash, which is deleted after use', async () => {
    await makeLink()
    await useLink('A', newPassword)
    await makeLink('B')
    const rows = JSON.stringify(await readAllRows(school.db))
    for (const secret of [tokenOf('A'), tokenOf('B'), newPassword]) expect(rows).not.toContain(secret)
    expect(await school.db.selectFrom('password_links').select('user_id').execute()).toEqual([
      { user_id: desk },
    ])
  })

  it.each([
    ['is unknown', async () => {}],
    ['is 24 hours old', async () => makeLink().then(() => advanceHours(24))],
    ['was replaced by a newer one', async () => makeLink().then(() => makeLink('B'))],
    [
      'was followed by a change of password',
      async () => {
        await makeLink()
        await (
          await school.as(desk)
        ).post('/users/changePassword', { currentPassword: password, newPassword: 'my own tea kettle' })
      },
    ],
    [
      'was followed by a reset',
      async () => {
        await makeLink()
        await admin.post(`/users/resetPassword/Main%20Campus/${desk}`, { newPassword: 'my own tea kettle' })
      },
    ],
    [
      'was followed by disabling its user',
      async () => {
        await makeLink()
        for (const disabled of [true, false])
          await admin.post(`/users/disable/Main%20Campus/${desk}`, { disabled })
      },
    ],
  ])('is refused with the same message if it %s', async (_, prepare) => {
    covers('security accounts.links')

    await prepare()
    const before = await school.db.selectFrom('staff').selectAll().orderBy('user_id').execute()
    const { status, body } = await useLink()
    expect({ status, body }).toEqual(linkUnknown)
    expect(await school.db.selectFrom('staff').selectAll().orderBy('user_id').execute()).toEqual(before)
  })

  it('works once if it is used twice at the same time', async () => {
    covers('security accounts.links')

    await makeLink()
    const answers = await Promise.all([useLink('A', 'first mango tree'), useLink('A', 'second mango tree')])
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

  it('still works after passwords that the rules refuse, such as the current one', async () => {
    covers('security accounts.passwords')

    await makeLink()
    for (const typed of ['short', 'sunshine 2026', 'my desk is tidy', password]) {
      expect(await useLink('A', typed)).toMatchObject({
        status: 400,
        body: { code: 'invalid', errors: [{ field: 'newPassword' }] },
      })
    }
    expect((await useLink()).status).toBe(200)
  })

  it('cannot be guessed faster than a password from one address', async () => {
    covers('security accounts.links')

    for (let done = 0; done < 5; done += 1) expect((await useLink('X')).status).toBe(404)
    expect(await useLink('X')).toMatchObject({ status: 429, body: { code: 'too-many-tries' } })
    await makeLink()
    expect((await useLink('A', newPassword, '10.0.0.2')).status).toBe(200)
    expect(await signIn(newPassword)).toBe(200)
  })

  it('works, as does the next sign-in, while others guess passwords of its user, of its address, and links', async () => {
    covers('security accounts.links', 'security visitors.known-devices')

    await makeLink()
    for (let address = 1; address <= 5; address += 1) {
      await guessUntilRefused(openBrowser(school.app), desk, `10.0.1.${address}`)
    }
    for (let user = 0; user < 12; user += 1) {
      await guessUntilRefused(openBrowser(school.app), `nobody${user}@main.test`)
    }
    expect(await useLink('X')).toMatchObject({ status: 429 })
    const browser = openBrowser(school.app)
    expect((await browser.post('/users/newPassword', { token: tokenOf('A'), newPassword })).status).toBe(200)
    expect([...browser.cookies.keys()]).toEqual(['device'])
    expect(await signIn(newPassword)).toBe(429)
    expect((await browser.signIn(desk, { password: newPassword })).status).toBe(200)
  })

  it('gives the browser that opened it five sign-in attempts until the right password', async () => {
    covers('security visitors.guessing')

    await makeLink()
    const browser = openBrowser(school.app)
    await browser.post('/users/newPassword', { token: tokenOf('A'), newPassword })
    expect(await guessUntilRefused(openBrowser(school.app), desk)).toBe(5)
    expect(await guessUntilRefused(browser, desk)).toBe(5)
    advanceHours(24)
    expect(await guessUntilRefused(openBrowser(school.app), desk)).toBe(5)
    expect(await guessUntilRefused(browser, desk)).toBe(0)
  })

  it('can be made only by admins, for an enabled user of the campus', async () => {
    expect((await makeLink('A', desk, await school.as('office@main.test'))).body).toMatchObject({
      code: 'not-allowed',
    })
    await checkNoOp(school.db, async () => {
      expect((await makeLink('A', 'office@city.test')).body).toMatchObject({ code: 'user-unknown' })
    })
    await admin.post(`/users/disable/Main%20Campus/${desk}`, { disabled: true })
    expect((await makeLink()).body).toMatchObject({ code: 'user-disabled' })
    const short = await admin.post(`/users/makePasswordLink/Main%20Campus/${desk}`, { token: 'guessable' })
    expect(short).toMatchObject({ status: 400, body: { errors: [{ field: 'token' }] } })
  })
})
