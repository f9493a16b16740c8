import { beforeEach, describe, expect, it } from 'vitest'
import { allEndpoints } from '#reports/endpoints.ts'
import { covers } from '#test/covers.ts'
import { sendSampleCall } from '#test/sample-calls.ts'
import { callerOf, password, type Caller } from '#test/school.ts'
import { addPasskey, enteredBy, setUpApp } from '#test/second-factors.ts'
import { useCaller, useSchool } from '#test/use-school.ts'

const deskId = 'desk@main.test'
const adminId = 'admin@main.test'
const campus = 'Main%20Campus'
const errorAt = (field: string) => ({ status: 400, body: { code: 'invalid', errors: [{ field }] } })

describe('the second factor of an admin', async () => {
  const school = await useSchool()
  const desk = useCaller(() => school.as(deskId))
  const admin = useCaller(() => school.as(adminId))

  const readFactors = async (caller: Caller) => (await caller.get('/users/secondFactor')).body

  describe('on a campus that requires it', () => {
    const saveRules = (caller: Caller, rules: object = { adminFactor: true }) =>
      caller.post(`/finances/saveCampusRules/${campus}`, rules)

    it('can be required only by an admin who has set it up', async () => {
      expect(await saveRules(admin)).toMatchObject(errorAt('adminFactor'))
      await setUpApp(school, admin)
      expect((await saveRules(admin)).status).toBe(200)
      expect((await admin.get(`/finances/campusRules/${campus}`)).body).toMatchObject({ adminFactor: true })
    })

    describe('for an admin who has no second factor', () => {
      const secondId = 'second@main.test'
      let other: Caller
      const mustChoosePassword = (must_change: boolean) =>
        school.db.updateTable('staff').set({ must_change }).where('user_id', '=', secondId).execute()
      beforeEach(async () => {
        const user = { userId: secondId, name: 'Second', role: 'admin', newPassword: password }
        await admin.post(`/users/add/${campus}`, user)
        await mustChoosePassword(false)
        other = await school.as(secondId)
        await setUpApp(school, admin)
        await saveRules(admin)
      })

      it('limits new and earlier sessions to its set-up, a change of password and sign-out', async () => {
        covers('security accounts.factor-rule')

        const signedIn = await callerOf(school.app, '').post('/users/signin', { userId: secondId, password })
        expect(signedIn).toMatchObject({ status: 200, body: { factorMissing: true } })
        const others = allEndpoints.filter(
          ({ access, withoutFactor }) => access !== 'anyone' && !withoutFactor,
        )
        expect(others.length).toBeGreaterThan(60)
        for (const caller of [other, enteredBy(school, signedIn)]) {
          for (const endpoint of others) {
            const { status, body } = await sendSampleCall(caller, endpoint, 'Main Campus')
            expect([endpoint.path, status, body['code']]).toEqual([endpoint.path, 403, 'factor-missing'])
          }
          expect((await caller.get('/users/session')).body).toMatchObject({ factorMissing: true })
          expect(await readFactors(caller)).toMatchObject({ isRequired: true })
        }
        expect((await other.post('/users/signout')).status).toBe(200)
      })

      it('is required after the choice of a new password if that is due', async () => {
        await mustChoosePassword(true)
        const readCode = async () => (await other.get('/users/secondFactor')).body['code']
        expect((await other.get('/users/session')).body).toMatchObject({
          mustChoosePassword: true,
          factorMissing: true,
        })
        expect(await readCode()).toBe('choose-password')
        const chosen = { currentPassword: password, newPassword: 'fresh-mango-tree' }
        expect((await other.post('/users/changePassword', chosen)).status).toBe(200)
        expect(await readCode()).toBeUndefined()
        expect((await other.get(`/users/list/${campus}`)).body['code']).toBe('factor-missing')
      })

      it('lifts the limits once it is set up', async () => {
        await setUpApp(school, other)
        expect((await other.get('/users/session')).body).toMatchObject({ factorMissing: false })
        expect((await other.get(`/users/list/${campus}`)).status).toBe(200)
      })

      it('does not limit other users of the campus or admins of another campus', async () => {
        expect((await desk.get(`/finances/campusRules/${campus}`)).status).toBe(200)
        const city = await school.as('admin@city.test')
        expect((await city.get('/users/list/City%20Campus')).status).toBe(200)
      })
    })

    it('cannot be turned off, nor can its last passkey be removed', async () => {
      const required = { status: 409, body: { code: 'factor-required' } }
      const phone = await addPasskey(admin)
      await saveRules(admin)
      const before = await readFactors(admin)
      const credentialId = phone.credentialId.toString('base64url')
      expect(await admin.post('/users/removePasskey', { credentialId })).toMatchObject(required)
      expect(await admin.post('/users/turnOffSecondFactor')).toMatchObject(required)
      expect(await readFactors(admin)).toEqual(before)
      await setUpApp(school, admin)
      expect((await admin.post('/users/removePasskey', { credentialId })).status).toBe(200)
    })
  })
})
