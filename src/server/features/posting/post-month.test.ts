import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }
const nothingToPost = {
  status: 404,
  body: { code: 'nothing-to-post', msg: 'No unposted vouchers found for the selected month.' },
}
const nothingToUnpost = {
  status: 404,
  body: { code: 'nothing-to-unpost', msg: 'No posted vouchers found for the selected month.' },
}

describe("posting a month's vouchers", () => {
  let school: TestSchool
  let desk: Caller
  const november21 = new Date('2026-11-21T09:00:00+05:00')

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    school.now = november21
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
    const { status, body } = await desk.get(`/finances/get${which}Vouchers/Main%20Campus/${month}`)
    const numbers = (body['vouchers'] as { voucherNo: string }[]).map(({ voucherNo }) => voucherNo)
    return { status, msg: body['msg'], numbers }
  }
  const monthsToPost = async () =>
    (await desk.get('/finances/checkIfVoucherNeedsToBePosted/Main%20Campus')).body
  const monthsToUnpost = (caller = desk) => caller.get('/finances/checkIfVouchersCanBeUnposted/Main%20Campus')
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

  it('moves them from the list of drafts to the list of posted vouchers, with a history entry', async () => {
    covers('spec 4.voucher.posted', 'spec 7.finances.unposted', 'spec 7.finances.posted')
    covers('spec 7.finances.post', 'spec 8.posting.no-posted', 'spec 8.posting.fetched')
    covers('decisions 2.replies.posting-lists')

    const voucherNos = ['5Red1-202611', '5Red2-202611']
    expect(await list('Unposted', 11)).toEqual({
      status: 200,
      msg: 'successfully fetched un posted vouchers',
      numbers: voucherNos,
    })
    expect(await list('Posted', 11)).toEqual({
      status: 200,
      msg: 'No posted vouchers found for the selected month.',
      numbers: [],
    })
    const { status, body } = await post(11)
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'success', count: 2 } })
    expect(await list('Posted', 11)).toEqual({
      status: 200,
      msg: 'successfully fetched posted vouchers',
      numbers: voucherNos,
    })
    expect(await list('Unposted', 11)).toEqual({
      status: 200,
      msg: 'No unposted vouchers found for the selected month.',
      numbers: [],
    })
    expect(await postedNumbers()).toEqual(['5Red1-202611', '5Red1adm', '5Red2-202611', '5Red2adm'])
    expect(await historyOf('vouchers posted')).toEqual([
      { changed_by: 'desk@main.test', after: { year: 2026, month: 11, count: 2, vouchers: voucherNos } },
    ])
  })

  it('lists them in class order, in the same form as other calls', async () => {
    await admit(desk, { ...october, studentData: { studentClass: 'Nursery' } })
    await generate('2026-11-01')
    expect((await list('Unposted', 11)).numbers).toEqual([
      'NurseryRed3-202611',
      '5Red1-202611',
      '5Red2-202611',
    ])
    const { body } = await desk.get('/finances/getUnpostedVouchers/Main%20Campus/11')
    const single = await desk.get('/finances/individualVoucherByVoucherId/Main%20Campus/NurseryRed3-202611')
    const { hasReceipts, ...draft } = (body['vouchers'] as { hasReceipts: boolean }[])[0] ?? {}
    expect(hasReceipts).toBe(false)
    expect({ ...draft, dueSince: null, takenOverBy: null, unpaid: [] }).toEqual(single.body['voucher'])
  })

  it('is refused for a month without drafts, and writes nothing', async () => {
    covers('spec 8.posting.no-unposted')

    await post(11)
    const before = await readAllRows(school.db)
    expect(await post(11)).toMatchObject(nothingToPost)
    expect(await post(12)).toMatchObject(nothingToPost)
    expect(await unpost(12)).toMatchObject(nothingToUnpost)
    expect(await readAllRows(school.db)).toEqual(before)
  })

  it('posts once when two users post at the same time', async () => {
    const answers = await Promise.all([post(11), post(11), post(11)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    expect(await historyOf('vouchers posted')).toHaveLength(1)
  })

  it('ignores replaced vouchers', async () => {
    covers('decisions 3.voucher-numbers.replaced')

    const replace = () =>
      desk.post('/finances/generateVoucher/student/1', { fromDate: '2026-11-01', forceGenerate: true })
    await replace()
    expect((await list('Unposted', 11)).numbers).toEqual(['5Red1-202611-2', '5Red2-202611'])
    expect(await monthsToPost()).toMatchObject({ months: [{ month: 11, count: 2 }] })
    expect((await post(11)).body).toMatchObject({ count: 2 })
    await replace()
    expect((await list('Posted', 11)).numbers).toEqual(['5Red1-202611-3', '5Red2-202611'])
    expect((await monthsToUnpost()).body).toMatchObject({ months: [{ month: 11, count: 2 }] })
    expect((await unpost(11)).body).toMatchObject({ count: 2 })
    expect(await postedNumbers()).toEqual(['5Red1-202611-2', '5Red1adm', '5Red2adm'])
  })

  it('removes months from the list of months to post, which the read role may also see', async () => {
    covers('spec 7.finances.needs-posting', 'decisions 2.replies.needs-posting')

    await generate('2026-12-01')
    expect(await monthsToPost()).toEqual({
      msg: 'Vouchers need to be posted',
      needsPosting: true,
      months: [
        { year: 2026, month: 11, count: 2 },
        { year: 2026, month: 12, count: 2 },
      ],
    })
    await post(11)
    await post(12)
    const viewer = await school.as('viewer@main.test')
    expect((await viewer.get('/finances/checkIfVoucherNeedsToBePosted/Main%20Campus')).body).toEqual({
      msg: 'Nothing to post',
      needsPosting: false,
      months: [],
    })
  })

  it("leaves the other campus's month unchanged", async () => {
    const city = await school.as('office@city.test')
    await admit(city, october)
    await city.post('/finances/generateVoucher/campus/City%20Campus', { fromDate: '2026-11-01' })
    await post(11)
    expect((await city.get('/finances/checkIfVoucherNeedsToBePosted/City%20Campus')).body).toMatchObject({
      months: [{ year: 2026, month: 11, count: 1 }],
    })
    await city.post('/finances/postVouchers/City%20Campus/11')
    await unpost(11)
    expect(await postedNumbers()).toContain('5Red1-202611')
  })
})
