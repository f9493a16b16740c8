import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approvals } from '#contract/approvals.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { untouched } from '#test/every-row.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const at = 'Main%20Campus'

describe('acts that a second person approves', () => {
  let school: TestSchool
  let desk: Caller
  let office: Caller
  let admin: Caller
  let viewer: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  /** Student 1 owes 4,500 for November, on voucher 5Red1-202611; acts above 1,000 need a second person. */
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    office = await school.as('office@main.test')
    admin = await school.as('admin@main.test')
    viewer = await school.as('viewer@main.test')
    await admit(office, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await generateAndPost(office, 'Main Campus', '2026-11-01')
    await setLimit(1000)
  })

  const november = '5Red1-202611'
  const setLimit = async (approvalLimit: number | null) => {
    const { status } = await admin.post(`/finances/saveCampusRules/${at}`, { approvalLimit, backDays: 3 })
    expect(status).toBe(200)
  }
  const receive = (receivedAmount: number, more = {}, caller = desk) =>
    caller.post(`/finances/markIndividualVoucherAsPaid/${at}/${november}`, { receivedAmount, ...more })
  const correctTo = (receivedAmount: number, caller = desk, more = {}) =>
    receive(receivedAmount, { editedBy: 'desk', reason: 'Mistyped', ...more }, caller)
  const lower = (amount: number, caller = desk, more = {}) =>
    caller.post(`/finances/lowerDebt/${at}/1`, { kind: 'waiver', amount, reason: 'Agreed', ...more })
  const ask = (act: string, params: object, body: object, caller = desk) =>
    caller.post(`/finances/requestApproval/${at}`, { act, params, body })
  const askWaiver = (amount: number, more = {}) =>
    ask(
      'lowerDebt',
      { campus: 'Main Campus', rollNo: 1 },
      { kind: 'waiver', amount, reason: 'Agreed', ...more },
    )
  const decide = (what: string, requestNo: number, caller: Caller, body = {}) =>
    caller.post(`/finances/${what}/${at}/${requestNo}`, body)
  const balance = async () => (await desk.get(`/admissions/studentAccount/1/${at}`)).body['balance']
  const stateOf = async () =>
    (await school.db.selectFrom('students').select('state').executeTakeFirstOrThrow()).state
  const requests = async () =>
    replyOf(approvals, (await viewer.get(`/finances/approvals/${at}`)).body).requests
  const waiting = async (caller: Caller) =>
    (await caller.get(`/finances/waitingApprovals/${at}`)).body['count']
  const needed = (why: string) => ({ status: 409, body: { code: 'approval-needed', limit: 1000, why } })

  it('stops the theft of 5,000: one clerk can neither correct it to 0 nor hide it with a discount', async () => {
    covers('security accounts.two-persons')

    expect((await receive(4500)).status).toBe(200)
    await untouched(school.db, async () => {
      expect(await correctTo(0)).toMatchObject(needed('own money'))
    })
    const params = { campus: 'Main Campus', voucherId: november }
    const sent = await ask('receivePayment', params, {
      receivedAmount: 0,
      editedBy: 'x',
      reason: 'Mistyped',
    })
    expect(sent).toMatchObject({ status: 200, body: { msg: 'Sent for approval', requestNo: 1 } })
    // Nothing has moved, and the clerk cannot decide it.
    expect(await balance()).toBe(0)
    expect(await decide('approve', 1, desk)).toMatchObject({ status: 403, body: { code: 'own-request' } })
    expect(await decide('decline', 1, office, { note: 'The slip says 4,500' })).toMatchObject({ status: 200 })
    expect(await balance()).toBe(0)

    const newFee = {
      monthlyFee: 4500,
      discount: 4500,
      registrationFee: 0,
      admissionFee: 0,
      examinationFee: 0,
    }
    const edit = { rollNo: 1, newFee, reason: 'Concession' }
    expect(await desk.post('/admissions/editAdmissionFee', edit)).toMatchObject(needed('own money'))
    const change = { newFee: { monthlyFee: 4500, discount: 2000 }, reason: 'Concession' }
    expect(await desk.post('/admissions/changeStudentFee/1', change)).toMatchObject(needed('own money'))
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('puts the theft on the day sheet if the campus asks for no approval', async () => {
    await setLimit(null)
    await receive(4500)
    expect((await correctTo(0, desk, { reason: '' })).status).toBe(200)
    const { body } = await desk.get(`/finances/receiptSlips/${at}/2026-11-21/all`)
    expect(body['receipts']).toMatchObject([{}, { amount: 4500 }, { amount: -4500, kind: 'reversal' }])
  })

  it('does what was asked for once another person approves it, in the name of the one who asked', async () => {
    expect(await lower(1000.01)).toMatchObject(needed('above the limit'))
    expect(await askWaiver(4000)).toMatchObject({ status: 200, body: { requestNo: 1 } })
    expect(await requests()).toMatchObject([
      {
        requestNo: 1,
        act: 'lowerDebt',
        why: 'above the limit',
        state: 'pending',
        rollNo: 1,
        amount: 4000,
        words: 'Waived: 4,000',
        balanceBefore: 4500,
        balanceAfter: 500,
        requestedBy: 'desk@main.test',
        decidedBy: null,
      },
    ])
    expect([await waiting(office), await waiting(desk), await waiting(viewer)]).toEqual([1, 0, 0])

    expect(await decide('approve', 1, office, { note: 'Seen the letter' })).toMatchObject({
      status: 200,
      body: { msg: 'Approved', requestNo: 1 },
    })
    expect(await balance()).toBe(500)
    const [row] = await school.db.selectFrom('adjustments').selectAll().execute()
    expect(row).toMatchObject({
      amount: -400_000,
      entered_by: 'desk@main.test',
      approved_by: 'office@main.test',
    })
    expect(await requests()).toMatchObject([
      { state: 'approved', decidedBy: 'office@main.test', note: 'Seen the letter' },
    ])
    expect(await waiting(office)).toBe(0)
    const lines = await school.db
      .selectFrom('changes')
      .select(['what', 'changed_by', 'after'])
      .orderBy('change_no', 'desc')
      .limit(2)
      .execute()
    expect(lines).toMatchObject([
      { what: 'approval given', changed_by: 'office@main.test' },
      { what: 'balance adjusted', changed_by: 'desk@main.test', after: { approvedBy: 'office@main.test' } },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('approves a correction: the new receipt is of the clerk who asked', async () => {
    await receive(4500)
    const params = { campus: 'Main Campus', voucherId: november }
    await ask('receivePayment', params, { receivedAmount: 4000, editedBy: 'x', reason: 'Mistyped' })
    expect((await decide('approve', 1, admin)).status).toBe(200)
    const rows = await school.db.selectFrom('receipts').selectAll().orderBy('receipt_no').execute()
    expect(rows.slice(-2)).toMatchObject([
      { amount: -450_000, received_by: 'desk@main.test' },
      { amount: 400_000, received_by: 'desk@main.test' },
    ])
    const voucher = await school.db
      .selectFrom('vouchers')
      .select('edited_by')
      .where('voucher_no', '=', november)
      .executeTakeFirst()
    expect(voucher).toEqual({ edited_by: 'desk@main.test' })
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('lets acts up to the limit pass at once, on money of others', async () => {
    await receive(4000, {}, office)
    expect(await correctTo(2999.99)).toMatchObject(needed('above the limit'))
    expect(await correctTo(3000)).toMatchObject({ status: 200 })
    expect(await requests()).toEqual([])
  })

  it('approves nothing else than what was seen: a payment in between is refused, and the request waits', async () => {
    await askWaiver(4000, { expectedBalance: 4500 })
    await receive(500, {}, office)
    await untouched(school.db, async () => {
      expect(await decide('approve', 1, office)).toMatchObject({
        status: 409,
        body: { code: 'balance-changed', balance: 4000 },
      })
    })
    expect((await decide('withdraw', 1, office)).body).toMatchObject({ code: 'request-of-other' })
    expect((await decide('withdraw', 1, desk)).status).toBe(200)
    expect((await decide('approve', 1, office)).body).toMatchObject({ code: 'request-decided' })
    expect((await decide('approve', 2, office)).body).toMatchObject({ code: 'request-unknown' })
  })

  it('refuses a request that is refused as an act, needs no approval, or waits already', async () => {
    const refused: readonly [body: object, expected: object][] = [
      [{ kind: 'waiver', amount: 5000, reason: 'Agreed' }, { code: 'invalid' }],
      [{ kind: 'waiver', amount: 1000, reason: 'Agreed' }, { code: 'no-approval-needed' }],
      [{ kind: 'waiver', amount: 'much', reason: 'Agreed' }, { code: 'invalid' }],
      [{ kind: 'waiver', amount: 4000, reason: ' ' }, { code: 'invalid' }],
    ]
    for (const [body, expected] of refused) {
      await untouched(school.db, async () => {
        const params = { campus: 'Main Campus', rollNo: 1 }
        expect((await ask('lowerDebt', params, body)).body).toMatchObject(expected)
      })
    }
    const payment = { receivedAmount: 4500 }
    await untouched(school.db, async () => {
      const params = { campus: 'Main Campus', voucherId: november }
      expect((await ask('receivePayment', params, payment)).body).toMatchObject({
        code: 'no-approval-needed',
      })
      expect((await ask('admitStudent', {}, {})).body).toMatchObject({ code: 'invalid' })
      const elsewhere = { campus: 'City Campus', rollNo: 1 }
      expect((await ask('lowerDebt', elsewhere, refused[1]?.[0] ?? {})).body).toMatchObject({
        code: 'other-campus',
      })
    })
    await askWaiver(4000)
    expect((await askWaiver(4000)).body).toMatchObject({ code: 'approval-requested', requestNo: 1 })
    expect((await decide('decline', 1, office, { note: ' ' })).body).toMatchObject({ code: 'invalid' })
  })

  it('needs a reason for every such act, also below the limit', async () => {
    await receive(500, {}, office)
    expect((await correctTo(400, desk, { reason: '' })).body).toMatchObject({ errors: [{ field: 'reason' }] })
    const change = { newFee: { monthlyFee: 4400, discount: 0 } }
    expect((await desk.post('/admissions/changeStudentFee/1', change)).body).toMatchObject({
      errors: [{ field: 'reason' }],
    })
  })

  it('sends a departure with a debt for approval: nothing of it is done before', async () => {
    await generateAndPost(office, 'Main Campus', '2026-12-01')
    const body = { leave: true, outcome: { kind: 'leaves owing', reason: 'Went abroad' } }
    expect(await desk.post('/admissions/removeStudent/1', body)).toMatchObject(needed('above the limit'))
    const before = await school.db.selectFrom('vouchers').selectAll().orderBy('voucher_no').execute()
    expect((await ask('removeStudent', { rollNo: 1 }, body)).status).toBe(200)
    // The voucher of December, which a departure voids, is as it was.
    expect(await school.db.selectFrom('vouchers').selectAll().orderBy('voucher_no').execute()).toEqual(before)
    expect(await stateOf()).toBe('active')
    expect(await requests()).toMatchObject([
      { words: 'Student leaves. Leaves owing: 4,500', balanceBefore: 4500, balanceAfter: 4500 },
    ])
    expect((await decide('approve', 1, office)).status).toBe(200)
    expect(await balance()).toBe(4500)
    expect(await stateOf()).toBe('removed')
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('goes on, and is listed, if the campus has no second person', async () => {
    for (const userId of ['office@main.test', 'admin@main.test']) {
      await school.db.updateTable('staff').set({ disabled: true }).where('user_id', '=', userId).execute()
    }
    expect((await lower(4000)).status).toBe(200)
    expect(await requests()).toMatchObject([
      { state: 'alone', requestedBy: 'desk@main.test', balanceAfter: 500 },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('is approved once if two approve at the same time', async () => {
    await askWaiver(4000)
    const answers = await Promise.all([decide('approve', 1, office), decide('approve', 1, admin)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await balance()).toBe(500)
    expect(await brokenLaws(school.db)).toEqual([])
  })
})
