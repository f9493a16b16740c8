import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe("a student's vouchers", () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await admit(desk)
    for (const day of ['2026-11-01', '2026-12-01', '2027-01-01']) {
      await generateAndPost(desk, 'Main Campus', day)
    }
    await desk.post('/finances/generateVoucher/student/1', { fromDate: '2027-01-01', forceGenerate: true })
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  const list = async (rollNo: number | string, status = '', caller = desk) => {
    const path = `/finances/individualAllVouchers/Main%20Campus/${rollNo}${status}`
    const { status: code, body } = await caller.get(path)
    const vouchers = (body['vouchers'] ?? []) as { voucherNo: string }[]
    return { code, msg: body['msg'], vouchers, numbers: vouchers.map(({ voucherNo }) => voucherNo) }
  }
  const allNumbers = ['5Red1adm', '5Red1-202611', '5Red1-202612', '5Red1-202701-2']

  it('are listed in order of generation, without replaced ones, in the same form as in other calls', async () => {
    covers('spec 7.finances.vouchers-of-student', 'decisions 2.replies.vouchers-of-student')

    const { code, msg, vouchers, numbers } = await list(1, '/all')
    expect({ code, msg, numbers }).toEqual({ code: 200, msg: 'Vouchers found', numbers: allNumbers })
    const single = await desk.get('/finances/individualVoucherByVoucherId/Main%20Campus/5Red1-202611')
    expect(single.body['voucher']).toEqual({
      ...(vouchers[1] as object),
      dueSince: '2026-12-01',
      takenOverBy: '5Red1-202612',
      unpaid: expect.any(Array),
    })
  })

  it.each([
    ['all without a last path segment', '', allNumbers],
    ['all with an empty last path segment', '/', allNumbers],
    ['paid vouchers', '/paid', ['5Red1adm']],
    ['the last unpaid voucher, which has the whole debt', '/unpaid', ['5Red1-202701-2']],
  ])('include %s', async (_, status, numbers) => {
    covers('spec 7.finances.vouchers-of-student', 'decisions 2.replies.vouchers-of-student')

    expect(await list(1, status)).toMatchObject({ code: 200, numbers })
  })

  it('are also listed after departure, and the list may be empty', async () => {
    covers('decisions 2.replies.vouchers-of-student')

    await desk.post('/finances/markArrearsPaid/Main%20Campus/2', {})
    expect((await desk.post('/admissions/removeStudent/2', {})).status).toBe(200)
    expect(await list(2, '/paid')).toMatchObject({
      numbers: ['5Red2adm', '5Red2-202612', '5Red2-202701'],
      vouchers: [{ isRemoved: true }, { feePaid: true, carriedTo: '5Red2-202701' }, {}],
    })
    expect(await list(2, '/unpaid')).toMatchObject({ code: 200, msg: 'No vouchers found', numbers: [] })
  })

  it('are limited to existing students and writing roles', async () => {
    expect(await list(999)).toMatchObject({ code: 404, msg: 'Student does not exist' })
    expect(await list('one')).toMatchObject({ code: 400 })
    expect(await list(1, '/open')).toMatchObject({ code: 400 })
    expect(await list(1, '/all/more')).toMatchObject({ code: 404 })
    expect(await list(1, '', await school.as('viewer@main.test'))).toMatchObject({ code: 403 })
    const city = await school.as('office@city.test')
    expect(await city.get('/finances/individualAllVouchers/City%20Campus/1')).toMatchObject({ status: 404 })
  })
})
