import { afterAll, beforeEach, expect, it } from 'vitest'
import { cashierClosings } from '#contract/cashier-close.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { drawersOf } from '#test/drawers.ts'
import { replyOf } from '#test/sample-calls.ts'
import { openSchool } from '#test/school.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
const { who, begin, goTo, receive, close, closeDiffering, acceptBy, deposit, slip, safe } = drawersOf(school)
beforeEach(begin)
afterAll(() => school[Symbol.asyncDispose]())

it('a closing is accepted once, and by another user than the cashier unless no other user may write', async () => {
  await receive(1000)
  await close({ counted: 1000 })
  expect(await acceptBy(who.desk, 1)).toMatchObject({ status: 409, body: { code: 'accept-by-other' } })
  expect(await acceptBy(who.desk, 9)).toMatchObject({ status: 404, body: { code: 'closing-unknown' } })
  expect((await acceptBy(who.office, 1)).status).toBe(200)
  expect(await acceptBy(who.admin, 1)).toMatchObject({ status: 409, body: { code: 'closing-accepted' } })
  await expect(
    school.db.updateTable('cashier_closings').set({ accepted_by: 'admin@main.test' }).execute(),
  ).rejects.toThrow('accepted before')

  await receive(10)
  await close({ counted: 10 })
  const others = ['office@main.test', 'admin@main.test']
  await school.db.updateTable('staff').set({ disabled: true }).where('user_id', 'in', others).execute()
  expect((await acceptBy(who.desk, 2)).status).toBe(200)
  expect(await brokenLaws(school.db)).toEqual([])
})

it('a deposit empties the oldest closings first, and contains each cheque once', async () => {
  for (const amount of [300, 200]) {
    await receive(amount)
    await close({ counted: amount })
  }
  const cheque = await receive(900, { method: 'cheque', reference: '77 HBL' })
  const returned = await receive(800, { method: 'cheque', reference: '78 HBL' })
  await close({ counted: 0 })
  await acceptBy(who.office, 1)
  const today = '2026-11-21'
  expect(await deposit({ cash: 301, depositedDate: today })).toMatchObject({
    status: 409,
    body: { inSafe: 300 },
  })
  await acceptBy(who.office, 2)
  await goTo('2026-11-22')
  expect((await deposit({ cash: 350 })).status).toBe(200)
  expect(await safe()).toMatchObject({ cash: 150, closings: [{ closingNo: 2, left: 150 }], cheques: [] })
  expect(await deposit({ cheques: [cheque] })).toMatchObject({ status: 400 })
  await acceptBy(who.office, 3)
  await who.desk.post(`/finances/returnCheque/${campus}/${returned}`, { reason: 'No funds' })
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

  const { body } = await who.office.get(`/finances/cashierClosings/${campus}/2026-11-01/2026-11-30`)
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

it('the overview counts the unclosed drawers of earlier days once the campus has closed a drawer', async () => {
  const countDrawersToClose = async () =>
    (await who.desk.get(`/finances/campusOverview/${campus}/11`)).body['drawersToClose']
  await receive(600, {}, who.office)
  await receive(1000)
  await goTo('2026-11-22')
  expect(await countDrawersToClose()).toBe(0)
  await receive(10)
  await close({ counted: 10 })
  expect(await countDrawersToClose()).toBe(0)
  await receive(700, {}, who.office)
  await receive(20)
  expect(await countDrawersToClose()).toBe(0)
  await goTo('2026-11-23')
  expect(await countDrawersToClose()).toBe(2)
  await close({ counted: 20 })
  expect(await countDrawersToClose()).toBe(1)
})

it('a closing lists the receipts that are dated before the day of entry', async () => {
  for (const amount of [3000, 4000, 5000]) await receive(amount, { receivedDate: '2026-11-20' })
  await receive(1)
  await close({ counted: 12_001 })
  expect((await slip(1)).backDated).toEqual({ receipts: 3, amount: 12_000 })
})

it('the closings of some days are listed with the differences of each cashier', async () => {
  await receive(1000)
  await closeDiffering({ counted: 900 })
  await receive(1000)
  await closeDiffering({ counted: 1050 })
  await receive(50, {}, who.office)
  await close({ counted: 50 }, who.office)
  const { body } = await who.desk.get(`/finances/cashierClosings/${campus}/2026-11-21/2026-11-21`)
  expect(replyOf(cashierClosings, body)).toMatchObject({
    closings: [{ closingNo: 3 }, { closingNo: 2, difference: 50 }, { closingNo: 1, difference: -100 }],
    differences: [
      { cashierName: 'desk clerk', closings: 2, differing: 2, short: 100, over: 50 },
      { cashierName: 'office clerk', closings: 1, differing: 0, short: 0, over: 0 },
    ],
  })
  const { body: before } = await who.desk.get(`/finances/cashierClosings/${campus}/2026-11-01/2026-11-20`)
  expect(before).toMatchObject({ closings: [], deposits: [] })
})
