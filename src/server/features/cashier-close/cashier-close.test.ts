import { cashierClosings, findCashierClosing, findDrawer, findSafe } from '#contract/cashier-close.ts'
import { brokenLaws } from '#server/records/book-laws.ts'
import { untouched } from '#test/every-row.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'
import { afterAll, beforeEach, expect, it } from 'vitest'

const at = 'Main%20Campus'
const school = await openSchool()
let desk: Caller
let office: Caller
let admin: Caller
/** One student, admitted by the admin on the day before, who pays in advance as often as a test needs a receipt. */
beforeEach(async () => {
  await school.reset()
  await goTo('2026-11-20')
  await admit(admin)
  await goTo('2026-11-21')
})
afterAll(() => school[Symbol.asyncDispose]())

async function goTo(day: string) {
  school.now = new Date(`${day}T09:00:00+05:00`)
  desk = await school.as('desk@main.test')
  office = await school.as('office@main.test')
  admin = await school.as('admin@main.test')
}

async function receive(receivedAmount: number, more = {}, caller = desk): Promise<number> {
  const { status, body } = await caller.post(`/finances/receiveInAdvance/${at}/1`, {
    receivedAmount,
    ...more,
  })
  expect(status).toBe(200)
  return Number(body['receiptNo'])
}
const correct = async (receiptNo: number, receivedAmount: number, caller: Caller): Promise<void> => {
  const change = { receivedAmount, reason: 'Mistyped' }
  expect((await caller.post(`/finances/correctReceipt/${at}/${receiptNo}`, change)).status).toBe(200)
}
const drawer = async (caller = desk) => replyOf(findDrawer, (await caller.get(`/finances/drawer/${at}`)).body)
const close = (body: object, caller = desk) => caller.post(`/finances/closeDrawer/${at}`, body)
/** Counts twice, and says why the drawer differs. */
async function closeDiffering(body: object, caller = desk) {
  expect((await close(body, caller)).body).toMatchObject({ code: 'count-again' })
  return close({ ...body, recount: true, remark: 'Not found' }, caller)
}
const acceptBy = (caller: Caller, closingNo: number) =>
  caller.post(`/finances/acceptClosing/${at}/${closingNo}`)
const deposit = (body: object) =>
  office.post(`/finances/enterDeposit/${at}`, {
    depositedDate: '2026-11-22',
    account: 'HBL 0123',
    slip: 'DS 4411',
    ...body,
  })
const slip = async (closingNo: number) =>
  replyOf(findCashierClosing, (await office.get(`/finances/cashierClosing/${at}/${closingNo}`)).body).closing
const safe = async () => replyOf(findSafe, (await office.get(`/finances/safe/${at}`)).body)
const countBlind = () =>
  school.db.insertInto('campus_rules').values({ campus: 'Main Campus', blind_count: true }).execute()

/** The day of example 1: 42 cash receipts with one corrected, two cheques, 18 by bank or online; a float of 2,000. */
async function aFullDay() {
  await receive(2000)
  expect((await close({ counted: 2000, floatKept: 2000 })).status).toBe(200)
  const wrong = await receive(5400)
  for (let place = 0; place < 40; place += 1) await receive(4550)
  await correct(wrong, 4500, desk)
  await receive(11_000, { method: 'cheque', reference: '778812 HBL' })
  await receive(12_000, { method: 'cheque', reference: '1003 MCB', chequeDate: '2026-12-05' })
  for (let place = 0; place < 9; place += 1) await receive(4000, { method: 'bank', reference: `DS ${place}` })
  for (let place = 0; place < 9; place += 1)
    await receive(5000, { method: 'online', reference: `TX ${place}` })
}
const notesOfDay = [
  { value: 5000, pieces: 20 },
  { value: 1000, pieces: 70 },
  { value: 500, pieces: 30 },
  { value: 100, pieces: 31 },
  { value: 50, pieces: 4 },
  { value: 20, pieces: 5 },
]

it('closes 186,500 with a float of 2,000, counted 100 short: 186,400 goes to the safe and is deposited', async () => {
  await aFullDay()
  expect(await drawer()).toMatchObject({
    floatBefore: 2000,
    cash: 186_500,
    expected: 188_500,
    receipts: 62,
    reversals: 1,
    others: [
      { method: 'cheque', receipts: 2, net: 23_000 },
      { method: 'bank', receipts: 9, net: 36_000 },
      { method: 'online', receipts: 9, net: 45_000 },
    ],
    firstCount: null,
  })

  const count = { pieces: notesOfDay, floatKept: 2000 }
  expect(await close(count)).toMatchObject({ status: 409, body: { code: 'count-again', difference: -100 } })
  const recount = { ...count, recount: true }
  expect(await close(recount)).toMatchObject({ status: 400, body: { errors: [{ field: 'remark' }] } })
  expect(await close({ ...recount, remark: 'Change given twice' })).toMatchObject({
    status: 200,
    body: { closingNo: 2, expected: 188_500, difference: -100, toSafe: 186_400 },
  })
  const closed = await slip(2)
  expect(closed).toMatchObject({
    counted: 188_400,
    firstCounted: 188_400,
    remark: 'Change given twice',
    pieces: notesOfDay,
    cheques: [
      { reference: '778812 HBL', amount: 11_000 },
      { reference: '1003 MCB', chequeDate: '2026-12-05', amount: 12_000 },
    ],
  })
  const others = closed.others.reduce((all, { net }) => all + net, 0)
  expect(closed.cashReceived + others).toBe(290_500)

  expect(await acceptBy(office, 2)).toMatchObject({ status: 200, body: { inSafe: 186_400 } })
  await goTo('2026-11-22')
  expect(await deposit({ cash: 186_401 })).toMatchObject({
    status: 409,
    body: { code: 'not-in-safe', inSafe: 186_400 },
  })
  expect(await deposit({ cash: 186_400 })).toMatchObject({ status: 200, body: { depositNo: 1, inSafe: 0 } })
  expect(await safe()).toMatchObject({ cash: 0, closings: [] })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('puts what is received after the numbers that the cashier saw into the next closing', async () => {
  await receive(1000)
  const { upToReceipt, upToAdjustment } = await drawer()
  const later = await receive(4500)
  expect(later).toBe(upToReceipt + 1)
  expect((await close({ counted: 1000, upToReceipt, upToAdjustment })).body).toMatchObject({
    closingNo: 1,
    difference: 0,
  })
  expect(await drawer()).toMatchObject({ afterReceipt: upToReceipt, cash: 4500 })
  expect((await close({ counted: 4500 })).body).toMatchObject({ closingNo: 2, expected: 4500, difference: 0 })
  // What was closed meanwhile cannot be closed again.
  expect(await close({ counted: 0, upToReceipt, upToAdjustment })).toMatchObject({
    status: 409,
    body: { code: 'record-changed' },
  })
  expect(await close({ counted: 0, upToReceipt: later + 1 })).toMatchObject({ status: 409 })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('counts a correction by another user in the drawer of the receipt, until it is closed', async () => {
  const first = await receive(5400)
  await correct(first, 4500, office)
  expect(await drawer()).toMatchObject({ cash: 4500, receipts: 2, reversals: 1 })
  expect(await drawer(office)).toMatchObject({ cash: 0, receipts: 0 })
  await close({ counted: 4500 })

  await correct(first + 2, 4400, office)
  expect(await drawer()).toMatchObject({ cash: 0, receipts: 0 })
  expect(await drawer(office)).toMatchObject({ cash: -100, receipts: 1, reversals: 1 })
  await closeDiffering({ counted: 0 }, office)
  expect((await slip(2)).ofClosedDrawers).toEqual([
    { receiptNo: first + 3, reverses: first + 2, amount: -4500, closingNo: 1 },
  ])
  expect((await slip(1)).ofClosedDrawers).toEqual([])
  expect(await brokenLaws(school.db)).toEqual([])
})

it('counts refunds in cash, and one that another user took back, in the drawer that paid it out', async () => {
  await receive(5000)
  const refund = async (amount: number, more = {}) =>
    Number(
      (await desk.post(`/finances/refundAdvance/${at}/1`, { amount, reason: 'Left', ...more })).body[
        'adjustmentNo'
      ],
    )
  const takeBack = (no: number) =>
    office.post(`/finances/takeBackAdjustment/${at}/${no}`, { reason: 'Not taken' })
  const taken = await refund(700)
  await refund(300)
  await refund(1000, { method: 'bank', reference: 'TX 1' })
  expect(await drawer()).toMatchObject({ cash: 4000, refunds: 2 })
  await takeBack(taken)
  expect(await drawer()).toMatchObject({ cash: 4700 })
  await close({ counted: 4700 })
  await takeBack(taken + 1)
  expect(await drawer()).toMatchObject({ cash: 0 })
  expect(await drawer(office)).toMatchObject({ cash: 300 })
  expect(await slip(1)).toMatchObject({ cashReceived: 5000, refunds: 2, cashRefunded: 300, expected: 4700 })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('keeps a moved receipt in its drawer, and all rows of a correction of several receipts in that of the last', async () => {
  await admit(admin)
  await receive(900)
  const own = await receive(100)
  const change = { toRollNo: 2, reason: 'Wrong child' }
  expect((await office.post(`/finances/moveReceipt/${at}/${own}`, change)).status).toBe(200)
  expect(await drawer()).toMatchObject({ cash: 1000 })
  expect(await drawer(office)).toMatchObject({ cash: 0 })
  // The voucher has receipts of the admin's admission, of the desk and of the office: the office's drawer gives 50 back.
  await receive(200, {}, office)
  const sum = { receivedAmount: 7500 + 900 + 200 - 50, editedBy: 'x', reason: 'Miscounted' }
  expect((await admin.post(`/finances/markIndividualVoucherAsPaid/${at}/5Red1adm`, sum)).status).toBe(200)
  expect(await drawer()).toMatchObject({ cash: 1000 })
  expect(await drawer(office)).toMatchObject({ cash: 200 - 50 })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('tells no sum before the count where the campus counts blind, and the difference of the first count only', async () => {
  await countBlind()
  await receive(1000)
  await receive(500, { method: 'cheque', reference: '77 HBL' })
  expect(await drawer()).toMatchObject({ blind: true, receipts: 2, cash: null, expected: null })
  const before = JSON.stringify((await desk.get(`/finances/drawer/${at}`)).body)
  expect(before).not.toMatch(/\b1000\b/)

  const key = { 'idempotency-key': 'first count' }
  const first = await desk.post(`/finances/closeDrawer/${at}`, { counted: 900 }, key)
  expect(first).toMatchObject({ status: 409, body: { code: 'count-again', difference: -100 } })
  // The same call, another count, and one more receipt: the answer stays that of the first count.
  expect((await desk.post(`/finances/closeDrawer/${at}`, { counted: 900 }, key)).body).toEqual(first.body)
  await receive(70)
  for (const counted of [1000, 1070, 5]) {
    expect(await untouched(school.db, () => close({ counted }))).toMatchObject({ body: first.body })
  }
  expect((await drawer()).firstCount).toMatchObject({ counted: 900, expected: 1000, difference: -100 })
  expect(await close({ counted: 1070, recount: true })).toMatchObject({
    status: 200,
    body: { difference: 0 },
  })
  expect(await slip(1)).toMatchObject({ firstCounted: 900, counted: 1070, remark: '' })
  expect(await drawer()).toMatchObject({ firstCount: null, cash: null })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('takes a recount that nothing preceded as the first count', async () => {
  await receive(1000)
  const body = { counted: 1, recount: true, remark: 'Lost' }
  expect(await close(body)).toMatchObject({ status: 409, body: { difference: -999 } })
  expect(await close(body)).toMatchObject({ status: 200, body: { difference: -999 } })
})

it.each([
  [{}, 'counted', 'Count the cash'],
  [{ counted: -1 }, 'counted', 'May not be negative'],
  [{ counted: 1000, floatKept: 1001 }, 'floatKept', 'Only 1,000 were counted'],
  [{ pieces: [{ value: 1000, pieces: 1 }], counted: 999 }, 'counted', 'The notes and coins come to 1,000'],
  [{ pieces: [{ value: 30, pieces: 1 }] }, 'pieces.0.value', 'Not a note or coin'],
  [{ pieces: [{ value: 10, pieces: 1.5 }] }, 'pieces.0.pieces', 'Enter how many as a whole number'],
  [
    {
      pieces: [
        { value: 10, pieces: 1 },
        { value: 10, pieces: 2 },
      ],
    },
    'pieces',
    'A note or coin is listed twice',
  ],
])('refuses the count %j at its field', async (body, field, message) => {
  await receive(1000)
  const refused = await untouched(school.db, () => close(body))
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field, message }] } })
})

it('is accepted once and not by the cashier, unless no other user may write', async () => {
  await receive(1000)
  await close({ counted: 1000 })
  expect(await acceptBy(desk, 1)).toMatchObject({ status: 409, body: { code: 'accept-by-other' } })
  expect(await acceptBy(desk, 9)).toMatchObject({ status: 404, body: { code: 'closing-unknown' } })
  expect((await acceptBy(office, 1)).status).toBe(200)
  expect(await acceptBy(admin, 1)).toMatchObject({ status: 409, body: { code: 'closing-accepted' } })
  await expect(
    school.db.updateTable('cashier_closings').set({ accepted_by: 'admin@main.test' }).execute(),
  ).rejects.toThrow('accepted before')

  await receive(10)
  await close({ counted: 10 })
  const others = ['office@main.test', 'admin@main.test']
  await school.db.updateTable('staff').set({ disabled: true }).where('user_id', 'in', others).execute()
  expect((await acceptBy(desk, 2)).status).toBe(200)
  expect(await brokenLaws(school.db)).toEqual([])
})

it('empties the oldest closings first, and deposits a cheque once', async () => {
  for (const amount of [300, 200]) {
    await receive(amount)
    await close({ counted: amount })
  }
  const cheque = await receive(900, { method: 'cheque', reference: '77 HBL' })
  const returned = await receive(800, { method: 'cheque', reference: '78 HBL' })
  await close({ counted: 0 })
  await acceptBy(office, 1)
  const today = '2026-11-21'
  expect(await deposit({ cash: 301, depositedDate: today })).toMatchObject({
    status: 409,
    body: { inSafe: 300 },
  })
  await acceptBy(office, 2)
  await goTo('2026-11-22')
  expect((await deposit({ cash: 350 })).status).toBe(200)
  expect(await safe()).toMatchObject({ cash: 150, closings: [{ closingNo: 2, left: 150 }], cheques: [] })
  expect(await deposit({ cheques: [cheque] })).toMatchObject({ status: 400 })
  await acceptBy(office, 3)
  await desk.post(`/finances/returnCheque/${at}/${returned}`, { reason: 'No funds' })
  expect((await safe()).cheques.map(({ receiptNo }) => receiptNo)).toEqual([cheque])
  expect(await deposit({ cheques: [cheque, cheque] })).toMatchObject({ status: 400 })
  expect((await deposit({ cheques: [cheque] })).status).toBe(200)
  expect(await deposit({ cheques: [cheque] })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'cheques', message: `The cheque of receipt ${cheque} is not in the safe` }] },
  })
  expect(await deposit({})).toMatchObject({ status: 400, body: { errors: [{ field: 'cash' }] } })
  expect(await deposit({ cash: 1, depositedDate: '2026-11-23' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'depositedDate', message: 'Date cannot be in the future' }] },
  })

  const { body } = await office.get(`/finances/cashierClosings/${at}/2026-11-01/2026-11-30`)
  const { closings, deposits } = replyOf(cashierClosings, body)
  expect(closings.map(({ closingNo }) => closingNo)).toEqual([3, 2, 1])
  expect(deposits).toMatchObject([
    { depositNo: 2, cash: 0, cheques: [cheque], chequesSum: 900, emptied: [] },
    {
      depositNo: 1,
      cash: 350,
      emptied: [
        { closingNo: 1, amount: 300 },
        { closingNo: 2, amount: 50 },
      ],
    },
  ])
  expect(await brokenLaws(school.db)).toEqual([])
})

it('begins with the day of the first closing, and misses nothing from then on', async () => {
  // The admin's admission of the day before was handed over without a closing.
  await receive(1000)
  await close({ counted: 1000 })
  expect(await drawer(admin)).toMatchObject({ cash: 0, receipts: 0 })
  await receive(600, {}, admin)
  await goTo('2026-11-22')
  expect(await drawer(admin)).toMatchObject({ cash: 600, receipts: 1 })
  // A correction of what was before the first closing is in the drawer of who makes it.
  await correct(1, 7000, office)
  expect(await drawer(office)).toMatchObject({ cash: -500 })
  await close({ counted: 600 }, admin)
  expect(await close({ counted: 0 }, desk)).toMatchObject({ status: 409, body: { code: 'nothing-to-close' } })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('counts the drawers of earlier days that are not closed, once the campus closes any', async () => {
  const toClose = async () => (await desk.get(`/finances/campusOverview/${at}/11`)).body['drawersToClose']
  await receive(600, {}, office)
  await receive(1000)
  await goTo('2026-11-22')
  expect(await toClose()).toBe(0)
  await receive(10)
  await close({ counted: 10 })
  expect(await toClose()).toBe(0)
  await receive(700, {}, office)
  await receive(20)
  expect(await toClose()).toBe(0)
  await goTo('2026-11-23')
  expect(await toClose()).toBe(2)
  await close({ counted: 20 })
  expect(await toClose()).toBe(1)
})

it('names the receipts dated before the day of their entry', async () => {
  for (const amount of [3000, 4000, 5000]) await receive(amount, { receivedDate: '2026-11-20' })
  await receive(1)
  await close({ counted: 12_001 })
  expect((await slip(1)).backDated).toEqual({ receipts: 3, amount: 12_000 })
})

it('lists the closings of some days with the differences of each cashier', async () => {
  await receive(1000)
  await closeDiffering({ counted: 900 })
  await receive(1000)
  await closeDiffering({ counted: 1050 })
  await receive(50, {}, office)
  await close({ counted: 50 }, office)
  const { body } = await desk.get(`/finances/cashierClosings/${at}/2026-11-21/2026-11-21`)
  expect(replyOf(cashierClosings, body)).toMatchObject({
    closings: [{ closingNo: 3 }, { closingNo: 2, difference: 50 }, { closingNo: 1, difference: -100 }],
    differences: [
      { cashierName: 'desk clerk', closings: 2, differing: 2, short: 100, over: 50 },
      { cashierName: 'office clerk', closings: 1, differing: 0, short: 0, over: 0 },
    ],
  })
  const { body: before } = await desk.get(`/finances/cashierClosings/${at}/2026-11-01/2026-11-20`)
  expect(before).toMatchObject({ closings: [], deposits: [] })
})
