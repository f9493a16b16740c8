import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whyStaysPosted } from '#domain/posting.ts'
import { accountFromRow } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }
const nothingToUnpost = {
  status: 404,
  body: { code: 'nothing-to-unpost', msg: 'No posted vouchers found for the selected month.' },
}

describe("unposting a month's vouchers", () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    await admit(desk, october)
    await admit(desk, october)
    await generate('2026-11-01')
  })

  const generate = (fromDate: string) =>
    desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
  const post = (month: number) => desk.post(`/finances/postVouchers/Main%20Campus/${month}`)
  const unpost = (month: number) => desk.post(`/finances/unpostVouchers/Main%20Campus/${month}`)
  const list = async (which: 'Unposted' | 'Posted', month: number) => {
    const { body } = await desk.get(`/finances/get${which}Vouchers/Main%20Campus/${month}`)
    return (body['vouchers'] as { voucherNo: string }[]).map(({ voucherNo }) => voucherNo)
  }
  const monthsToUnpost = (caller = desk) => caller.get('/finances/checkIfVouchersCanBeUnposted/Main%20Campus')
  const pay = (voucherNo: string, receivedAmount: number, rest = {}) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount, ...rest })
  const postedNumbers = async () => {
    const rows = await school.db
      .selectFrom('vouchers')
      .select('voucher_no')
      .where('posted', '=', true)
      .orderBy('voucher_no')
      .execute()
    return rows.map((row) => row.voucher_no)
  }
  const historyOf = (what: string) =>
    school.db.selectFrom('changes').select(['changed_by', 'after']).where('what', '=', what).execute()

  it('keeps a voucher posted if it replaces a voucher with a receipt, as the list shows', async () => {
    covers('decisions 7.draft.stays')

    await post(11)
    await pay('5Red1-202611', 100)
    const replacement = { fromDate: '2026-11-01', forceGenerate: true }
    await desk.post('/finances/generateVoucher/student/1', replacement)
    await desk.post('/finances/generateVoucher/student/2', replacement)
    const { body } = await desk.get('/finances/getPostedVouchers/Main%20Campus/11')
    expect(body['vouchers']).toMatchObject([
      { voucherNo: '5Red1-202611-2', hasReceipts: true },
      { voucherNo: '5Red2-202611-2', hasReceipts: false },
    ])
    expect((await unpost(11)).body).toEqual({ msg: 'success', count: 1 })
    expect(await list('Posted', 11)).toEqual(['5Red1-202611-2'])
  })

  it('unposts them, except for vouchers that received money', async () => {
    covers('spec 4.voucher.posted', 'spec 7.finances.unpost', 'spec 8.posting.no-posted')
    covers('decisions 3.receipts.unpost')

    await post(11)
    await pay('5Red1-202611', 100)
    expect((await unpost(11)).body).toEqual({ msg: 'success', count: 1 })
    expect(await list('Unposted', 11)).toEqual(['5Red2-202611'])
    expect(await list('Posted', 11)).toEqual(['5Red1-202611'])
    expect(await unpost(11)).toMatchObject(nothingToUnpost)
    expect(await historyOf('vouchers unposted')).toEqual([
      {
        changed_by: 'desk@main.test',
        after: { year: 2026, month: 11, count: 1, vouchers: ['5Red2-202611'] },
      },
    ])
  })

  it('keeps a voucher with a receipt posted, even if the receipt is reversed', async () => {
    covers('decisions 3.receipts.unpost')

    await post(11)
    await pay('5Red1-202611', 100)
    await pay('5Red1-202611', 0, { editedBy: 'me' })
    expect((await unpost(11)).body).toMatchObject({ count: 1 })
    expect(await list('Posted', 11)).toEqual(['5Red1-202611'])
  })

  it('keeps admission vouchers posted, even if nothing is due on them', async () => {
    const free = { monthlyFee: 0, discount: 0, registrationFee: 0, admissionFee: 0 }
    await admit(desk, { financialData: free })
    await admit(desk)
    expect(await list('Posted', 11)).toEqual(['5Red3adm', '5Red4adm'])
    expect(await unpost(11)).toMatchObject(nothingToUnpost)
    await post(11)
    expect((await unpost(11)).body).toMatchObject({ count: 2 })
    expect(await list('Posted', 11)).toEqual(['5Red3adm', '5Red4adm'])
  })

  it('unposts every voucher that the rule allows, as the list of months shows', async () => {
    covers('decisions 3.receipts.unpost')

    await admit(desk)
    await generate('2026-12-01')
    await post(11)
    await post(12)
    await pay('5Red1-202612', 100)
    await pay('5Red2-202612', 9000)
    await pay('5Red2-202612', 0, { editedBy: 'me' })
    const rows = await school.db.selectFrom('vouchers').selectAll().where('posted', '=', true).execute()
    const receipts = await school.db.selectFrom('receipts').select('voucher_no').execute()
    const unpostable = rows.filter((row) => {
      const hasReceipts = receipts.some((receipt) => receipt.voucher_no === row.voucher_no)
      return whyStaysPosted({ kind: row.kind, received: accountFromRow(row).received, hasReceipts }) === null
    })
    expect(unpostable.map(({ voucher_no: number }) => number).toSorted()).toEqual([
      '5Red1-202611',
      '5Red2-202611',
      '5Red3-202612',
    ])
    expect((await monthsToUnpost()).body).toEqual({
      msg: 'Vouchers can be unposted',
      months: [
        { year: 2026, month: 11, count: 2 },
        { year: 2026, month: 12, count: 1 },
      ],
    })
    const before = await postedNumbers()
    await unpost(11)
    await unpost(12)
    const after = await postedNumbers()
    expect(before.filter((number) => !after.includes(number))).toEqual(
      unpostable.map((row) => row.voucher_no).toSorted(),
    )
    expect((await monthsToUnpost()).body).toEqual({ msg: 'Nothing to unpost', months: [] })
    const viewer = await school.as('viewer@main.test')
    expect((await monthsToUnpost(viewer)).status).toBe(403)
  })
})
