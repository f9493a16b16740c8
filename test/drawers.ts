import { expect } from 'vitest'
import { findCashierClosing, findDrawer, findSafe } from '#contract/cashier-close.ts'
import { replyOf } from './sample-calls.ts'
import { admit, type Answer, type Caller, type TestSchool } from './school.ts'

const campus = 'Main%20Campus'

type User = 'desk' | 'office' | 'admin'

/** Calls of cashiers about their drawers, in a school with one student who pays in advance as often as a test needs. */
export function drawersOf(school: TestSchool) {
  // Filled by `goTo`, before any test uses it.
  const who = {} as Record<User, Caller>

  async function goTo(day: string): Promise<void> {
    school.now = new Date(`${day}T09:00:00+05:00`)
    for (const user of ['desk', 'office', 'admin'] as const) who[user] = await school.as(`${user}@main.test`)
  }

  /** Resets the school. The admin admits the student on 20 November; then it is 21 November. */
  async function begin(): Promise<void> {
    await school.reset()
    await goTo('2026-11-20')
    await admit(who.admin)
    await goTo('2026-11-21')
  }

  async function receive(receivedAmount: number, more = {}, caller = who.desk): Promise<number> {
    const payment = { receivedAmount, ...more }
    const { status, body } = await caller.post(`/finances/receiveInAdvance/${campus}/1`, payment)
    expect(status).toBe(200)
    return Number(body['receiptNo'])
  }

  async function correct(receiptNo: number, receivedAmount: number, caller: Caller): Promise<void> {
    const change = { receivedAmount, reason: 'Mistyped' }
    expect((await caller.post(`/finances/correctReceipt/${campus}/${receiptNo}`, change)).status).toBe(200)
  }

  const close = (body: object, caller = who.desk): Promise<Answer> =>
    caller.post(`/finances/closeDrawer/${campus}`, body)

  /** Counts twice and gives a reason for the difference. */
  async function closeDiffering(body: object, caller = who.desk): Promise<Answer> {
    expect((await close(body, caller)).body).toMatchObject({ code: 'count-again' })
    return close({ ...body, recount: true, remark: 'Not found' }, caller)
  }

  return {
    who,
    begin,
    goTo,
    receive,
    correct,
    close,
    closeDiffering,
    drawer: async (caller = who.desk) =>
      replyOf(findDrawer, (await caller.get(`/finances/drawer/${campus}`)).body),
    acceptBy: (caller: Caller, closingNo: number) =>
      caller.post(`/finances/acceptClosing/${campus}/${closingNo}`),
    deposit: (body: object): Promise<Answer> => {
      const payload = { depositedDate: '2026-11-22', account: 'HBL 0123', slip: 'DS 4411', ...body }
      return who.office.post(`/finances/enterDeposit/${campus}`, payload)
    },
    slip: async (no: number) =>
      replyOf(findCashierClosing, (await who.office.get(`/finances/cashierClosing/${campus}/${no}`)).body)
        .closing,
    safe: async () => replyOf(findSafe, (await who.office.get(`/finances/safe/${campus}`)).body),
  }
}
