import { describe, expect, it } from 'vitest'
import { anAdmission } from '#test/builders.ts'
import { checkNoOp } from '#test/every-row.ts'
import type { Caller } from '#test/school.ts'
import { useCaller, useSchool } from '#test/use-school.ts'

const keyHeader = { 'idempotency-key': 'one-key' }
const advance = (rollNo: number) => `/finances/receiveInAdvance/Main%20Campus/${rollNo}`

describe('a repeated call with an Idempotency-Key', async () => {
  const school = await useSchool()
  const desk = useCaller(() => school.as('desk@main.test'))
  const office = useCaller(() => school.as('office@main.test'))
  const city = useCaller(() => school.as('office@city.test'))

  const send = (url: string, payload: object, { cookie }: Caller = desk) =>
    school.app.inject({ method: 'POST', url, payload, headers: { cookie, ...keyHeader } })
  const admit = (caller?: Caller) => send('/admissions/newAdmission', anAdmission(), caller)
  const inAdvance = { receivedAmount: 100 }

  it('gets the stored reply byte for byte, and has no second effect', async () => {
    const first = await admit()
    expect(first.statusCode).toBe(200)
    const repeated = await checkNoOp(school.db, () => admit())
    expect([repeated.statusCode, repeated.body]).toEqual([200, first.body])
    expect(repeated.headers['content-type']).toBe(first.headers['content-type'])
  })

  it.each<[what: string, repeat: () => ReturnType<typeof send>]>([
    ['by another user', () => send(advance(1), inAdvance, office)],
    ['for another record', () => send(advance(2), inAdvance)],
    ['with another payload', () => send(advance(1), { receivedAmount: 101 })],
    ['to another address', () => send(`${advance(1)}?again`, inAdvance)],
  ])('is refused %s, without any part of the stored reply', async (_what, repeat) => {
    await desk.post('/admissions/newAdmission', anAdmission())
    await desk.post('/admissions/newAdmission', anAdmission())
    const first = await send(advance(1), inAdvance)
    expect(first.statusCode).toBe(200)
    await checkNoOp(school.db, async () => {
      const answer = await repeat()
      expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'key-reused' }])
      expect(answer.body).not.toContain('receiptNo')
    })
  })

  it('is a separate call at another campus', async () => {
    const replies = [await admit(), await admit(city)]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const students = await school.db.selectFrom('students').select('campus').orderBy('campus').execute()
    expect(students).toEqual([{ campus: 'City Campus' }, { campus: 'Main Campus' }])
  })
})
