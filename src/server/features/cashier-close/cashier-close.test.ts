import { afterAll, beforeEach, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { drawersOf } from '#test/drawers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, openSchool } from '#test/school.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
const { who, begin, goTo, receive, correct, drawer, close, closeDiffering, acceptBy, deposit, slip, safe } =
  drawersOf(school)
beforeEach(begin)
afterAll(() => school[Symbol.asyncDispose]())

const setBlindCount = () =>
  school.db.insertInto('campus_rules').values({ campus: 'Main Campus', blind_count: true }).execute()

/** Enters the day of example 1: 42 cash receipts (one corrected), 2 cheques, 18 bank or online, a float of 2,000. */
async function enterFullDay() {
  await receive(2000)
  expect((await close({ counted: 2000, floatKept: 2000 })).status).toBe(200)
  const wrong = await receive(5400)
  for (let index = 0; index < 40; index += 1) await receive(4550)
  await correct(wrong, 4500, who.desk)
  await receive(11_000, { method: 'cheque', reference: '778812 HBL' })
  await receive(12_000, { method: 'cheque', reference: '1003 MCB', chequeDate: '2026-12-05' })
  for (let index = 0; index < 9; index += 1) await receive(4000, { method: 'bank', reference: `DS ${index}` })
  for (let index = 0; index < 9; index += 1)
    await receive(5000, { method: 'online', reference: `TX ${index}` })
}
const notesOfDay = [
  { value: 5000, pieces: 20 },
  { value: 1000, pieces: 70 },
  { value: 500, pieces: 30 },
  { value: 100, pieces: 31 },
  { value: 50, pieces: 4 },
  { value: 20, pieces: 5 },
]

it('a drawer of 186,500 with a float of 2,000 is counted 100 short, goes to the safe and is deposited', async () => {
  await enterFullDay()
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

  expect(await acceptBy(who.office, 2)).toMatchObject({ status: 200, body: { inSafe: 186_400 } })
  await goTo('2026-11-22')
  expect(await deposit({ cash: 186_401 })).toMatchObject({
    status: 409,
    body: { code: 'not-in-safe', inSafe: 186_400 },
  })
  expect(await deposit({ cash: 186_400 })).toMatchObject({ status: 200, body: { depositNo: 1, inSafe: 0 } })
  expect(await safe()).toMatchObject({ cash: 0, closings: [] })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('a receipt after the numbers that the cashier saw goes into the next closing', async () => {
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
  // A range that was already closed cannot be closed again.
  expect(await close({ counted: 0, upToReceipt, upToAdjustment })).toMatchObject({
    status: 409,
    body: { code: 'record-changed' },
  })
  expect(await close({ counted: 0, upToReceipt: later + 1 })).toMatchObject({ status: 409 })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('a correction by another user counts in the drawer of the receipt until that drawer is closed', async () => {
  const first = await receive(5400)
  await correct(first, 4500, who.office)
  expect(await drawer()).toMatchObject({ cash: 4500, receipts: 2, reversals: 1 })
  expect(await drawer(who.office)).toMatchObject({ cash: 0, receipts: 0 })
  await close({ counted: 4500 })

  await correct(first + 2, 4400, who.office)
  expect(await drawer()).toMatchObject({ cash: 0, receipts: 0 })
  expect(await drawer(who.office)).toMatchObject({ cash: -100, receipts: 1, reversals: 1 })
  await closeDiffering({ counted: 0 }, who.office)
  expect((await slip(2)).ofClosedDrawers).toEqual([
    { receiptNo: first + 3, reverses: first + 2, amount: -4500, closingNo: 1 },
  ])
  expect((await slip(1)).ofClosedDrawers).toEqual([])
  expect(await brokenLaws(school.db)).toEqual([])
})

it('a cash refund and its reversal by another user count in the drawer that paid the refund', async () => {
  await receive(5000)
  const refund = async (amount: number, extra = {}) =>
    Number(
      (await who.desk.post(`/finances/refundAdvance/${campus}/1`, { amount, reason: 'Left', ...extra })).body[
        'adjustmentNo'
      ],
    )
  const takeBack = (no: number) =>
    who.office.post(`/finances/takeBackAdjustment/${campus}/${no}`, { reason: 'Not taken' })
  const refundNo = await refund(700)
  await refund(300)
  await refund(1000, { method: 'bank', reference: 'TX 1' })
  expect(await drawer()).toMatchObject({ cash: 4000, refunds: 2 })
  await takeBack(refundNo)
  expect(await drawer()).toMatchObject({ cash: 4700 })
  await close({ counted: 4700 })
  await takeBack(refundNo + 1)
  expect(await drawer()).toMatchObject({ cash: 0 })
  expect(await drawer(who.office)).toMatchObject({ cash: 300 })
  expect(await slip(1)).toMatchObject({ cashReceived: 5000, refunds: 2, cashRefunded: 300, expected: 4700 })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('a moved receipt stays in its drawer, and a correction of several receipts counts in the drawer of the last one', async () => {
  await admit(who.admin)
  await receive(900)
  const receiptNo = await receive(100)
  const change = { toRollNo: 2, reason: 'Wrong child' }
  expect((await who.office.post(`/finances/moveReceipt/${campus}/${receiptNo}`, change)).status).toBe(200)
  expect(await drawer()).toMatchObject({ cash: 1000 })
  expect(await drawer(who.office)).toMatchObject({ cash: 0 })
  // The voucher has receipts of the admin's admission, of the desk and of the office: the office's drawer gives 50 back.
  await receive(200, {}, who.office)
  const sum = { receivedAmount: 7500 + 900 + 200 - 50, editedBy: 'x', reason: 'Miscounted' }
  const { status } = await who.admin.post(`/finances/markIndividualVoucherAsPaid/${campus}/5Red1adm`, sum)
  expect(status).toBe(200)
  expect(await drawer()).toMatchObject({ cash: 1000 })
  expect(await drawer(who.office)).toMatchObject({ cash: 200 - 50 })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('the cash drawer is a rule that is off in a new campus and whose change is in the history; drawers close either way', async () => {
  const readRules = async () => (await who.desk.get(`/finances/campusRules/${campus}`)).body
  expect(await readRules()).toMatchObject({ cashDrawer: false })
  await receive(1000)
  expect(await close({ counted: 1000 })).toMatchObject({ status: 200 })
  expect(await who.admin.post(`/finances/saveCampusRules/${campus}`, { cashDrawer: true })).toMatchObject({
    status: 200,
  })
  expect(await readRules()).toMatchObject({ cashDrawer: true, blindCount: false })
  const { before, after } = await school.db
    .selectFrom('changes')
    .select(['before', 'after'])
    .where('what', '=', 'rules changed')
    .executeTakeFirstOrThrow()
  expect({ before, after }).toEqual({ before: { cashDrawer: false }, after: { cashDrawer: true } })
  await receive(70)
  expect(await close({ counted: 70 })).toMatchObject({ status: 200 })
})

it('a campus that counts blind shows no sums before the first count, which answers with its difference', async () => {
  await setBlindCount()
  await receive(1000)
  await receive(500, { method: 'cheque', reference: '77 HBL' })
  expect(await drawer()).toMatchObject({ blind: true, receipts: 2, cash: null, expected: null })
  const before = JSON.stringify((await who.desk.get(`/finances/drawer/${campus}`)).body)
  expect(before).not.toMatch(/\b1000\b/)

  const firstCount = [{ counted: 900 }, { 'idempotency-key': 'first count' }] as const
  const first = await who.desk.post(`/finances/closeDrawer/${campus}`, ...firstCount)
  expect(first).toMatchObject({ status: 409, body: { code: 'count-again', difference: -100 } })
  // A repeated call, another count or one more receipt still gets the answer of the first count.
  expect((await who.desk.post(`/finances/closeDrawer/${campus}`, ...firstCount)).body).toEqual(first.body)
  await receive(70)
  for (const counted of [1000, 1070, 5]) {
    expect(await checkNoOp(school.db, () => close({ counted }))).toMatchObject({ body: first.body })
  }
  expect(await drawer()).toMatchObject({
    firstCount: { counted: 900, expected: 1000, difference: -100 },
    cash: 1070,
    expected: 1070,
  })
  expect(await close({ counted: 1070, recount: true })).toMatchObject({
    status: 200,
    body: { difference: 0 },
  })
  expect(await slip(1)).toMatchObject({ firstCounted: 900, counted: 1070, remark: '' })
  expect(await drawer()).toMatchObject({ firstCount: null, cash: null })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('a recount without an earlier count is taken as the first count', async () => {
  await receive(1000)
  const body = { counted: 1, recount: true, remark: 'Lost' }
  expect(await close(body)).toMatchObject({ status: 409, body: { difference: -999 } })
  expect(await close(body)).toMatchObject({ status: 200, body: { difference: -999 } })
})

it('a count that is missing, negative, does not add up or has unknown notes is refused with an error at its field', async () => {
  await receive(1000)
  for (const [body, field, message] of [
    [{}, 'counted', 'Count the cash'],
    [{ pieces: [] }, 'counted', 'Count the cash'],
    [{ counted: 0, pieces: [] }, 'counted', 'Count the cash'],
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
  ] as const) {
    const refused = await checkNoOp(school.db, () => close(body))
    expect({ body, refused }).toMatchObject({
      refused: { status: 400, body: { errors: [{ field, message }] } },
    })
  }
})

it('drawers begin with the day of the first closing and include everything from then on', async () => {
  // The money of the admin's admission on the previous day was handed over without a closing.
  await receive(1000)
  await close({ counted: 1000 })
  expect(await drawer(who.admin)).toMatchObject({ cash: 0, receipts: 0 })
  await receive(600, {}, who.admin)
  await goTo('2026-11-22')
  expect(await drawer(who.admin)).toMatchObject({ cash: 600, receipts: 1 })
  // A correction of a receipt from before the first closing counts in the drawer of the user who makes it.
  await correct(1, 7000, who.office)
  expect(await drawer(who.office)).toMatchObject({ cash: -500 })
  await close({ counted: 600 }, who.admin)
  expect(await close({ counted: 0 }, who.desk)).toMatchObject({
    status: 409,
    body: { code: 'nothing-to-close' },
  })
  expect(await brokenLaws(school.db)).toEqual([])
})
