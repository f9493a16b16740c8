// Thirty clerks receive money and another clerk corrects receipts, while five cashiers keep closing drawers and two
// supervisors approve requests: no rupee is lost or in two closings, and each request takes effect once or is refused.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import { signIn, type ClerkClient, type Reply } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'
import { feeRecord, payableVouchers, receiveRupee, type ReportedVoucher } from './payments.ts'
import {
  approveAll,
  askCorrection,
  askWaiver,
  sortDecisions,
  waitingNos,
  type Decision,
} from './waiting-requests.ts'

const campus = 'Main%20Campus'
const cashierCount = 5
const clerkCount = 30
const receiptsEach = fullOrShort(20, 5)
/** The number of vouchers without a payment during the race. */
const quietCount = 10
/** In rupees: the amount of a waiver, and the limit above which a second person must approve. */
const [waived, approvalLimit] = [20, 10]
const byNumber = (one: number, other: number): number => one - other
const password = 'a-password-of-cashiers'

let school: School
let server: RunningServer
let head: ClerkClient
let desk: ClerkClient
const supervisors: ClerkClient[] = []
const cashiers: ClerkClient[] = []

beforeAll(async () => {
  school = await createEmptySchool()
  server = await startServer({ ...school.settings, DEMO: '1', DEMO_STUDENTS: '200' })
  head = await signIn(server, 'office@main.demo')
  desk = await signIn(server, 'desk@main.demo')
  const admin = await signIn(server, 'admin@main.demo')
  const add = async (userId: string, role: string) => {
    const firstPassword = `${password} at first`
    await admin.post(`/users/add/${campus}`, { userId, name: 'Amna Khan', role, newPassword: firstPassword })
    const user = await signIn(server, userId, firstPassword)
    await user.post('/users/changePassword', { currentPassword: firstPassword, newPassword: password })
    return signIn(server, userId, password)
  }
  for (let number = 1; number <= cashierCount; number += 1) {
    cashiers.push(await add(`cashier${number}@main.demo`, 'write'))
  }
  for (const name of ['one', 'two']) supervisors.push(await add(`${name}@main.demo`, 'readwrite'))
  await admin.post(`/finances/saveCampusRules/${campus}`, { approvalLimit })
})
afterAll(() => school.remove())

const drawerOf = async (cashier: ClerkClient): Promise<Reply['body']> =>
  (await cashier.get(`/finances/drawer/${campus}`))?.body ?? {}

interface Closing {
  readonly closingNo: number
  readonly cash: number
}

/** Closes a drawer up to the entries that the cashier saw, or up to now. Returns null if there is nothing to close. */
async function close(cashier: ClerkClient, upToNow: boolean): Promise<Closing | null> {
  const { expected, upToReceipt, upToAdjustment } = await drawerOf(cashier)
  const seen = upToNow ? {} : { upToReceipt, upToAdjustment }
  const send = (more: object) =>
    cashier.post(`/finances/closeDrawer/${campus}`, { counted: expected, ...seen, ...more })
  const first = await send({})
  if (first?.body['code'] === 'nothing-to-close') return null
  // A closing up to the seen entries expects the counted amount, because later entries have higher numbers.
  const isDiffering = first?.body['code'] === 'count-again'
  expect(isDiffering && !upToNow, JSON.stringify(first)).toBe(false)
  const closed = isDiffering ? await send({ recount: true, remark: 'Received meanwhile' }) : first
  expect(closed?.status, JSON.stringify(closed)).toBe(200)
  return { closingNo: Number(closed?.body['closingNo']), cash: Number(closed?.body['expected']) }
}

/** The events so far; `receiving` clerks have not finished. */
interface Race {
  receiving: number
  received: number
  /** Receipts without a request for their correction. */
  readonly receipts: number[]
  readonly closings: Closing[]
  corrected: number
  /** The numbers of the requests to correct a receipt. */
  readonly corrections: number[]
  readonly decisions: Decision[]
}

const cashierOf = (index: number): ClerkClient =>
  cashiers[index % cashierCount] ?? expect.fail('a cashier for each clerk')

async function receiveOne(race: Race, index: number, { voucherNo }: ReportedVoucher, key: string) {
  const reply = await receiveRupee(cashierOf(index), voucherNo, `clerk ${index}, ${key}`)
  expect(reply?.status, JSON.stringify(reply)).toBe(200)
  race.received += 1
  return Number(reply?.body['receiptNo'])
}

/** Receives one rupee at a time. Asks to correct every fourth receipt to two rupees: own receipts need an approval. */
async function receive(race: Race, index: number, voucher: ReportedVoucher) {
  for (let number = 0; number < receiptsEach; number += 1) {
    const receiptNo = await receiveOne(race, index, voucher, `receipt ${number}`)
    if (number % 4 === 3) race.corrections.push(await askCorrection(cashierOf(index), receiptNo, 2))
    else race.receipts.push(receiptNo)
  }
  race.receiving -= 1
}

async function closeUntilDone(race: Race, cashier: ClerkClient) {
  for (let round = 0; race.receiving > 0; round += 1) {
    const closed = await close(cashier, round % 3 === 2)
    if (closed) race.closings.push(closed)
  }
}

/** Corrects receipts of open and of closed drawers from one rupee to two. */
async function correctUntilDone(race: Race) {
  for (let index = 0; race.receiving > 0; index += 1) {
    const receiptNo = race.receipts[index]
    if (receiptNo === undefined) {
      await drawerOf(head)
      index -= 1
      continue
    }
    const change = { receivedAmount: 2, reason: 'Two rupees' }
    const reply = await head.post(`/finances/correctReceipt/${campus}/${receiptNo}`, change)
    expect(reply?.status, JSON.stringify(reply)).toBe(200)
    race.corrected += 1
  }
}

/** A request to waive a part of the debt on a voucher. */
interface Waiver {
  readonly requestNo: number
  readonly voucher: ReportedVoucher
}

/** Checks that each approved waiver lowered the debt once, and that no other waiver changed a debt. */
async function expectWaived(waivers: readonly Waiver[], isApproved: (requestNo: number) => boolean) {
  const record = (await feeRecord(head)) ?? []
  for (const { requestNo, voucher } of waivers) {
    const now = record.find(({ voucherNo }) => voucherNo === voucher.voucherNo) ?? expect.fail('the voucher')
    const lowered = voucher.netBalance + voucher.receivedAmount - now.netBalance - now.receivedAmount
    expect([requestNo, lowered]).toEqual([requestNo, isApproved(requestNo) ? waived : 0])
  }
}

/**
 * Checks that each request was approved at most once: every correction, because it states no balance, and each waiver
 * whose balance was still the stated one. The other waivers were refused for that reason alone and are still pending.
 */
async function expectDecided({ decisions, corrections }: Race, waivers: readonly Waiver[]) {
  const { approved, refused } = sortDecisions(decisions)
  expect([...approved.values()].filter((times) => times > 1)).toEqual([])
  expect(corrections.filter((requestNo) => !approved.has(requestNo))).toEqual([])
  const requestNos = waivers.map(({ requestNo }) => requestNo)
  const [outdated, current] = [requestNos.slice(0, cashierCount), requestNos.slice(clerkCount)]
  expect(outdated.filter((requestNo) => approved.has(requestNo))).toEqual([])
  expect(current.filter((requestNo) => !approved.has(requestNo))).toEqual([])

  const { 'balance-changed': balanceChanged = new Set<number>(), ...others } = Object.fromEntries(refused)
  const pending = requestNos.filter((requestNo) => !approved.has(requestNo)).toSorted(byNumber)
  expect([...balanceChanged].toSorted(byNumber)).toEqual(pending)
  expect((await waitingNos(head)).toSorted(byNumber)).toEqual(pending)
  // The other refusals come from two supervisors who approve the same request.
  expect(Object.keys(others).filter((code) => code !== 'request-decided')).toEqual([])
  await expectWaived(waivers, (requestNo) => approved.has(requestNo))
}

it('no rupee is lost or counted twice while 30 clerks receive, 5 cashiers close and 2 supervisors approve', async () => {
  const all = await payableVouchers(head)
  const vouchers = all.slice(0, clerkCount)
  expect(all.length).toBeGreaterThanOrEqual(clerkCount + quietCount)
  const headCashBefore = Number((await drawerOf(head))['cash'])
  const race: Race = {
    receiving: clerkCount,
    received: 0,
    receipts: [],
    closings: [],
    corrected: 0,
    corrections: [],
    decisions: [],
  }
  const waivers: Waiver[] = []
  for (const voucher of all.slice(0, clerkCount + quietCount)) {
    waivers.push({ voucher, requestNo: await askWaiver(desk, voucher, waived) })
  }
  // Changes the balances of the first requests, whatever happens first in the race.
  for (const [index, voucher] of vouchers.slice(0, cashierCount).entries()) {
    await receiveOne(race, index, voucher, 'first')
  }

  await Promise.all([
    ...vouchers.map((voucher, index) => receive(race, index, voucher)),
    ...cashiers.map((cashier) => closeUntilDone(race, cashier)),
    ...supervisors.map((one) => approveAll(one, race.decisions, () => race.receiving === 0)),
    correctUntilDone(race),
  ])
  // Approves the requests that came last.
  await Promise.all(supervisors.map((one) => approveAll(one, race.decisions, () => true)))
  for (const cashier of cashiers) {
    const closed = await close(cashier, false)
    if (closed) race.closings.push(closed)
  }

  await expectDecided(race, waivers)
  const inClosings = race.closings.reduce((sum, { cash }) => sum + cash, 0)
  const headCash = Number((await drawerOf(head))['cash']) - headCashBefore
  expect(race.received).toBe(clerkCount * receiptsEach + cashierCount)
  expect(race.corrected).toBeGreaterThan(0)
  expect(inClosings + headCash).toBe(race.received + race.corrected + race.corrections.length)
  const numbers = race.closings.map(({ closingNo }) => closingNo)
  expect(new Set(numbers).size).toBe(numbers.length)
})

it('one of ten simultaneous acceptances of a closing succeeds, and deposits never exceed the safe', async () => {
  const closingsReply = await head.get(`/finances/cashierClosings/${campus}/2000-01-01/2099-12-31`)
  const all: { closingNo: number; acceptedAt: string | null }[] = Object(closingsReply?.body).closings
  const unaccepted = all.filter(({ acceptedAt }) => acceptedAt === null).map(({ closingNo }) => closingNo)
  for (const closingNo of unaccepted) {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => head.post(`/finances/acceptClosing/${campus}/${closingNo}`)),
    )
    expect(replies.filter((reply) => reply?.status === 200).length).toBe(1)
  }
  const safe = async () => Number((await head.get(`/finances/safe/${campus}`))?.body['cash'])
  const before = await safe()
  const third = Math.floor(before / 3)
  const deposit = { depositedDate: '2026-01-01', account: 'HBL', slip: 'DS 1', cash: third }
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => head.post(`/finances/enterDeposit/${campus}`, deposit)),
  )
  expect(replies.filter((reply) => reply?.status === 200).length).toBe(3)
  expect(await safe()).toBe(before - 3 * third)
})

it('the books are correct afterwards', async () => {
  await server.close()
  expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
})
