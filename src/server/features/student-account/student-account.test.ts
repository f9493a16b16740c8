import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { expectBalanced, getAccount } from '#test/student-accounts.ts'

describe("a student's account", () => {
  let school: TestSchool
  let desk: Caller
  let viewer: Caller
  let rollNo: number

  const pay = (voucherNo: string, receivedAmount: number, rest: object = {}) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount, ...rest })

  const advanceClock = (minutes: number) => {
    school.now = new Date(school.now.getTime() + minutes * 60_000)
  }

  const resetSchool = async () => {
    await school.reset()
    school.now = new Date('2026-11-21T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    viewer = await school.as('viewer@main.test')
    rollNo = await admit(desk, {
      financialData: { feePeriod: '2026-10-01 to 2026-10-31', note: 'brother in 7' },
    })
  }

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(resetSchool)

  it('shows the record, the fees, and the admission as voucher and receipt', async () => {
    const { msg, studentData, monthlyFeeData, balance, unpaid, account } = await getAccount(viewer, rollNo)
    expect(msg).toBe('Student account fetched')
    expect(studentData).toMatchObject({
      rollNo,
      studentName: 'Ayesha Khan',
      state: 'active',
      removalDate: null,
    })
    expect(monthlyFeeData).toMatchObject({ monthlyFee: 5000, discount: 500, netMonthlyFee: 4500 })
    expect({ balance, unpaid }).toEqual({ balance: 0, unpaid: [] })
    const event = {
      date: '2026-11-21',
      enteredAt: '2026-11-21T04:00:00.000Z',
      who: 'desk@main.test',
      whoName: 'desk clerk',
      adjustmentNo: null,
      reverses: null,
      reference: '',
      chequeDate: null,
      other: null,
    }
    expect(account).toEqual([
      {
        ...event,
        kind: 'voucher',
        voucherNo: '5Red1adm',
        receiptNo: null,
        method: null,
        note: 'Admission; October 2026; brother in 7',
        amount: 7500,
        balance: 7500,
      },
      {
        ...event,
        kind: 'receipt',
        voucherNo: '5Red1adm',
        receiptNo: 1,
        method: 'cash',
        note: '',
        amount: -7500,
        balance: 0,
      },
    ])
  })

  it('explains arrears by carried, re-priced, received and reversed amounts, and the months owed', async () => {
    covers('decisions 3.corrections.history')

    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    advanceClock(1)
    await pay('5Red1-202611', 1000)
    advanceClock(1)
    await pay('5Red1-202611', 100, { editedBy: 'x', reason: 'one zero too many' })
    advanceClock(1)
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    advanceClock(1)
    const newFee = {
      monthlyFee: 6000,
      discount: 500,
      registrationFee: 0,
      admissionFee: 0,
      examinationFee: 250.5,
    }
    expect((await desk.post('/admissions/editAdmissionFee', { rollNo, newFee })).status).toBe(200)

    const { account, balance, unpaid } = await getAccount(viewer, rollNo)
    expect(account.slice(2).map(({ kind, amount, balance: owed }) => [kind, amount, owed])).toEqual([
      ['voucher', 4500, 4500],
      ['receipt', -1000, 3500],
      ['reversal', 1000, 4500],
      ['receipt', -100, 4400],
      ['carried', 0, 4400],
      ['voucher', 4500, 8900],
      ['re-priced', 1250.5, 10_150.5],
    ])
    expect(account.slice(4)).toMatchObject([
      { receiptNo: 3, note: 'Cancels receipt 2; one zero too many' },
      { receiptNo: 4, note: 'one zero too many' },
      { voucherNo: '5Red1-202611', other: '5Red1-202612', note: 'Balance of 4,400 carried forward' },
      { voucherNo: '5Red1-202612', note: 'December 2026' },
      { voucherNo: '5Red1-202612', note: 'From 4,500 to 5,750.50', who: 'desk@main.test' },
    ])
    expect(balance).toBe(10_150.5)
    expect(unpaid).toEqual([
      { voucherNo: '5Red1-202611', year: 2026, month: 11, dueDate: '2026-12-01', amount: 4500, unpaid: 4400 },
      {
        voucherNo: '5Red1-202612',
        year: 2026,
        month: 12,
        dueDate: '2026-12-01',
        amount: 5750.5,
        unpaid: 5750.5,
      },
    ])
  })

  it('shows the lines of a draft without a balance, and counts a voucher once it is posted', async () => {
    covers('decisions 7.draft.account')

    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    advanceClock(1)
    await desk.post('/finances/generateVoucher/student/1', { fromDate: '2026-12-01' })
    advanceClock(1)
    await pay('5Red1-202611', 1000)
    const readLines = async () =>
      (await getAccount(viewer, rollNo)).account
        .slice(3)
        .map(({ kind, amount, balance: owed }) => [kind, amount, owed])
    expect(await readLines()).toEqual([
      ['carried', 0, null],
      ['voucher', 4500, null],
      ['receipt', -1000, 3500],
    ])
    expect(await getAccount(viewer, rollNo)).toMatchObject({ balance: 3500, notPosted: 4500 })
    advanceClock(1)
    await desk.post('/finances/postVouchers/Main%20Campus/12')
    expect(await readLines()).toEqual([
      ['receipt', -1000, 3500],
      ['carried', 0, 3500],
      ['voucher', 4500, 8000],
    ])
    await expectBalanced(viewer, desk, rollNo)
  })

  it('is available after departure or graduation, when payments still arrive', async () => {
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await pay('5Red1-202611', 5000)
    expect((await desk.post(`/admissions/removeStudent/${rollNo}`, {})).status).toBe(200)
    expect(await getAccount(viewer, rollNo)).toMatchObject({
      studentData: { state: 'removed', isRemoved: true, removalDate: '2026-11-21' },
      balance: -500,
      unpaid: [],
    })
    await school.db
      .updateTable('students')
      .set({ state: 'graduated' })
      .where('roll_no', '=', rollNo)
      .execute()
    await pay('5Red1-202611', 4000, { editedBy: 'x' })
    expect(await getAccount(viewer, rollNo)).toMatchObject({
      studentData: { state: 'graduated' },
      balance: 500,
    })
    await expectBalanced(viewer, desk, rollNo)
  })

  it('subtracts a replaced voucher', async () => {
    covers('decisions 3.corrections.replacements')

    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await pay('5Red1-202611', 1000)
    await desk.post(`/admissions/changeStudentFee/${rollNo}`, { newFee: { monthlyFee: 4000, discount: 500 } })
    const replacement = { fromDate: '2026-11-01', forceGenerate: true }
    expect((await desk.post(`/finances/generateVoucher/student/${rollNo}`, replacement)).status).toBe(200)
    const { account, balance, unpaid } = await getAccount(viewer, rollNo)
    expect(account.slice(2).map(({ kind, amount, balance: owed }) => [kind, amount, owed])).toEqual([
      ['voucher', 4500, 4500],
      ['receipt', -1000, 3500],
      ['replaced', -4500, -1000],
      ['voucher', 3500, 2500],
    ])
    expect(balance).toBe(2500)
    expect(unpaid).toMatchObject([{ voucherNo: '5Red1-202611-2', unpaid: 2500 }])
    await expectBalanced(viewer, desk, rollNo)
  })

  it("is limited to existing students of the caller's campus", async () => {
    expect(await viewer.get('/admissions/studentAccount/999/Main%20Campus')).toMatchObject({
      status: 404,
      body: { code: 'student-unknown', msg: 'Student does not exist' },
    })
    expect(await viewer.get(`/admissions/studentAccount/${rollNo}/City%20Campus`)).toMatchObject({
      status: 403,
      body: { code: 'other-campus' },
    })
    const city = await school.as('office@city.test')
    expect((await city.get(`/admissions/studentAccount/${rollNo}/City%20Campus`)).status).toBe(404)
  })
})
