import { beforeEach, describe, expect, it } from 'vitest'
import { allEndpoints } from '#reports/endpoints.ts'
import { covers } from '#test/covers.ts'
import { sendSampleCall } from '#test/sample-calls.ts'
import { callerOf, password, type Caller } from '#test/school.ts'
import { addPasskey, enteredBy, setUpApp } from '#test/second-factors.ts'
import { useCaller, useSchool } from '#test/use-school.ts'

const deskId = 'desk@main.test'
const adminId = 'admin@main.test'
const at = 'Main%20Campus'
const wrongAt = (field: string) => ({ status: 400, body: { code: 'invalid', errors: [{ field }] } })

describe('the second factor of an admin', async () => {
  const school = await useSchool()
  const desk = useCaller(() => school.as(deskId))
  const admin = useCaller(() => school.as(adminId))

  const own = async (caller: Caller) => (await caller.get('/users/secondFactor')).body

  describe('on a campus whose admins must have one', () => {
    const save = (caller: Caller, more: object = { adminFactor: true }) =>
      caller.post(`/finances/saveCampusRules/${at}`, more)

    it('can be asked for by an admin who has one, and else is refused at the field', async () => {
      expect(await save(admin)).toMatchObject(wrongAt('adminFactor'))
      await setUpApp(school, admin)
      expect((await save(admin)).status).toBe(200)
      expect((await admin.get(`/finances/campusRules/${at}`)).body).toMatchObject({ adminFactor: true })
    })

    describe('for an admin without one', () => {
      const second = 'second@main.test'
      let other: Caller
      const mustChoosePassword = (must_change: boolean) =>
        school.db.updateTable('staff').set({ must_change }).where('user_id', '=', second).execute()
      beforeEach(async () => {
        const user = { userId: second, name: 'Second', role: 'admin', newPassword: password }
        await admin.post(`/users/add/${at}`, user)
        await mustChoosePassword(false)
        other = await school.as(second)
        await setUpApp(school, admin)
        await save(admin)
      })

      it('their session, one of before too, allows only to set it up, to change the password and to leave', async () => {
        covers('security accounts.factor-rule')

        const signedIn = await callerOf(school.app, '').post('/users/signin', { userId: second, password })
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
          expect(await own(caller)).toMatchObject({ isRequired: true })
        }
        expect((await other.post('/users/signout')).status).toBe(200)
      })

      it('follows the choice of a new password if that is due', async () => {
        await mustChoosePassword(true)
        const codeOf = async () => (await other.get('/users/secondFactor')).body['code']
        expect((await other.get('/users/session')).body).toMatchObject({
          mustChoosePassword: true,
          factorMissing: true,
        })
        expect(await codeOf()).toBe('choose-password')
        const chosen = { currentPassword: password, newPassword: 'fresh-mango-tree' }
        expect((await other.post('/users/changePassword', chosen)).status).toBe(200)
        expect(await codeOf()).toBeUndefined()
        expect((await other.get(`/users/list/${at}`)).body['code']).toBe('factor-missing')
      })

      it('they may do everything once it is set up', async () => {
        await setUpApp(school, other)
        expect((await other.get('/users/session')).body).toMatchObject({ factorMissing: false })
        expect((await other.get(`/users/list/${at}`)).status).toBe(200)
      })

      it('others of the campus, and admins of another, go on as before', async () => {
        expect((await desk.get(`/finances/campusRules/${at}`)).status).toBe(200)
        const city = await school.as('admin@city.test')
        expect((await city.get('/users/list/City%20Campus')).status).toBe(200)
      })
    })

    it('cannot be turned off, nor can its last passkey be removed', async () => {
      const required = { status: 409, body: { code: 'factor-required' } }
      const phone = await addPasskey(admin)
      await save(admin)
      const before = await own(admin)
      const credentialId = phone.credentialId.toString('base64url')
      expect(await admin.post('/users/removePasskey', { credentialId })).toMatchObject(required)
      expect(await admin.post('/users/turnOffSecondFactor')).toMatchObject(required)
      expect(await own(admin)).toEqual(before)
      await setUpApp(school, admin)
      expect((await admin.post('/users/removePasskey', { credentialId })).status).toBe(200)
    })
  })
})
