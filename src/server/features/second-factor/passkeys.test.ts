import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import type { Caller } from '#test/school.ts'
import { addPasskey, codesOf, passSeconds } from '#test/second-factors.ts'
import { SoftwareAuthenticator } from '#test/software-authenticator.ts'
import { useCaller, useSchool } from '#test/use-school.ts'

const deskId = 'desk@main.test'
const adminId = 'admin@main.test'
const errorAt = (field: string) => ({ status: 400, body: { code: 'invalid', errors: [{ field }] } })

describe('the passkeys of a user', async () => {
  const school = await useSchool()
  const desk = useCaller(() => school.as(deskId))
  const admin = useCaller(() => school.as(adminId))

  const readFactors = async (caller: Caller) => (await caller.get('/users/secondFactor')).body

  describe('a passkey', () => {
    const beginPasskey = async (caller: Caller, headers = {}) =>
      String((await caller.post('/users/beginPasskey', {}, headers)).body['challenge'])
    const payload = (passkey: object, extra: object = {}) => ({
      name: 'Phone',
      passkey,
      recoveryCodes: codesOf('b'),
      ...extra,
    })

    it.each([
      ['for another challenge', { challenge: 'AAAA' }],
      ['at another origin', { origin: 'http://evil.test' }],
      ['for another domain', { relyingParty: 'evil.test' }],
      ['without the user verified', { userVerified: false }],
    ])('is not added if it was made %s', async (_, change) => {
      const challenge = await beginPasskey(desk)
      const passkey = new SoftwareAuthenticator().make({ challenge, ...change })
      expect(await desk.post('/users/addPasskey', payload(passkey))).toMatchObject(errorAt('passkey'))
      expect(await readFactors(desk)).toMatchObject({ passkeys: [], codesLeft: 0 })
    })

    it('is added once for one challenge, within five minutes, by the user who began', async () => {
      const ended = { status: 409, body: { code: 'passkey-ended' } }
      const newPasskey = (challenge: string) => payload(new SoftwareAuthenticator().make({ challenge }))
      const challenge = await beginPasskey(desk)
      const office = await school.as('office@main.test')
      expect(await office.post('/users/addPasskey', newPasskey(challenge))).toMatchObject(ended)
      expect((await desk.post('/users/addPasskey', newPasskey(challenge))).status).toBe(200)
      expect(await desk.post('/users/addPasskey', newPasskey(challenge))).toMatchObject(ended)
      const late = await beginPasskey(desk)
      passSeconds(school, 300)
      expect(await desk.post('/users/addPasskey', newPasskey(late))).toMatchObject(ended)
    })

    it('is not added twice', async () => {
      const phone = await addPasskey(desk)
      const samePasskey = phone.make({ challenge: await beginPasskey(desk) })
      expect(await desk.post('/users/addPasskey', payload(samePasskey))).toMatchObject({
        status: 409,
        body: { code: 'passkey-exists' },
      })
    })

    it('needs a name', async () => {
      const passkey = new SoftwareAuthenticator().make({ challenge: await beginPasskey(desk) })
      const unnamed = payload(passkey, { name: ' ' })
      expect(await desk.post('/users/addPasskey', unnamed)).toMatchObject(errorAt('name'))
    })

    it('is removed together with the recovery codes if it was the last factor', async () => {
      const phone = await addPasskey(desk)
      const credentialId = phone.credentialId.toString('base64url')
      const removed = await desk.post('/users/removePasskey', { credentialId })
      expect(removed.status).toBe(200)
      expect(await readFactors(desk)).toMatchObject({ passkeys: [], codesLeft: 0 })
    })

    it.each([
      ['an IP address', '127.0.0.1:3000'],
      ['an IPv6 address', '[::1]:3000'],
      ['a domain without HTTPS', 'school.example'],
      ['an invalid host', 'a b'],
    ])('cannot be made at %s', async (_, host) => {
      expect(await desk.post('/users/beginPasskey', {}, { host })).toMatchObject({
        status: 409,
        body: { code: 'no-passkeys-here' },
      })
    })

    it('belongs to the domain that a trusted proxy passes on over HTTPS', async () => {
      const { body } = await desk.post(
        '/users/beginPasskey',
        {},
        { host: 'portal.school.example', 'x-forwarded-proto': 'https' },
      )
      expect(body).toMatchObject({ relyingParty: 'portal.school.example' })
    })

    it('is neither shown to nor removed by another user', async () => {
      covers('security accounts.own-factor')

      const phone = await addPasskey(admin)
      const credentialId = phone.credentialId.toString('base64url')
      expect(await readFactors(desk)).toMatchObject({ passkeys: [] })
      expect(await desk.post('/users/removePasskey', { credentialId })).toMatchObject({ status: 404 })
      expect(await readFactors(admin)).toMatchObject({ passkeys: [{ credentialId }] })
    })
  })
})
