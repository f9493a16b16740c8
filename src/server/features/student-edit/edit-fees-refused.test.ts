import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const newFee = {
  monthlyFee: 6000,
  discount: 1000,
  registrationFee: 100,
  admissionFee: 0,
  examinationFee: 300,
}

describe("an edit of a student's fees", () => {
  let school: TestSchool
  let desk: Caller
  let rollNo: number
  let november: string

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    rollNo = await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    november = `5Red${rollNo}-202611`
  })

  const edit = (fee: Record<string, unknown> = newFee, extra: Record<string, unknown> = {}, caller = desk) =>
    caller.post('/admissions/editAdmissionFee', { rollNo, newFee: fee, ...extra })
  const pay = (voucherNo: string, receivedAmount: number) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount })
  const history = () =>
    school.db
      .selectFrom('changes')
      .select(['what', 'voucher_no', 'changed_by', 'before', 'after'])
      .where('roll_no', '=', rollNo)
      .where('what', 'not in', ['student admitted', 'payment received'])
      .orderBy('change_no')
      .execute()

  it('is refused if the balance has changed since the clerk saw it', async () => {
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await pay(november, 500)
    expect(await checkNoOp(school.db, () => edit(newFee, { expectedBalance: 4500 }))).toMatchObject({
      status: 409,
      body: { code: 'balance-changed', msg: 'Balance has changed', balance: 4000 },
    })
    expect((await edit(newFee, { expectedBalance: 4000 })).body['voucher']).toMatchObject({
      netBalance: 4900,
    })
    await pay(november, 4900)
    expect(await edit(newFee, { expectedBalance: 4900 })).toMatchObject({
      status: 409,
      body: { code: 'balance-changed', balance: 0 },
    })
  })

  it.each([
    ['a discount above the fee', { ...newFee, discount: 6000.01 }, 'newFee.discount'],
    ['a negative fee', { ...newFee, examinationFee: -1 }, 'newFee.examinationFee'],
    ['a fraction of a paisa', { ...newFee, monthlyFee: 6000.005 }, 'newFee.monthlyFee'],
    ['an amount above the maximum', { ...newFee, admissionFee: 10_000_000 }, 'newFee.admissionFee'],
    ['a text for a number', { ...newFee, registrationFee: '100' }, 'newFee.registrationFee'],
  ])('is refused with an error at the field for %s, and writes nothing', async (_, fee, field) => {
    expect(await checkNoOp(school.db, () => edit(fee))).toMatchObject({
      status: 400,
      body: { msg: 'Please correct the marked fields', errors: [{ field }] },
    })
  })

  it.each(Object.keys(newFee))('requires %s', async (field) => {
    covers('spec 5.edit-voucher.required')

    expect(await edit({ ...newFee, [field]: '' })).toMatchObject({
      status: 400,
      body: { msg: 'Please fill all the fields', errors: [{ field: `newFee.${field}` }] },
    })
  })

  it('requires the roll number of an active student', async () => {
    covers('spec 5.edit-voucher.required')

    expect(await edit(newFee, { rollNo: '' })).toMatchObject({
      status: 400,
      body: { msg: 'Please fill all the fields', errors: [{ field: 'rollNo' }] },
    })
    expect(await edit(newFee, { rollNo: 999 })).toMatchObject({
      status: 404,
      body: { msg: 'Student does not exist' },
    })
    await school.db.updateTable('students').set({ state: 'removed', left_on: '2026-11-20' }).execute()
    expect(await edit()).toMatchObject({ status: 409, body: { msg: 'Student has left' } })
    expect(await history()).toEqual([])
  })

  it('is refused for the read role and for another campus', async () => {
    const viewer = await school.as('viewer@main.test')
    const city = await school.as('office@city.test')
    for (const [status, send] of [
      [403, () => edit(newFee, {}, viewer)],
      [403, () => edit(newFee, { campus: 'City Campus' })],
      [404, () => edit(newFee, {}, city)],
    ] as const) {
      expect((await checkNoOp(school.db, send)).status).toBe(status)
    }
  })
})
