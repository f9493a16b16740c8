import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { addPasskey, enteredBy, giveFactor, passSeconds, requestFactor } from '#test/second-factors.ts'
import { SoftwareAuthenticator } from '#test/software-authenticator.ts'

const desk = 'desk@main.test'
const signInEnded = { status: 401, body: { code: 'factor-ended' } }

describe('a passkey', () => {
  let school: TestSchool
  let phone: SoftwareAuthenticator

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    school.now = new Date('2026-11-21T09:00:00+05:00')
    phone = await addPasskey(await school.as(desk))
  })
  const requestChallenge = async (headers = {}) => {
    const { pending, passkey } = await requestFactor(school, desk, headers)
    return { pending, challenge: passkey?.challenge ?? '' }
  }
  const refused = {
    status: 400,
    body: { errors: [{ field: 'passkey', message: 'This passkey was not accepted' }] },
  }

  it('signs its user in, and shows when it was last used', async () => {
    const { pending, passkey } = await requestFactor(school, desk)
    expect(passkey).toMatchObject({
      relyingParty: 'localhost',
      passkeys: [{ credentialId: phone.credentialId.toString('base64url'), transports: ['internal'] }],
    })
    const answer = await giveFactor(school, {
      pending,
      passkey: phone.answer({ challenge: passkey?.challenge ?? '' }),
    })
    expect(answer).toMatchObject({ status: 200, body: { userId: desk } })
    expect((await enteredBy(school, answer).get('/users/secondFactor')).body).toMatchObject({
      passkeys: [{ name: 'Phone', usedAt: school.now.toISOString() }],
    })
  })

  it.each([
    ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['made at another origin', { origin: 'http://evil.test' }],
    ['made at another port', { origin: 'http://localhost:8080' }],
    ['of another domain', { relyingParty: 'evil.test' }],
    ['without the user verified', { userVerified: false }],
  ])('is refused with an answer %s', async (_, change) => {
    covers('security pages.passkeys')

    const { pending, challenge } = await requestChallenge()
    expect(
      await giveFactor(school, { pending, passkey: phone.answer({ challenge, ...change }) }),
    ).toMatchObject(refused)
    expect((await giveFactor(school, { pending, passkey: phone.answer({ challenge }) })).status).toBe(200)
  })

  it('is refused if its counter does not increase, as for a copied passkey', async () => {
    for (const [counter, status] of [
      [7, 200],
      [7, 400],
      [6, 400],
      [8, 200],
    ] as const) {
      passSeconds(school, 60) // passes the delay after failed attempts
      const { pending, challenge } = await requestChallenge()
      passSeconds(school, 60)
      const passkey = phone.answer({ challenge, counter })
      expect((await giveFactor(school, { pending, passkey })).status).toBe(status)
    }
  })

  it('is refused with a forged signature, or with the signature of another key', async () => {
    covers('security pages.passkeys')

    const { pending, challenge } = await requestChallenge()
    const right = phone.answer({ challenge })
    const forged = new SoftwareAuthenticator().answer({ challenge })
    for (const passkey of [
      { ...right, response: forged.response },
      { ...right, response: { ...right.response, signature: forged.response.signature } },
      { ...right, response: { ...right.response, signature: 'AAAA' } },
      forged,
    ]) {
      expect(await giveFactor(school, { pending, passkey })).toMatchObject(refused)
    }
  })

  it('is refused if it belongs to another user', async () => {
    const other = await addPasskey(await school.as('office@main.test'))
    const { pending, challenge } = await requestChallenge()
    expect(await giveFactor(school, { pending, passkey: other.answer({ challenge }) })).toMatchObject(refused)
  })

  it('is accepted for one sign-in only', async () => {
    const first = await requestChallenge()
    const passkey = phone.answer({ challenge: first.challenge })
    expect((await giveFactor(school, { pending: first.pending, passkey })).status).toBe(200)
    expect(await giveFactor(school, { pending: first.pending, passkey })).toMatchObject(signInEnded)
    const { pending } = await requestChallenge()
    expect(await giveFactor(school, { pending, passkey })).toMatchObject(refused)
  })

  it('is not offered at an address at which it does not work, but a recovery code is', async () => {
    for (const host of ['127.0.0.1:3000', '[::1]:3000', 'school.example', 'other.localhost']) {
      const factorNeeded = await requestFactor(school, desk, { host })
      expect(factorNeeded.ways).toEqual(['recovery code'])
      expect(factorNeeded.passkey).toBeUndefined()
    }
  })
})
