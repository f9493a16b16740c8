import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import type { Caller } from '#test/school.ts'
import { codeAt, giveFactor, requestFactor, setUpApp } from '#test/second-factors.ts'
import { useCaller, useSchool } from '#test/use-school.ts'

const deskId = 'desk@main.test'
const adminId = 'admin@main.test'
const campus = 'Main%20Campus'

describe('a second factor', async () => {
  const school = await useSchool()
  const desk = useCaller(() => school.as(deskId))
  const admin = useCaller(() => school.as(adminId))

  const readHistory = async () =>
    (
      await school.db
        .selectFrom('changes')
        .select(['what', 'changed_by', 'before', 'after'])
        .orderBy('change_no')
        .execute()
    ).map(({ what, changed_by: by, before, after }) => ({ what, by, before, after }))

  describe('that another admin resets', () => {
    const resetFactor = (caller: Caller, userId: string) =>
      caller.post(`/users/resetSecondFactor/${campus}/${encodeURIComponent(userId)}`)

    it('is removed, ends all sessions and sign-ins of the user, and appears in the history', async () => {
      covers('security accounts.history')

      await setUpApp(school, desk)
      const { pending } = await requestFactor(school, deskId)
      expect(await resetFactor(admin, deskId)).toMatchObject({
        status: 200,
        body: { user: { userId: deskId, secondFactor: false, seenAt: null } },
      })
      expect((await desk.get('/users/session')).status).toBe(401)
      expect(await giveFactor(school, { pending, code: codeAt(school.now) })).toMatchObject({
        status: 401,
        body: { code: 'factor-ended' },
      })
      expect((await school.as(deskId)).cookie).toMatch(/^session=/)
      expect((await readHistory()).at(-1)).toMatchObject({
        what: 'second factor reset',
        by: adminId,
        after: { userId: deskId },
      })
      const logged = await school.db
        .selectFrom('security_events')
        .select(['user_id', 'what'])
        .where('kind', '=', 'user changed')
        .execute()
      expect(logged).toContainEqual({ user_id: adminId, what: `Second factor reset: ${deskId}` })
    })

    it('is shown in the list of users', async () => {
      await setUpApp(school, desk)
      const { body } = await admin.get(`/users/list/${campus}`)
      const withFactor = (body['users'] as { userId: string; secondFactor: boolean }[])
        .filter(({ secondFactor }) => secondFactor)
        .map(({ userId }) => userId)
      expect(withFactor).toEqual([deskId])
    })

    it.each([
      ['the same admin', adminId, 403, 'own-factor'],
      ['a user without a second factor', 'office@main.test', 409, 'no-factor'],
      ['a user of another campus', 'office@city.test', 404, 'user-unknown'],
      ['an unknown user', 'nobody@main.test', 404, 'user-unknown'],
    ])('is refused for %s', async (_, userId, status, code) => {
      await setUpApp(school, admin)
      await setUpApp(school, await school.as('office@city.test'))
      const answer = await checkNoOp(school.db, () => resetFactor(admin, userId))
      expect(answer).toMatchObject({ status, body: { code } })
    })
  })
})
