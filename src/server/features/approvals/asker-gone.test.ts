// A request ends when the user who made it loses the right to the act.

import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { runCommand } from '#test/command-line.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'

const campus = 'Main%20Campus'
const desk = 'desk@main.test'
const school = await openSchool()
let office: Caller
let admin: Caller
afterAll(() => school[Symbol.asyncDispose]())
const obeysLaws = async () => expect(await brokenLaws(school.db)).toEqual([])
afterEach(obeysLaws)

/** The desk clerk has requested a waiver (request 1) and the correction of a receipt (request 2). */
beforeEach(async () => {
  await school.reset()
  const clerk = await school.as(desk)
  office = await school.as('office@main.test')
  admin = await school.as('admin@main.test')
  await admit(office, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
  await generateAndPost(office, 'Main Campus', '2026-11-01')
  await admin.post(`/finances/saveCampusRules/${campus}`, { approvalLimit: 100, backDays: 3 })
  await office.post(`/finances/markIndividualVoucherAsPaid/${campus}/5Red1-202611`, { receivedAmount: 500 })
  const requestApproval = (act: string, params: object, body: object) =>
    clerk.post(`/finances/requestApproval/${campus}`, { act, params, body: { ...body, reason: 'Agreed' } })
  const student = { campus: 'Main Campus', rollNo: 1 }
  await requestApproval('lowerDebt', student, { kind: 'waiver', amount: 4000 })
  const receipt = { campus: 'Main Campus', receiptNo: 2 }
  await requestApproval('correctReceipt', receipt, { receivedAmount: 100 })
})

const readStates = async () => {
  const rows = await school.db
    .selectFrom('approvals')
    .select(['state', 'decided_by as by'])
    .orderBy('request_no')
    .execute()
  return rows.map(({ state, by }) => (by === null ? state : `${state} by ${by}`))
}
const approve = (requestNo: number) => office.post(`/finances/approve/${campus}/${requestNo}`)
const changeUser = async (what: string, body: object) =>
  expect((await admin.post(`/users/${what}/${campus}/${desk}`, body)).status).toBe(200)
const withdrawn = 'withdrawn by admin@main.test'

it("an admin who disables a user withdraws the user's requests", async () => {
  await changeUser('disable', { disabled: true })
  expect(await readStates()).toEqual([withdrawn, withdrawn])
  expect((await approve(1)).body).toMatchObject({ code: 'request-decided' })
  expect((await office.get(`/finances/waitingApprovals/${campus}`)).body).toMatchObject({ count: 0 })
})

it("the operator who disables a user withdraws the user's requests", async () => {
  const noop = async () => {}
  const database = { kysely: school.db, engine: 'embedded', afterBulkWork: noop, close: noop } as const
  expect(await runCommand(database, ['user', 'disable', desk])).toMatchObject({ code: 0 })
  expect(await readStates()).toEqual(['withdrawn by operator', 'withdrawn by operator'])
})

it('the open requests of a user who becomes read-only are withdrawn', async () => {
  await changeUser('changeRole', { role: 'read' })
  expect(await readStates()).toEqual([withdrawn, withdrawn])
})

it('the requests that need a right are withdrawn when their user loses the right', async () => {
  await changeUser('changeRights', { rights: ['receive'] })
  expect(await readStates()).toEqual([withdrawn, 'pending'])
  expect((await approve(2)).status).toBe(200)
})

it('a pending request of a disabled user cannot be approved, but can be declined', async () => {
  await school.db.updateTable('staff').set({ disabled: true }).where('user_id', '=', desk).execute()
  expect(await approve(1)).toMatchObject({ status: 409, body: { code: 'asker-gone' } })
  expect(await readStates()).toEqual(['pending', 'pending'])
  const declined = await office.post(`/finances/decline/${campus}/1`, { note: 'Has left' })
  expect(declined.status).toBe(200)
})
