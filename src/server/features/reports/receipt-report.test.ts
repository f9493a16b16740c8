import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiptList } from '#reports/fee-received.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

/** Receipts 1 to 3 are of October admissions, 4 and 5 of November; 6 reverses receipt 4, and 7 replaces it. */
describe('the receipt report', () => {
  let school: TestSchool
  let desk: Caller
  let viewer: Caller

  const october = { feePeriod: '2026-10-01 to 2026-10-31', issueDate: '2026-10-01' }
  const admitStudent = (studentClass: string, section: string) =>
    admit(desk, { studentData: { studentClass, section }, financialData: october })
  const pay = async (caller: Caller, voucherNo: string, payload: object) => {
    const path = `/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`
    expect((await caller.post(path, payload)).status).toBe(200)
  }
  const request = (body: object = {}, type = 'all', caller = viewer) =>
    caller.post(`/finances/getReceipts/${type}/Main%20Campus`, body)
  const readReport = async (body?: object, type?: string) =>
    replyOf(receiptList.endpoint, (await request(body, type)).body).receipts
  const readNumbers = async (body?: object, type?: string) =>
    (await readReport(body, type)).map(({ receiptNo }) => receiptNo)

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    viewer = await school.as('viewer@main.test')
    const office = await school.as('office@main.test')
    school.now = new Date('2026-10-01T09:00:00+05:00')
    await admitStudent('5', 'Red')
    await admitStudent('5', 'Blue')
    await admitStudent('10', 'Red')
    school.now = new Date('2026-10-01T23:30:00+05:00')
    await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-11-01' })
    await desk.post('/finances/postVouchers/Main%20Campus/11')
    await pay(office, '5Red1-202611', { receivedAmount: 1000.5, receivedDate: '2026-09-30' })
    await pay(desk, '10Red3-202611', { receivedAmount: 4500 })
    school.now = new Date('2026-10-03T09:00:00+05:00')
    await pay(office, '5Red1-202611', { receivedAmount: 100.5, editedBy: 'x', reason: 'one zero too many' })
    await admit(await school.as('office@city.test'), { studentData: { studentName: 'Bilal of City' } })
    // Students were promoted and graduated since: the report filters by the voucher's class and the current state.
    await school.db.updateTable('students').set({ student_class: '6' }).where('roll_no', '=', 1).execute()
    const graduated = { state: 'graduated' as const, left_on: '2026-11-20' }
    await school.db.updateTable('students').set(graduated).where('roll_no', '=', 3).execute()
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  it('lists each receipt and reversal in full, by number, even to the read role', async () => {
    covers('spec 2.routes.fee-received')

    const { status, body } = await checkNoOp(school.db, () => request())
    expect({ status, msg: body['msg'] }).toEqual({ status: 200, msg: 'Receipts found' })
    const rows = replyOf(receiptList.endpoint, body).receipts
    expect(body['receipts']).toEqual(rows)
    expect(rows.map(({ receiptNo }) => receiptNo)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(rows.slice(3)).toMatchObject([
      { amount: 1000.5, receivedDate: '2026-09-30', receivedByName: 'office clerk' },
      { amount: 4500, receivedDate: '2026-10-01', enteredAt: '2026-10-01T18:30:00.000Z' },
      { kind: 'reversal', reverses: 4, amount: -1000.5, receivedDate: '2026-09-30' },
      { kind: 'receipt', reverses: null, amount: 100.5, receivedDate: '2026-09-30' },
    ])
    expect(rows[5]).toEqual({
      receiptNo: 6,
      kind: 'reversal',
      reverses: 4,
      voucherNo: '5Red1-202611',
      rollNo: 1,
      studentName: 'Ayesha Khan',
      fatherName: 'Imran Khan',
      studentClass: '5',
      section: 'Red',
      amount: -1000.5,
      receivedDate: '2026-09-30',
      receivedBy: 'office@main.test',
      receivedByName: 'office clerk',
      enteredAt: '2026-10-03T04:00:00.000Z',
      reason: 'one zero too many',
      method: 'cash',
      reference: '',
      chequeDate: null,
    })
  })

  it.each<[what: string, type: string, body: object, numbers: number[]]>([
    ['empty fields', 'all', { studentClass: '', section: null, fromDate: '' }, [1, 2, 3, 4, 5, 6, 7]],
    ['the class of the voucher', 'all', { studentClass: '5' }, [1, 2, 4, 6, 7]],
    ['a section', 'all', { section: 'Blue' }, [2]],
    ['class and section', 'all', { studentClass: '5', section: 'Red' }, [1, 4, 6, 7]],
    ['active students', 'admitted', {}, [1, 2, 4, 6, 7]],
    ['students who left', 'removed', {}, [3, 5]],
    ['a date of receipt', 'all', { fromDate: '2026-10-01', toDate: '2026-10-01' }, [1, 2, 3, 5]],
    ['an end date', 'all', { toDate: '2026-09-30' }, [4, 6, 7]],
    ['a start date', 'all', { fromDate: '2026-10-01' }, [1, 2, 3, 5]],
    ['all of these', 'admitted', { studentClass: '5', section: 'Red', toDate: '2026-09-30' }, [4, 6, 7]],
  ])('filters by %s', async (_, type, body, expected) => {
    expect(await readNumbers(body, type)).toEqual(expected)
  })

  it('has its own message for an empty list', async () => {
    const { status, body } = await request({ studentClass: '6' })
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'No receipts found', receipts: [] } })
  })

  it('returns only the campus of the caller if two campuses have the same numbers', async () => {
    const city = await school.as('office@city.test')
    const { body } = await city.post('/finances/getReceipts/all/City%20Campus')
    expect(body['receipts']).toMatchObject([{ receiptNo: 1, studentName: 'Bilal of City' }])
  })

  it('refuses an unknown value or date with an error at its field', async () => {
    const cases = [
      [{ studentClass: '11' }, 'all', 'studentClass'],
      [{ section: 'red' }, 'all', 'section'],
      [{ fromDate: '2026-11-31' }, 'all', 'fromDate'],
      [{}, 'everybody', 'type'],
    ] as const
    for (const [body, type, field] of cases) {
      expect(await request(body, type)).toMatchObject({
        status: 400,
        body: { code: 'invalid', errors: [{ field }] },
      })
    }
  })
})
