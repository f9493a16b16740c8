import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approvals } from '#contract/approvals.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const campus = 'Main%20Campus'

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
    const { status } = await admin.post(`/finances/saveCampusRules/${campus}`, { approvalLimit, backDays: 3 })
    expect(status).toBe(200)
  }
  const receive = (receivedAmount: number, extra = {}, caller = desk) =>
    caller.post(`/finances/markIndividualVoucherAsPaid/${campus}/${november}`, { receivedAmount, ...extra })
  const correctTo = (receivedAmount: number, caller = desk, extra = {}) =>
    receive(receivedAmount, { editedBy: 'desk', reason: 'Mistyped', ...extra }, caller)
  const lowerDebt = (amount: number, caller = desk, extra = {}) =>
    caller.post(`/finances/lowerDebt/${campus}/1`, { kind: 'waiver', amount, reason: 'Agreed', ...extra })
  const sendRequest = (act: string, params: object, body: object, caller = desk) =>
    caller.post(`/finances/requestApproval/${campus}`, { act, params, body })
  const requestWaiver = (amount: number, extra = {}) =>
    sendRequest(
      'lowerDebt',
      { campus: 'Main Campus', rollNo: 1 },
      { kind: 'waiver', amount, reason: 'Agreed', ...extra },
    )
  const decide = (what: string, requestNo: number, caller: Caller, body = {}) =>
    caller.post(`/finances/${what}/${campus}/${requestNo}`, body)
  const balance = async () => (await desk.get(`/admissions/studentAccount/1/${campus}`)).body['balance']
  const readState = async () =>
    (await school.db.selectFrom('students').select('state').executeTakeFirstOrThrow()).state
  const listRequests = async () =>
    replyOf(approvals, (await viewer.get(`/finances/approvals/${campus}`)).body).requests
  const waitingFor = async (caller: Caller) =>
    (await caller.get(`/finances/waitingApprovals/${campus}`)).body['count']
  const refusalFor = (why: string) => ({ status: 409, body: { code: 'approval-needed', limit: 1000, why } })

  it('stop a clerk from hiding a stolen payment by a correction to 0 or by a discount', async () => {
    covers('security accounts.two-persons')

    expect((await receive(4500)).status).toBe(200)
    await checkNoOp(school.db, async () => {
      expect(await correctTo(0)).toMatchObject(refusalFor('own money'))
    })
    const params = { campus: 'Main Campus', voucherId: november }
    const sent = await sendRequest('receivePayment', params, {
      receivedAmount: 0,
      editedBy: 'x',
      reason: 'Mistyped',
    })
    expect(sent).toMatchObject({ status: 200, body: { msg: 'Sent for approval', requestNo: 1 } })
    // Nothing was changed, and the clerk cannot decide the request.
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
    expect(await desk.post('/admissions/editAdmissionFee', edit)).toMatchObject(refusalFor('own money'))
    const change = { newFee: { monthlyFee: 4500, discount: 2000 }, reason: 'Concession' }
    expect(await desk.post('/admissions/changeStudentFee/1', change)).toMatchObject(refusalFor('own money'))
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('appear on the day sheet if the campus requires no approval', async () => {
    await setLimit(null)
    await receive(4500)
    expect((await correctTo(0, desk, { reason: '' })).status).toBe(200)
    const { body } = await desk.get(`/finances/receiptSlips/${campus}/2026-11-21/all`)
    expect(body['receipts']).toMatchObject([{}, { amount: 4500 }, { amount: -4500, kind: 'reversal' }])
  })

  it('are done once another person approves the request, in the name of the user who made it', async () => {
    expect(await lowerDebt(1000.01)).toMatchObject(refusalFor('above the limit'))
    expect(await requestWaiver(4000)).toMatchObject({ status: 200, body: { requestNo: 1 } })
    expect(await listRequests()).toMatchObject([
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
    expect([await waitingFor(office), await waitingFor(desk), await waitingFor(viewer)]).toEqual([1, 0, 0])

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
    expect(await listRequests()).toMatchObject([
      { state: 'approved', decidedBy: 'office@main.test', note: 'Seen the letter' },
    ])
    expect(await waitingFor(office)).toBe(0)
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

  it('record the new receipt of an approved correction in the name of the clerk who requested it', async () => {
    await receive(4500)
    const params = { campus: 'Main Campus', voucherId: november }
    await sendRequest('receivePayment', params, { receivedAmount: 4000, editedBy: 'x', reason: 'Mistyped' })
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

  it('need no approval up to the limit if the money was received by another user', async () => {
    await receive(4000, {}, office)
    expect(await correctTo(2999.99)).toMatchObject(refusalFor('above the limit'))
    expect(await correctTo(3000)).toMatchObject({ status: 200 })
    expect(await listRequests()).toEqual([])
  })

  it('are not approved after a payment has changed the balance, and the request stays pending', async () => {
    await requestWaiver(4000, { expectedBalance: 4500 })
    await receive(500, {}, office)
    await checkNoOp(school.db, async () => {
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

  it('are not requested if the act itself is refused, needs no approval, or is already requested', async () => {
    const refused: readonly [body: object, expected: object][] = [
      [{ kind: 'waiver', amount: 5000, reason: 'Agreed' }, { code: 'invalid' }],
      [{ kind: 'waiver', amount: 1000, reason: 'Agreed' }, { code: 'no-approval-needed' }],
      [{ kind: 'waiver', amount: 'much', reason: 'Agreed' }, { code: 'invalid' }],
      [{ kind: 'waiver', amount: 4000, reason: ' ' }, { code: 'invalid' }],
    ]
    for (const [body, expected] of refused) {
      await checkNoOp(school.db, async () => {
        const params = { campus: 'Main Campus', rollNo: 1 }
        expect((await sendRequest('lowerDebt', params, body)).body).toMatchObject(expected)
      })
    }
    const payment = { receivedAmount: 4500 }
    await checkNoOp(school.db, async () => {
      const params = { campus: 'Main Campus', voucherId: november }
      expect((await sendRequest('receivePayment', params, payment)).body).toMatchObject({
        code: 'no-approval-needed',
      })
      expect((await sendRequest('admitStudent', {}, {})).body).toMatchObject({ code: 'invalid' })
      const elsewhere = { campus: 'City Campus', rollNo: 1 }
      expect((await sendRequest('lowerDebt', elsewhere, refused[1]?.[0] ?? {})).body).toMatchObject({
        code: 'other-campus',
      })
    })
    await requestWaiver(4000)
    expect((await requestWaiver(4000)).body).toMatchObject({ code: 'approval-requested', requestNo: 1 })
    expect((await decide('decline', 1, office, { note: ' ' })).body).toMatchObject({ code: 'invalid' })
  })

  it('require a reason, even below the limit', async () => {
    await receive(500, {}, office)
    expect((await correctTo(400, desk, { reason: '' })).body).toMatchObject({ errors: [{ field: 'reason' }] })
    const change = { newFee: { monthlyFee: 4400, discount: 0 } }
    expect((await desk.post('/admissions/changeStudentFee/1', change)).body).toMatchObject({
      errors: [{ field: 'reason' }],
    })
  })

  it('include a departure with a debt, of which nothing is done before the approval', async () => {
    await generateAndPost(office, 'Main Campus', '2026-12-01')
    const body = { leave: true, outcome: { kind: 'leaves owing', reason: 'Went abroad' } }
    expect(await desk.post('/admissions/removeStudent/1', body)).toMatchObject(refusalFor('above the limit'))
    const before = await school.db.selectFrom('vouchers').selectAll().orderBy('voucher_no').execute()
    expect((await sendRequest('removeStudent', { rollNo: 1 }, body)).status).toBe(200)
    // The voucher of December, which a departure voids, is unchanged.
    expect(await school.db.selectFrom('vouchers').selectAll().orderBy('voucher_no').execute()).toEqual(before)
    expect(await readState()).toBe('active')
    expect(await listRequests()).toMatchObject([
      { words: 'Student leaves. Leaves owing: 4,500', balanceBefore: 4500, balanceAfter: 4500 },
    ])
    expect((await decide('approve', 1, office)).status).toBe(200)
    expect(await balance()).toBe(4500)
    expect(await readState()).toBe('removed')
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('are done at once and listed if the campus has no second person', async () => {
    for (const userId of ['office@main.test', 'admin@main.test']) {
      await school.db.updateTable('staff').set({ disabled: true }).where('user_id', '=', userId).execute()
    }
    expect((await lowerDebt(4000)).status).toBe(200)
    expect(await listRequests()).toMatchObject([
      { state: 'alone', requestedBy: 'desk@main.test', balanceAfter: 500 },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('are done once if two users approve at the same time', async () => {
    await requestWaiver(4000)
    const answers = await Promise.all([decide('approve', 1, office), decide('approve', 1, admin)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await balance()).toBe(500)
    expect(await brokenLaws(school.db)).toEqual([])
  })
})
