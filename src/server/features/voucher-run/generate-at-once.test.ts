import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'

const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }
const school = await openSchool()

describe('generating for the campus while others work', () => {
  let desk: Caller

  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
  })

  const run = (payload: Record<string, unknown> = { fromDate: '2026-11-01' }, caller = desk) =>
    caller.post('/finances/generateVoucher/campus/Main%20Campus', payload)
  const listAll = () => school.db.selectFrom('vouchers').selectAll().where('kind', '=', 'monthly').execute()
  const pay = (voucherNo: string, receivedAmount: number) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount })

  it('succeeds for one of several simultaneous runs, and gives no student two vouchers', async () => {
    for (let count = 0; count < 5; count += 1) await admit(desk, october)
    const office = await school.as('office@main.test')
    const answers = await Promise.all([run(), run(undefined, office), run()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await listAll()).toHaveLength(5)
  })

  it('runs alongside admissions and payments without losing any', async () => {
    for (let count = 0; count < 3; count += 1) await admit(desk, october)
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    const answers = await Promise.all([
      run({ fromDate: '2026-12-01' }),
      admit(desk, october).then(() => ({ status: 200 })),
      pay('5Red1-202611', 4500),
      pay('5Red2-202611', 100),
    ])
    // A payment after the run is refused with the voucher that carries the balance.
    for (const { status } of answers) expect(status).toBeOneOf([200, 409])
    expect(await brokenLaws(school.db)).toEqual([])
  })
})
