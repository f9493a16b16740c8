import { describe, expect, it } from 'vitest'
import { guessUntilRefused, openBrowser, type Browser } from '#test/browser.ts'
import { covers } from '#test/covers.ts'
import { password } from '#test/school.ts'
import { useSchool } from '#test/use-school.ts'

const desk = 'desk@main.test'
const office = 'office@main.test'
const freshPassword = 'fresh-mango-tree'
const day = 86_400

describe('known devices after a new password', async () => {
  const school = await useSchool()

  const later = (seconds: number) => {
    school.now = new Date(school.now.getTime() + seconds * 1000)
  }
  const browser = () => openBrowser(school.app)
  /** Returns a browser in which these users have signed in. */
  const browserKnownTo = async (...userIds: string[]): Promise<Browser> => {
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
  const reset = () => manage('resetPassword', { newPassword: freshPassword })
  const guessFromFiveAddresses = async () => {
    for (let address = 1; address <= 5; address += 1) {
      await guessUntilRefused(browser(), desk, `10.0.1.${address}`)
    }
  }

  it('a reset keeps devices known for the new password, and for the password that the user then chooses', async () => {
    covers('security visitors.known-devices')

    const [usual, other] = [await browserKnownTo(desk), await browserKnownTo(desk)]
    expect(await guessUntilRefused(usual, desk)).toBe(5)
    await reset()
    await guessFromFiveAddresses()
    expect((await browser().signIn(desk, { password: freshPassword })).status).toBe(429)
    expect((await usual.signIn(desk, { password: freshPassword })).status).toBe(200)
    const change = { currentPassword: freshPassword, newPassword: 'my own tea kettle' }
    expect((await usual.post('/users/changePassword', change)).status).toBe(200)
    for (const known of [usual, other]) {
      expect((await known.signIn(desk, { password: change.newPassword })).status).toBe(200)
    }
  })

  it('a reset leaves each known device five tries; then it is unknown until the right password is entered', async () => {
    covers('security visitors.guessing', 'security stolen.device')

    const [guessing, other] = [await browserKnownTo(desk), await browserKnownTo(desk)]
    await reset()
    await guessFromFiveAddresses()
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => guessing.signIn(desk, { password: 'wrong' })),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    later(day)
    expect(await guessUntilRefused(browser(), desk)).toBe(5)
    expect((await guessing.signIn(desk, { password: freshPassword })).status).toBe(429)
    expect((await other.signIn(desk, { password: freshPassword })).status).toBe(200)
    later(day)
    expect((await guessing.signIn(desk, { password: freshPassword })).status).toBe(200)
    await guessUntilRefused(browser(), desk)
    expect((await guessing.signIn(desk, { password: freshPassword })).status).toBe(200)
  })

  it('a sign-in that runs while a new password is set leaves its device no more than five tries', async () => {
    const signingIn = Array.from({ length: 5 }, () => browser().signIn(desk))
    await Promise.all([reset(), ...signingIn])
    const rowsOfDesk = (await devices()).filter(({ user_id }) => user_id === desk)
    expect(rowsOfDesk.map(({ tries_left }) => tries_left)).toEqual(rowsOfDesk.map(() => 5))
  })

  it('a user who changes the password keeps only the device on which it was changed', async () => {
    covers('security stolen.device')

    const [here, other] = [browser(), await browserKnownTo(desk)]
    await here.signIn(desk)
    const changed = await here.post('/users/changePassword', {
      currentPassword: password,
      newPassword: freshPassword,
    })
    expect(changed.status).toBe(200)
    await guessUntilRefused(browser(), desk)
    expect((await other.signIn(desk, { password: freshPassword })).status).toBe(429)
    expect((await here.signIn(desk, { password: freshPassword })).status).toBe(200)
  })

  it('the devices of a user who was disabled and enabled again are forgotten, but not those of others', async () => {
    covers('security stolen.device')

    const shared = await browserKnownTo(desk, office)
    const other = await browserKnownTo(desk)
    for (const disabled of [true, false]) await manage('disable', { disabled })
    expect((await devices()).map(({ user_id }) => user_id)).not.toContain(desk)
    await guessUntilRefused(browser(), desk)
    for (const forgotten of [shared, other]) expect((await forgotten.signIn(desk)).status).toBe(429)
    await guessUntilRefused(browser(), office)
    expect((await shared.signIn(office)).status).toBe(200)
  })
})
