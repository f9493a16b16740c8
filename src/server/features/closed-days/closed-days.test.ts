import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { bookClosings, closingPreview } from '#contract/closed-days.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { datedReceipts, goToDay as go, septemberFeePeriod, type OfficeDay } from '#test/dated-payments.ts'
import { checkNoOp } from '#test/every-row.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
let day: OfficeDay
const goToDay = async (date: string) => (day = await go(school, date))
beforeEach(async () => {
  await school.reset()
  await goToDay('2026-10-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const close = (until: string, extra = {}, caller = day.admin) =>
  caller.post(`/finances/closeBooks/${campus}`, { until, ...extra })
const reopen = (extra: object, caller = day.admin) => caller.post(`/finances/reopenBooks/${campus}`, extra)
const closings = async () =>
  replyOf(bookClosings, (await day.desk.get(`/finances/bookClosings/${campus}`)).body).closings
const preview = async (until: string) =>
  replyOf(closingPreview, (await day.desk.get(`/finances/closingPreview/${campus}/${until}`)).body).figures
const dayClosed = (closedUntil: string) => ({ status: 409, body: { code: 'day-closed', closedUntil } })

it('a correction on 22 November of a receipt from closed October does not change the figures of October', async () => {
  await admit(day.desk, septemberFeePeriod)
  await admit(day.desk, septemberFeePeriod)
  // This student pays as much as 18 other students.
  const fees = { monthlyFee: 81_000, discount: 0, registrationFee: 18_000, admissionFee: 36_000 }
  await admit(day.desk, { financialData: { ...septemberFeePeriod.financialData, ...fees } })
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await goToDay('2026-10-20')
  await day.pay('5Red1-202610', 5000)
  await day.pay('5Red2-202610', 5000)
  await goToDay('2026-11-02')
  expect(await close('2026-10-31')).toMatchObject({
    status: 200,
    body: { figures: { opening: 0, charged: 240_000, received: 160_000, closing: 80_000, receipts: 5 } },
  })

  await goToDay('2026-11-22')
  expect((await day.correct('5Red1-202610', 4500)).status).toBe(200)
  expect((await datedReceipts(school)).slice(-2)).toEqual([
    [-5000, '2026-11-22'],
    [4500, '2026-11-22'],
  ])
  expect(await day.received('2026-10-01', '2026-10-31')).toBe(160_000)
  expect(await day.received('2026-11-01', '2026-11-30')).toBe(-500)
  expect(await preview('2026-11-21')).toMatchObject({ opening: 80_000, received: 0, closing: 80_000 })
  expect((await closings())[0]?.figures).toMatchObject({ received: 160_000, closing: 80_000 })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('the preview warns of drafts among the vouchers that a closing counts', async () => {
  covers('decisions 7.draft.ledger')

  await admit(day.desk, septemberFeePeriod)
  await day.desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-10-01' })
  await goToDay('2026-11-02')
  await day.desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-11-01' })
  const { body } = await day.desk.get(`/finances/closingPreview/${campus}/2026-10-31`)
  expect(body).toMatchObject({ figures: { closing: 4500 }, drafts: { count: 1, amount: 4500 } })
})

it('each closing states the digest of the books before it, and the book laws detect a changed digest', async () => {
  await admit(day.desk, septemberFeePeriod)
  await goToDay('2026-11-02')
  const lastHash = async () =>
    school.db.selectFrom('book_hashes').selectAll().orderBy('place', 'desc').executeTakeFirstOrThrow()
  const before = await lastHash()
  await close('2026-10-31')
  expect((await closings())[0]?.digest).toEqual({
    place: before.place,
    digits: before.hash.toString('hex').slice(0, 16),
  })
  // The closing and its history entry follow.
  expect((await lastHash()).place).toBe(before.place + 2)
  expect(await brokenLaws(school.db)).toEqual([])
  await sql`update book_closings set hash = ${Buffer.alloc(32)}`.execute(school.db)
  expect(await brokenLaws(school.db)).toMatchObject([
    { law: 'a row of money or history is what it was when it got its hash, and none before it is missing' },
    { law: 'a closing states the hash of an entry before it, and so does every later one' },
  ])
})

it('a date on a closed day is refused, even to an admin, and the refusal names the last closed day', async () => {
  await admit(day.desk, septemberFeePeriod)
  await admit(day.desk, septemberFeePeriod)
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await day.pay('5Red2-202610', 4500)
  await goToDay('2026-11-02')
  await close('2026-10-31')
  const onClosedDay = { receivedDate: '2026-10-31' }
  await checkNoOp(school.db, async () => {
    for (const caller of [day.desk, day.admin]) {
      const refused = await day.pay('5Red1-202610', 100, onClosedDay, caller)
      expect(refused).toMatchObject(dayClosed('2026-10-31'))
      expect(refused.body['msg']).toBe('The books are closed up to 31 Oct 2026')
    }
    const advance = { receivedAmount: 100, ...onClosedDay }
    expect(await day.desk.post(`/finances/receiveInAdvance/${campus}/2`, advance)).toMatchObject(
      dayClosed('2026-10-31'),
    )
    expect(await day.desk.post(`/finances/markArrearsPaid/${campus}/1`, onClosedDay)).toMatchObject(
      dayClosed('2026-10-31'),
    )
    const run = { fromDate: '2026-11-01', issueDate: '2026-10-30', dueDate: '2026-11-10' }
    for (const vouchers of [`campus/${campus}`, 'student/1']) {
      expect(await day.desk.post(`/finances/generateVoucher/${vouchers}`, run)).toMatchObject(
        dayClosed('2026-10-31'),
      )
    }
    // The new receipt of a correction may not be dated on a closed day either.
    expect(await day.correct('5Red1-202610', 100, { receivedDate: '2026-10-30' })).toMatchObject(
      dayClosed('2026-10-31'),
    )
  })
  expect((await day.pay('5Red1-202610', 100, { receivedDate: '2026-11-01' })).status).toBe(200)
})

it('re-pricing, replacing or voiding an earlier voucher does not change filed figures', async () => {
  for (let rollNo = 1; rollNo <= 3; rollNo += 1) await admit(day.desk, septemberFeePeriod)
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await goToDay('2026-11-02')
  await close('2026-10-31')
  const filed = await closings()
  const newFee = {
    monthlyFee: 5300,
    discount: 500,
    registrationFee: 0,
    admissionFee: 0,
    examinationFee: 0,
  }
  expect((await day.desk.post('/admissions/editAdmissionFee', { rollNo: 1, newFee })).status).toBe(200)
  await day.desk.post('/finances/generateVoucher/student/2', { fromDate: '2026-10-01', forceGenerate: true })
  const reason = 'Left in September'
  expect((await day.desk.post(`/finances/voidVoucher/${campus}/5Red3-202610`, { reason })).status).toBe(200)
  expect(await closings()).toEqual(filed)
  expect(await brokenLaws(school.db)).toEqual([])
  await goToDay('2026-11-30')
  expect(await preview('2026-11-29')).toMatchObject({
    from: '2026-11-01',
    opening: filed[0]?.figures?.closing,
  })
  await close('2026-11-29')
  expect(await brokenLaws(school.db)).toEqual([])
})

it('clerks may back-date a receipt by as many days as the campus allows, admins to any open day', async () => {
  await admit(day.desk, septemberFeePeriod)
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  const setBackDays = (backDays: unknown, caller = day.admin) =>
    caller.post(`/finances/saveCampusRules/${campus}`, { backDays })
  expect(await setBackDays(3)).toMatchObject({ status: 200, body: { msg: 'Rules saved' } })
  expect(await setBackDays(3)).toMatchObject({ status: 409, body: { code: 'no-changes' } })
  await checkNoOp(school.db, async () => {
    expect(await setBackDays(367)).toMatchObject({ status: 400, body: { errors: [{ field: 'backDays' }] } })
    expect(await setBackDays(5, day.desk)).toMatchObject({ status: 403 })
  })
  await goToDay('2026-10-20')
  expect(await day.pay('5Red1-202610', 100, { receivedDate: '2026-10-16' })).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          field: 'receivedDate',
          message: 'At most 3 days back: 17 Oct 2026 or later. An admin may date it earlier.',
        },
      ],
    },
  })
  expect((await day.pay('5Red1-202610', 100, { receivedDate: '2026-10-17' })).status).toBe(200)
  expect((await day.pay('5Red1-202610', 200, { receivedDate: '2026-10-02' }, day.admin)).status).toBe(200)
  // A correction keeps the day of the last receipt, however long ago that is.
  await goToDay('2026-11-20')
  expect((await day.correct('5Red1-202610', 250)).status).toBe(200)
  expect((await datedReceipts(school)).at(-1)).toEqual([250, '2026-10-02'])
  expect(await setBackDays(undefined)).toMatchObject({ status: 200 })
  expect((await day.pay('5Red1-202610', 100, { receivedDate: '2026-10-02' })).status).toBe(200)
})

it('only an admin closes the books, only up to a past open day, and only with the figures that the admin saw', async () => {
  await admit(day.desk, septemberFeePeriod)
  await goToDay('2026-11-02')
  await checkNoOp(school.db, async () => {
    expect(await close('2026-11-02')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'until', message: 'Only days before today can be closed' }] },
    })
    expect(await close('2026-10-31', {}, day.desk)).toMatchObject({ status: 403 })
    expect(await close('2026-10-31', { expectedClosing: 5 })).toMatchObject({
      status: 409,
      body: { code: 'balance-changed', balance: 0 },
    })
    expect(await reopen({ reason: 'x' })).toMatchObject({ status: 409, body: { code: 'nothing-closed' } })
  })
  expect(await close('2026-10-31', { expectedClosing: 0 })).toMatchObject({ body: { closingNo: 1 } })
  expect(await close('2026-10-31')).toMatchObject({
    status: 400,
    body: { errors: [{ message: 'Already closed up to 31 Oct 2026' }] },
  })
})

it('reopening the books requires a reason and keeps the filed figures on record', async () => {
  await admit(day.desk, septemberFeePeriod)
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await goToDay('2026-11-02')
  await close('2026-09-30')
  await close('2026-10-31')
  await checkNoOp(school.db, async () => {
    expect(await reopen({ closedUntil: '2026-09-30' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason' }] },
    })
    expect(await reopen({ closedUntil: '2026-10-31', reason: 'x' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'closedUntil', message: 'Choose a day before 31 Oct 2026' }] },
    })
    expect(await reopen({ reason: 'x' }, day.desk)).toMatchObject({ status: 403 })
  })
  const reason = 'A deposit of 30 Oct was missing'
  expect((await reopen({ closedUntil: '2026-09-30', reason })).status).toBe(200)
  expect((await day.pay('5Red1-202610', 4500, { receivedDate: '2026-10-30' })).status).toBe(200)
  await close('2026-10-31')
  expect(await closings()).toMatchObject([
    { closingNo: 4, closedUntil: '2026-10-31', figures: { received: 12_000 } },
    { closingNo: 3, closedUntil: '2026-09-30', wasUntil: '2026-10-31', reason, figures: null },
    { closingNo: 2, closedUntil: '2026-10-31', figures: { received: 7500 } },
    { closingNo: 1, closedUntil: '2026-09-30', wasUntil: null },
  ])
  expect(await brokenLaws(school.db)).toEqual([])
})

it('30 payments and 5 closings that arrive together leave each receipt either filed or refused', async () => {
  for (let rollNo = 1; rollNo <= 5; rollNo += 1) await admit(day.desk, septemberFeePeriod)
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await goToDay('2026-10-20')
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, (_, place) =>
      day.pay(`5Red${(place % 5) + 1}-202610`, 100, { receivedDate: '2026-10-15' }),
    ),
    ...['2026-10-11', '2026-10-12', '2026-10-13', '2026-10-15', '2026-10-18'].map((until) => close(until)),
  ])
  expect(answers.every(({ status }) => [200, 400, 409].includes(status))).toBe(true)
  const paid = answers.slice(0, 30).filter(({ status }) => status === 200)
  const refused = answers.slice(0, 30).filter(({ status }) => status !== 200)
  expect(refused.every(({ body }) => body['code'] === 'day-closed')).toBe(true)
  expect(answers.slice(30).some(({ status }) => status === 200)).toBe(true)
  expect(await day.received('2026-10-15', '2026-10-15')).toBe(paid.length * 100)
  expect(await brokenLaws(school.db)).toEqual([])
})
