// A request ends with the right of the user who asked.

import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { portal } from '#test/command-line.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'

const at = 'Main%20Campus'
const desk = 'desk@main.test'
const school = await openSchool()
let office: Caller
let admin: Caller
afterAll(() => school[Symbol.asyncDispose]())
const obeysLaws = async () => expect(await brokenLaws(school.db)).toEqual([])
afterEach(obeysLaws)

/** The desk has asked for a waiver, request 1, and for the correction of a receipt, request 2. */
beforeEach(async () => {
  await school.reset()
  const asking = await school.as(desk)
  office = await school.as('office@main.test')
  admin = await school.as('admin@main.test')
  await admit(office, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
  await generateAndPost(office, 'Main Campus', '2026-11-01')
  await admin.post(`/finances/saveCampusRules/${at}`, { approvalLimit: 100, backDays: 3 })
  await office.post(`/finances/markIndividualVoucherAsPaid/${at}/5Red1-202611`, { receivedAmount: 500 })
  const ask = (act: string, params: object, body: object) =>
    asking.post(`/finances/requestApproval/${at}`, { act, params, body: { ...body, reason: 'Agreed' } })
  const ofStudent = { campus: 'Main Campus', rollNo: 1 }
  await ask('lowerDebt', ofStudent, { kind: 'waiver', amount: 4000 })
  const receipt = { campus: 'Main Campus', receiptNo: 2 }
  await ask('correctReceipt', receipt, { receivedAmount: 100 })
})

const states = async () => {
  const rows = await school.db
    .selectFrom('approvals')
    .select(['state', 'decided_by as by'])
    .orderBy('request_no')
    .execute()
  return rows.map(({ state, by }) => (by === null ? state : `${state} by ${by}`))
}
const approve = (requestNo: number) => office.post(`/finances/approve/${at}/${requestNo}`)
const change = async (what: string, body: object) =>
  expect((await admin.post(`/users/${what}/${at}/${desk}`, body)).status).toBe(200)
const withdrawn = 'withdrawn by admin@main.test'

it("an admin who disables a user withdraws the user's requests", async () => {
  await change('disable', { disabled: true })
  expect(await states()).toEqual([withdrawn, withdrawn])
  expect((await approve(1)).body).toMatchObject({ code: 'request-decided' })
  expect((await office.get(`/finances/waitingApprovals/${at}`)).body).toMatchObject({ count: 0 })
})

it("the operator who disables a user withdraws the user's requests", async () => {
  const nothing = async () => {}
  const database = { kysely: school.db, engine: 'embedded', afterBulkWork: nothing, close: nothing } as const
  expect(await portal(database, ['user', 'disable', desk])).toMatchObject({ code: 0 })
  expect(await states()).toEqual(['withdrawn by operator', 'withdrawn by operator'])
})

it('a user who becomes read-only loses open requests', async () => {
  await change('changeRole', { role: 'read' })
  expect(await states()).toEqual([withdrawn, withdrawn])
})

it('a user who loses a right loses what needs it', async () => {
  await change('changeRights', { rights: ['receive'] })
  expect(await states()).toEqual([withdrawn, 'pending'])
  expect((await approve(2)).status).toBe(200)
})

it('is not approved for a user who was disabled before requests were withdrawn, and can be declined', async () => {
  await school.db.updateTable('staff').set({ disabled: true }).where('user_id', '=', desk).execute()
  expect(await approve(1)).toMatchObject({ status: 409, body: { code: 'asker-gone' } })
  expect(await states()).toEqual(['pending', 'pending'])
  const declined = await office.post(`/finances/decline/${at}/1`, { note: 'Has left' })
  expect(declined.status).toBe(200)
})
