// Thirty clerks receive, and another corrects, while five cashiers close their drawers again and again and two supervisors
// approve what waits: each rupee is in one closing, none is lost, and each request is done once or refused.

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
/** Vouchers on which nothing is received meanwhile. */
const quietCount = 10
/** Rupees: the amount of a waiver, and the limit up to which no second person is needed. */
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
    const given = `${password} at first`
    await admin.post(`/users/add/${campus}`, { userId, name: 'Amna Khan', role, newPassword: given })
    const user = await signIn(server, userId, given)
    await user.post('/users/changePassword', { currentPassword: given, newPassword: password })
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

interface Closed {
  readonly closingNo: number
  readonly cash: number
}

/** Closes a drawer up to what the cashier saw, or up to now; null if nothing was entered. */
async function close(cashier: ClerkClient, upToNow: boolean): Promise<Closed | null> {
  const { expected, upToReceipt, upToAdjustment } = await drawerOf(cashier)
  const seen = upToNow ? {} : { upToReceipt, upToAdjustment }
  const send = (more: object) =>
    cashier.post(`/finances/closeDrawer/${campus}`, { counted: expected, ...seen, ...more })
  const first = await send({})
  if (first?.body['code'] === 'nothing-to-close') return null
  // If the end is the one seen, the count is the expected one: no receipt arrives below it.
  const isDiffering = first?.body['code'] === 'count-again'
  expect(isDiffering && !upToNow, JSON.stringify(first)).toBe(false)
  const closed = isDiffering ? await send({ recount: true, remark: 'Received meanwhile' }) : first
  expect(closed?.status, JSON.stringify(closed)).toBe(200)
  return { closingNo: Number(closed?.body['closingNo']), cash: Number(closed?.body['expected']) }
}

/** The events so far; `receiving` clerks are not done. */
interface Race {
  receiving: number
  received: number
  /** Receipts that no request is about. */
  readonly receipts: number[]
  readonly closings: Closed[]
  corrected: number
  /** The requests to correct a receipt. */
  readonly corrections: number[]
  readonly decisions: Decision[]
}

const cashierOf = (place: number): ClerkClient =>
  cashiers[place % cashierCount] ?? expect.fail('a cashier for each clerk')

async function receiveOne(race: Race, place: number, { voucherNo }: ReportedVoucher, key: string) {
  const reply = await receiveRupee(cashierOf(place), voucherNo, `clerk ${place}, ${key}`)
  expect(reply?.status, JSON.stringify(reply)).toBe(200)
  race.received += 1
  return Number(reply?.body['receiptNo'])
}

/** Receives rupee by rupee, and asks to correct each fourth one to two rupees: it is the clerk's own money. */
async function receive(race: Race, place: number, voucher: ReportedVoucher) {
  for (let number = 0; number < receiptsEach; number += 1) {
    const receiptNo = await receiveOne(race, place, voucher, `receipt ${number}`)
    if (number % 4 === 3) race.corrections.push(await askCorrection(cashierOf(place), receiptNo, 2))
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
  for (let place = 0; race.receiving > 0; place += 1) {
    const receiptNo = race.receipts[place]
    if (receiptNo === undefined) {
      await drawerOf(head)
      place -= 1
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

/** Checks that each waiver that was approved lowered the debt once, and that no other one moved anything. */
async function expectWaived(waivers: readonly Waiver[], isApproved: (requestNo: number) => boolean) {
  const record = (await feeRecord(head)) ?? []
  for (const { requestNo, voucher } of waivers) {
    const now = record.find(({ voucherNo }) => voucherNo === voucher.voucherNo) ?? expect.fail('the voucher')
    const lowered = voucher.netBalance + voucher.receivedAmount - now.netBalance - now.receivedAmount
    expect([requestNo, lowered]).toEqual([requestNo, isApproved(requestNo) ? waived : 0])
  }
}

/**
 * Checks that each request was approved at most once: every correction, for it names no balance, and the waivers whose
 * balance was still the one that was seen. The others were refused for that reason alone, and wait.
 */
async function expectDecided({ decisions, corrections }: Race, waivers: readonly Waiver[]) {
  const { approved, refused } = sortDecisions(decisions)
  expect([...approved.values()].filter((times) => times > 1)).toEqual([])
  expect(corrections.filter((requestNo) => !approved.has(requestNo))).toEqual([])
  const requestNos = waivers.map(({ requestNo }) => requestNo)
  const [overtaken, quiet] = [requestNos.slice(0, cashierCount), requestNos.slice(clerkCount)]
  expect(overtaken.filter((requestNo) => approved.has(requestNo))).toEqual([])
  expect(quiet.filter((requestNo) => !approved.has(requestNo))).toEqual([])

  const { 'balance-changed': moved = new Set<number>(), ...others } = Object.fromEntries(refused)
  const waiting = requestNos.filter((requestNo) => !approved.has(requestNo)).toSorted(byNumber)
  expect([...moved].toSorted(byNumber)).toEqual(waiting)
  expect((await waitingNos(head)).toSorted(byNumber)).toEqual(waiting)
  // The other refusals are of two supervisors who approve the same request.
  expect(Object.keys(others).filter((code) => code !== 'request-decided')).toEqual([])
  await expectWaived(waivers, (requestNo) => approved.has(requestNo))
}

it('no rupee is lost or counted twice while 30 clerks receive, 5 cashiers close and 2 supervisors approve', async () => {
  const all = await payableVouchers(head)
  const vouchers = all.slice(0, clerkCount)
  expect(all.length).toBeGreaterThanOrEqual(clerkCount + quietCount)
  const cashOfHead = Number((await drawerOf(head))['cash'])
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
  // Overtakes these requests whatever comes first in the race.
  for (const [place, voucher] of vouchers.slice(0, cashierCount).entries()) {
    await receiveOne(race, place, voucher, 'first')
  }

  await Promise.all([
    ...vouchers.map((voucher, place) => receive(race, place, voucher)),
    ...cashiers.map((cashier) => closeUntilDone(race, cashier)),
    ...supervisors.map((one) => approveAll(one, race.decisions, () => race.receiving === 0)),
    correctUntilDone(race),
  ])
  // The last requests.
  await Promise.all(supervisors.map((one) => approveAll(one, race.decisions, () => true)))
  for (const cashier of cashiers) {
    const closed = await close(cashier, false)
    if (closed) race.closings.push(closed)
  }

  await expectDecided(race, waivers)
  const inClosings = race.closings.reduce((sum, { cash }) => sum + cash, 0)
  const byHead = Number((await drawerOf(head))['cash']) - cashOfHead
  expect(race.received).toBe(clerkCount * receiptsEach + cashierCount)
  expect(race.corrected).toBeGreaterThan(0)
  expect(inClosings + byHead).toBe(race.received + race.corrected + race.corrections.length)
  const numbers = race.closings.map(({ closingNo }) => closingNo)
  expect(new Set(numbers).size).toBe(numbers.length)
})

it('one of ten who accept a closing at once succeeds, and deposits at once never take more than is in the safe', async () => {
  const listed = await head.get(`/finances/cashierClosings/${campus}/2000-01-01/2099-12-31`)
  const all: { closingNo: number; acceptedAt: string | null }[] = Object(listed?.body).closings
  const open = all.filter(({ acceptedAt }) => acceptedAt === null).map(({ closingNo }) => closingNo)
  for (const closingNo of open) {
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
