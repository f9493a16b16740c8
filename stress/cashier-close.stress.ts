// Thirty clerks receive, and another corrects, while five cashiers close their drawers again and again: each rupee is in
// one closing, and none is lost.

import { startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn, type ClerkClient, type Reply } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'
import { payableVouchers, receiveRupee } from './payments.ts'

const campus = 'Main%20Campus'
const cashierCount = 5
const clerkCount = 30
const receiptsEach = fullOrShort(20, 5)
const password = 'a-password-of-cashiers'

let school: School
let server: RunningServer
let head: ClerkClient
const cashiers: ClerkClient[] = []

beforeAll(async () => {
  school = await createEmptySchool()
  server = await startServer({ ...school.settings, DEMO: '1', DEMO_STUDENTS: '200' })
  head = await signIn(server, 'office@main.demo')
  const admin = await signIn(server, 'admin@main.demo')
  for (let number = 1; number <= cashierCount; number += 1) {
    const userId = `cashier${number}@main.demo`
    const added = { userId, name: `Cashier ${number}`, role: 'write', newPassword: password }
    expect((await admin.post(`/users/add/${campus}`, added))?.status).toBe(200)
    cashiers.push(await signIn(server, userId, password))
  }
})
afterAll(() => school.remove())

const drawerOf = async (cashier: ClerkClient): Promise<Reply['body']> =>
  (await cashier.get(`/finances/drawer/${campus}`))?.body ?? {}

interface Closed {
  readonly closingNo: number
  readonly cash: number
}

/** Closes a drawer up to what the cashier saw, or up to now; null where nothing was entered. */
async function close(cashier: ClerkClient, upToNow: boolean): Promise<Closed | null> {
  const { expected, upToReceipt, upToAdjustment } = await drawerOf(cashier)
  const seen = upToNow ? {} : { upToReceipt, upToAdjustment }
  const send = (more: object) =>
    cashier.post(`/finances/closeDrawer/${campus}`, { counted: expected, ...seen, ...more })
  const first = await send({})
  if (first?.body['code'] === 'nothing-to-close') return null
  // Where the end is the one seen, the count is what is expected: no receipt arrives below it.
  const isDiffering = first?.body['code'] === 'count-again'
  expect(isDiffering && !upToNow, JSON.stringify(first)).toBe(false)
  const closed = isDiffering ? await send({ recount: true, remark: 'Received meanwhile' }) : first
  expect(closed?.status, JSON.stringify(closed)).toBe(200)
  return { closingNo: Number(closed?.body['closingNo']), cash: Number(closed?.body['expected']) }
}

it('no rupee is lost or counted twice while 30 clerks receive and 5 cashiers close', async () => {
  const vouchers = await payableVouchers(head)
  expect(vouchers.length).toBeGreaterThan(clerkCount)
  const cashOfHead = Number((await drawerOf(head))['cash'])
  const progress = { receiving: clerkCount }
  const receipts: number[] = []
  const closings: Closed[] = []
  let corrected = 0

  const receive = async (place: number) => {
    const cashier = cashiers[place % cashierCount]
    const voucherNo = vouchers[place]?.voucherNo ?? ''
    if (!cashier) throw new Error('No such cashier')
    for (let number = 0; number < receiptsEach; number += 1) {
      const reply = await receiveRupee(cashier, voucherNo, `clerk ${place}, receipt ${number}`)
      expect(reply?.status, JSON.stringify(reply)).toBe(200)
      receipts.push(Number(reply?.body['receiptNo']))
    }
    progress.receiving -= 1
  }
  const closeUntilDone = async (cashier: ClerkClient) => {
    for (let round = 0; progress.receiving > 0; round += 1) {
      const closed = await close(cashier, round % 3 === 2)
      if (closed) closings.push(closed)
    }
  }
  /** Corrects receipts of open and of closed drawers from one rupee to two. */
  const correctUntilDone = async () => {
    for (let place = 0; progress.receiving > 0; place += 1) {
      const receiptNo = receipts[place]
      if (receiptNo === undefined) {
        await drawerOf(head)
        place -= 1
        continue
      }
      const change = { receivedAmount: 2, reason: 'Two rupees' }
      const reply = await head.post(`/finances/correctReceipt/${campus}/${receiptNo}`, change)
      expect(reply?.status, JSON.stringify(reply)).toBe(200)
      corrected += 1
    }
  }
  await Promise.all([
    ...Array.from({ length: clerkCount }, (_, place) => receive(place)),
    ...cashiers.map(closeUntilDone),
    correctUntilDone(),
  ])
  for (const cashier of cashiers) {
    const closed = await close(cashier, false)
    if (closed) closings.push(closed)
  }

  const inClosings = closings.reduce((all, { cash }) => all + cash, 0)
  const byHead = Number((await drawerOf(head))['cash']) - cashOfHead
  expect(receipts.length).toBe(clerkCount * receiptsEach)
  expect(corrected).toBeGreaterThan(0)
  expect(inClosings + byHead).toBe(receipts.length + corrected)
  const numbers = closings.map(({ closingNo }) => closingNo)
  expect(new Set(numbers).size).toBe(numbers.length)
})

it('of ten who accept a closing at once one does, and deposits at once never take more than is in the safe', async () => {
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
