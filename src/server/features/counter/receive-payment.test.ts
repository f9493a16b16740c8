import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { day } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { goToDay } from '#test/dated-payments.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const pay = (caller: Caller, voucherNo: string, payload: Record<string, unknown>, headers = {}) =>
  caller.post(
    `/finances/markIndividualVoucherAsPaid/Main%20Campus/${encodeURIComponent(voucherNo)}`,
    payload,
    headers,
  )

const voucherOf = async (caller: Caller, voucherNo: string) =>
  (await caller.get(`/finances/individualVoucherByVoucherId/Main%20Campus/${voucherNo}`)).body['voucher']

describe('receiving a payment', () => {
  let school: TestSchool
  let desk: Caller
  let rollNo: number
  let november: string
  let today: Date

  beforeAll(async () => {
    school = await openSchool()
    today = school.now
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    school.now = today
    desk = await school.as('desk@main.test')
    rollNo = await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    november = `5Red${rollNo}-202611`
  })

  it('stores a payment once, with its receipt and history', async () => {
    covers('spec 6.recorded.receiver', 'spec 7.finances.pay', 'decisions 2.replies.pay')
    covers('decisions 2.identity.user', 'decisions 3.receipts.paid')

    const answer = await pay(desk, november, { receivedAmount: 4500, receivedBy: 'somebody else' })
    expect(answer).toMatchObject({
      status: 200,
      body: { msg: 'Voucher Paid', receiptNo: 2, balance: 0 },
    })
    expect(await voucherOf(desk, november)).toMatchObject({
      receivedAmount: 4500,
      netBalance: 0,
      feePaid: true,
      receivedBy: 'desk@main.test',
      receivedByName: 'desk clerk',
      receivedDate: '2026-11-21',
    })
    const receipts = await school.db
      .selectFrom('receipts')
      .selectAll()
      .where('voucher_no', '=', november)
      .execute()
    expect(receipts).toMatchObject([{ receipt_no: 2, amount: 450_000, received_by: 'desk@main.test' }])
    const changes = await school.db
      .selectFrom('changes')
      .select(['what', 'changed_by', 'before', 'after'])
      .where('voucher_no', '=', november)
      .execute()
    expect(changes).toEqual([
      {
        what: 'payment received',
        changed_by: 'desk@main.test',
        before: { received: 0, balance: 450_000 },
        after: { received: 450_000, balance: 0 },
      },
    ])
  })

  it('leaves the rest of the voucher open after a part payment', async () => {
    covers('spec 4.voucher.paid', 'decisions 3.receipts.part', 'decisions 3.receipts.already-paid')

    expect((await pay(desk, november, { receivedAmount: 1000.5 })).body).toMatchObject({
      msg: 'Part payment received',
      balance: 3499.5,
    })
    expect((await pay(desk, november, { receivedAmount: 3499.5 })).body).toMatchObject({
      msg: 'Voucher Paid',
      balance: 0,
    })
    expect(await pay(desk, november, { receivedAmount: 1 })).toMatchObject({
      status: 409,
      body: { code: 'voucher-already-paid', msg: 'Voucher already paid' },
    })
  })

  it('deducts an overpayment from the next voucher', async () => {
    covers('decisions 3.arrears.advance')

    expect((await pay(desk, november, { receivedAmount: 5000 })).body).toMatchObject({
      msg: 'Voucher Paid',
      balance: -500,
    })
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    expect(await voucherOf(desk, `5Red${rollNo}-202612`)).toMatchObject({ arrears: -500, netBalance: 4000 })
  })

  it('refuses a payment on a carried voucher, names the carrying voucher, and pays both together', async () => {
    covers('decisions 3.arrears.carried', 'decisions 3.arrears.paid-together')

    await pay(desk, november, { receivedAmount: 500 })
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    const december = `5Red${rollNo}-202612`
    expect(await pay(desk, november, { receivedAmount: 4000 })).toMatchObject({
      status: 409,
      body: { code: 'voucher-carried', msg: 'Voucher carried forward', carriedTo: december },
    })
    expect((await pay(desk, december, { receivedAmount: 8500 })).body).toMatchObject({ balance: 0 })
    expect(await voucherOf(desk, november)).toMatchObject({ feePaid: true, receivedAmount: 500 })
  })

  it('refuses a payment on an unposted voucher', async () => {
    covers('decisions 3.receipts.posted-only')

    await desk.post('/finances/unpostVouchers/Main%20Campus/11')
    expect(await pay(desk, november, { receivedAmount: 4500 })).toMatchObject({
      status: 409,
      body: { code: 'voucher-not-posted', msg: 'Voucher not posted' },
    })
  })

  it('refuses a payment when the balance has changed since the clerk saw it', async () => {
    covers('decisions 3.receipts.expected-balance')

    await pay(desk, november, { receivedAmount: 500 })
    expect(await pay(desk, november, { receivedAmount: 4500, expectedBalance: 4500 })).toMatchObject({
      status: 409,
      body: { code: 'balance-changed', msg: 'Balance has changed', balance: 4000 },
    })
    expect((await pay(desk, november, { receivedAmount: 4000, expectedBalance: 4000 })).status).toBe(200)
  })

  it.each([
    ['an amount of zero', { receivedAmount: 0 }, 'receivedAmount'],
    ['a negative amount', { receivedAmount: -5 }, 'receivedAmount'],
    ['a fraction of a paisa', { receivedAmount: 1.005 }, 'receivedAmount'],
    ['no amount', {}, 'receivedAmount'],
    ['a future date', { receivedAmount: 5, receivedDate: '2026-11-22' }, 'receivedDate'],
    ['a date that does not exist', { receivedAmount: 5, receivedDate: '2026-02-30' }, 'receivedDate'],
  ])('refuses %s with an error at the field and writes nothing', async (_, payload, field) => {
    const answer = await pay(desk, november, payload)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', errors: [{ field }] } })
    expect(await voucherOf(desk, november)).toMatchObject({ receivedAmount: 0 })
  })

  it('records a repeated request once, and refuses its key with another amount', async () => {
    covers('decisions 2.idempotency.repeat', 'decisions 2.idempotency.other-payload')

    const key = { 'idempotency-key': 'form-1' }
    const first = await pay(desk, november, { receivedAmount: 1000 }, key)
    const repeated = await pay(desk, november, { receivedAmount: 1000 }, key)
    expect(repeated.body).toEqual(first.body)
    expect(await voucherOf(desk, november)).toMatchObject({ receivedAmount: 1000 })
    expect(await pay(desk, november, { receivedAmount: 2000 }, key)).toMatchObject({
      status: 409,
      body: { code: 'key-reused' },
    })
  })

  it('records one of two payments from two tabs, because the second no longer matches the balance', async () => {
    const form = { receivedAmount: 1000, expectedBalance: 4500 }
    const tab = (key: string) => pay(desk, november, form, { 'idempotency-key': key })
    const answers = await Promise.all([tab('tab-1'), tab('tab-2')])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    // Retries of both tabs after lost replies get the same replies.
    expect(await Promise.all([tab('tab-1'), tab('tab-2')])).toMatchObject(
      answers.map(({ status, body }) => ({ status, body: { msg: body['msg'] } })),
    )
    expect(await tab('tab-3')).toMatchObject({
      status: 409,
      body: { code: 'balance-changed', balance: 3500 },
    })
    expect(await voucherOf(desk, november)).toMatchObject({ receivedAmount: 1000 })
  })

  it('records one of several simultaneous payments when only one fits', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => pay(desk, november, { receivedAmount: 4500, expectedBalance: 4500 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await voucherOf(desk, november)).toMatchObject({ receivedAmount: 4500 })
  })

  it('finds the voucher by roll number, and reports an unknown student or number', async () => {
    covers('spec 7.finances.voucher-of-student', 'decisions 2.replies.voucher', 'decisions 3.books.latest')

    expect((await desk.get(`/finances/individualVoucher/Main%20Campus/${rollNo}`)).body).toMatchObject({
      msg: 'Voucher found',
      voucher: { voucherNo: november, studentName: 'Ayesha Khan', fatherName: 'Imran Khan' },
    })
    expect(await desk.get('/finances/individualVoucher/Main%20Campus/999')).toMatchObject({
      status: 404,
      body: { msg: 'Student does not exist' },
    })
    expect(await desk.get('/finances/individualVoucherByVoucherId/Main%20Campus/nothing')).toMatchObject({
      status: 404,
      body: { msg: 'No vouchers found' },
    })
  })

  it('accepts a voucher number in upper or lower case, as typed or scanned with Caps Lock', async () => {
    for (const typed of ['5red1-202611', '5RED1-202611', '5rED1-202611', november])
      expect(await voucherOf(desk, typed)).toMatchObject({ voucherNo: november })
    expect(await pay(desk, '5rED1-202611', { receivedAmount: 1000 })).toMatchObject({
      status: 200,
      body: { msg: 'Part payment received', balance: 3500 },
    })
    const { body } = await desk.get('/finances/receiptsOfVoucher/Main%20Campus/5RED1-202611')
    expect(body['receipts']).toMatchObject([{ voucherNo: november, amount: 1000 }])
    const corrected = { receivedAmount: 0, editedBy: 'x' }
    expect((await pay(desk, '5RED1-202611', corrected)).body).toMatchObject({ balance: 4500 })
    const office = await school.as('office@city.test')
    const other = await office.get('/finances/individualVoucherByVoucherId/City%20Campus/5red1-202611')
    expect(other.status).toBe(404)
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it("lists a day's receipts, newest first, with the totals of the campus and of the clerk", async () => {
    const office = await school.as('office@main.test')
    await pay(office, november, { receivedAmount: 1000 })
    await pay(desk, november, { receivedAmount: 500 })
    expect((await desk.get('/finances/receiptsOfDay/Main%20Campus/2026-11-21')).body).toMatchObject({
      campusCount: 3,
      campusTotal: 9000,
      mineCount: 2,
      mineTotal: 8000,
      mine: [{ receiptNo: 3, amount: 500, studentName: 'Ayesha Khan' }, { receiptNo: 1 }],
    })
    // A correction adds a reversal and a receipt, and counts once.
    await pay(desk, november, { receivedAmount: 1200, editedBy: 'x', reason: 'Miscounted' })
    expect((await desk.get('/finances/receiptsOfDay/Main%20Campus/2026-11-21')).body).toMatchObject({
      campusCount: 2,
      campusTotal: 8700,
      mineCount: 2,
    })
    // A reversal of a closed day is dated later, and changes neither the count nor the total of that day.
    await school.db
      .insertInto('campus_rules')
      .values({ campus: 'Main Campus', closed_until: day('2026-11-21') })
      .execute()
    const { desk: deskNextDay, correct } = await goToDay(school, '2026-11-22')
    expect(await correct(november, 1300, { receivedDate: '2026-11-22' })).toMatchObject({ status: 200 })
    for (const [receivedOn, campusCount, campusTotal] of [
      ['2026-11-21', 2, 8700],
      ['2026-11-22', 1, 100],
    ] as const)
      expect(
        (await deskNextDay.get(`/finances/receiptsOfDay/Main%20Campus/${receivedOn}`)).body,
      ).toMatchObject({
        campusCount,
        campusTotal,
      })
  })
})
