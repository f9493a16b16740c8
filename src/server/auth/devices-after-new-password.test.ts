import { describe, expect, it } from 'vitest'
import { guessUntilRefused, openBrowser, type Browser } from '#test/browser.ts'
import { covers } from '#test/covers.ts'
import { password } from '#test/school.ts'
import { useSchool } from '#test/use-school.ts'

const desk = 'desk@main.test'
const office = 'office@main.test'
const given = 'fresh-mango-tree'
const day = 86_400

describe('known devices after a new password', async () => {
  const school = await useSchool()

  const later = (seconds: number) => {
    school.now = new Date(school.now.getTime() + seconds * 1000)
  }
  const browser = () => openBrowser(school.app)
  /** A browser in which these users have signed in. */
  const knownTo = async (...userIds: string[]): Promise<Browser> => {
    const known = browser()
    for (const userId of userIds) expect((await known.signIn(userId)).status).toBe(200)
    known.cookies.delete('session')
    return known
  }
  const devices = () => school.db.selectFrom('known_devices').select(['user_id', 'tries_left']).execute()
  const manage = async (action: string, payload: object) => {
    const admin = await school.as('admin@main.test')
    expect((await admin.post(`/users/${action}/Main%20Campus/${desk}`, payload)).status).toBe(200)
  }
  const reset = () => manage('resetPassword', { newPassword: given })
  const guessFromFiveAddresses = async () => {
    for (let address = 1; address <= 5; address += 1) {
      await guessUntilRefused(browser(), desk, `10.0.1.${address}`)
    }
  }

  it('a reset keeps known devices for the right password, also for the one that the user then chooses', async () => {
    covers('security visitors.known-devices')

    const [usual, other] = [await knownTo(desk), await knownTo(desk)]
    expect(await guessUntilRefused(usual, desk)).toBe(5)
    await reset()
    await guessFromFiveAddresses()
    expect((await browser().signIn(desk, { password: given })).status).toBe(429)
    expect((await usual.signIn(desk, { password: given })).status).toBe(200)
    const chosen = { currentPassword: given, newPassword: 'my own tea kettle' }
    expect((await usual.post('/users/changePassword', chosen)).status).toBe(200)
    for (const known of [usual, other]) {
      expect((await known.signIn(desk, { password: chosen.newPassword })).status).toBe(200)
    }
  })

  it('a reset leaves each known device five tries, and then it is unknown until the right password', async () => {
    covers('security visitors.guessing', 'security stolen.device')

    const [one, other] = [await knownTo(desk), await knownTo(desk)]
    await reset()
    await guessFromFiveAddresses()
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => one.signIn(desk, { password: 'wrong' })),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    later(day)
    expect(await guessUntilRefused(browser(), desk)).toBe(5)
    expect((await one.signIn(desk, { password: given })).status).toBe(429)
    expect((await other.signIn(desk, { password: given })).status).toBe(200)
    later(day)
    expect((await one.signIn(desk, { password: given })).status).toBe(200)
    await guessUntilRefused(browser(), desk)
    expect((await one.signIn(desk, { password: given })).status).toBe(200)
  })

  it('a sign-in during which a new password was set leaves its device no more than the five tries', async () => {
    const signingIn = Array.from({ length: 5 }, () => browser().signIn(desk))
    await Promise.all([reset(), ...signingIn])
    const of = (await devices()).filter(({ user_id }) => user_id === desk)
    expect(of.map(({ tries_left }) => tries_left)).toEqual(of.map(() => 5))
  })

  it('a change of the own password forgets all devices but the one it was made on', async () => {
    covers('security stolen.device')

    const [here, other] = [browser(), await knownTo(desk)]
    await here.signIn(desk)
    const changed = await here.post('/users/changePassword', {
      currentPassword: password,
      newPassword: given,
    })
    expect(changed.status).toBe(200)
    await guessUntilRefused(browser(), desk)
    expect((await other.signIn(desk, { password: given })).status).toBe(429)
    expect((await here.signIn(desk, { password: given })).status).toBe(200)
  })

  it('the devices of a user who was disabled and enabled are forgotten, and only theirs', async () => {
    covers('security stolen.device')

    const shared = await knownTo(desk, office)
    const other = await knownTo(desk)
    for (const disabled of [true, false]) await manage('disable', { disabled })
    expect((await devices()).map(({ user_id }) => user_id)).not.toContain(desk)
    await guessUntilRefused(browser(), desk)
    for (const forgotten of [shared, other]) expect((await forgotten.signIn(desk)).status).toBe(429)
    await guessUntilRefused(browser(), office)
    expect((await shared.signIn(office)).status).toBe(200)
  })
})
