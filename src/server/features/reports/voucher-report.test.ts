import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { classes, sections } from '#domain/school.ts'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'

const october = { feePeriod: '2026-10-01 to 2026-10-31', issueDate: '2026-10-01' }

const school = await openSchool()

describe('the voucher report', () => {
  let desk: Caller

  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
  })

  const request = (caller = desk) => caller.post('/finances/getAllVouchers/all/Main%20Campus/all', {})
  const listNumbers = async (caller = desk) => {
    const { body } = await request(caller)
    return (body['vouchers'] as { voucherNo: string }[]).map(({ voucherNo }) => voucherNo)
  }
  const admitStudent = (studentClass = '5', section = 'Red') =>
    admit(desk, { studentData: { studentClass, section }, financialData: october })
  /** Generates and posts a month, issued on the fifth and due on the twentieth. */
  const bill = async (month: '2026-11') => {
    const dates = { fromDate: `${month}-01`, issueDate: `${month}-05`, dueDate: `${month}-20` }
    expect((await desk.post('/finances/generateVoucher/campus/Main%20Campus', dates)).status).toBe(200)
    await desk.post(`/finances/postVouchers/Main%20Campus/${Number(month.slice(5))}`)
  }

  it('lists each voucher in full, with the same fields as at the counter', async () => {
    covers('spec 3.voucher.fields', 'spec 4.voucher-report.found', 'spec 7.finances.voucher-by-id')
    covers('spec 7.finances.report', 'decisions 2.replies.voucher')

    await admitStudent()
    const { status, body } = await request()
    expect({ status, msg: body['msg'] }).toEqual({ status: 200, msg: 'Vouchers found' })
    expect(body['vouchers']).toEqual([
      {
        voucherNo: '5Red1adm',
        chainNo: 1,
        kind: 'admission',
        studentName: 'Ayesha Khan',
        fatherName: 'Imran Khan',
        rollNo: 1,
        studentClass: '5',
        section: 'Red',
        campus: 'Main Campus',
        feePeriod: '2026-10-01 to 2026-10-31',
        issueDate: '2026-10-01',
        dueDate: '2026-10-11',
        monthlyFee: 5000,
        netMonthlyFee: 4500,
        discount: 500,
        registrationFee: 1000,
        admissionFee: 2000,
        examinationFee: 0,
        arrears: 0,
        fine: 0,
        thisMonth: 7500,
        netReceivable: 7500,
        receivedAmount: 7500,
        adjusted: 0,
        netBalance: 0,
        receivedBy: 'desk@main.test',
        receivedByName: 'desk clerk',
        receivedDate: '2026-11-21',
        editedBy: '',
        feePaid: true,
        posted: true,
        note: '',
        monthGenerated: 10,
        yearGenerated: 2026,
        isRemoved: false,
        carriedTo: null,
        replacedBy: null,
        voided: false,
      },
    ])
    const single = await desk.get('/finances/individualVoucherByVoucherId/Main%20Campus/5Red1adm')
    expect(single.body['voucher']).toEqual({
      ...(body['vouchers'] as object[])[0],
      dueSince: null,
      takenOverBy: null,
      unpaid: [],
    })
  })

  it('has the message of the specification for an empty list', async () => {
    covers('spec 4.voucher-report.none', 'decisions 2.replies.all-vouchers')

    const { status, body } = await request()
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'No vouchers found', vouchers: [] } })
  })

  it('writes nothing, and is open to the read role', async () => {
    await admitStudent()
    const viewer = await school.as('viewer@main.test')
    const before = await readAllRows(school.db)
    expect(await listNumbers(viewer)).toEqual(['5Red1adm'])
    expect(await readAllRows(school.db)).toEqual(before)
  })

  it('is in class order, from Play Group to 10 and then Hifz', async () => {
    for (const studentClass of classes.toSorted()) await admitStudent(studentClass)
    const { body } = await request()
    expect((body['vouchers'] as { studentClass: string }[]).map(({ studentClass }) => studentClass)).toEqual([
      ...classes,
    ])
  })

  it('is sorted by section within a class, by roll number within a section and by age within a student', async () => {
    covers('decisions 4.order.lists')

    for (const section of sections.toReversed()) await admitStudent('5', section)
    for (let count = 0; count < 4; count += 1) await admitStudent('5', 'Red')
    await bill('2026-11')
    expect(await listNumbers()).toEqual([
      ...[6, 7, 8, 9, 10].flatMap((rollNo) => [`5Red${rollNo}adm`, `5Red${rollNo}-202611`]),
      ...['Green5', 'Blue4', 'Pink3', 'Rose2', 'Hifz1'].flatMap((mark) => [`5${mark}adm`, `5${mark}-202611`]),
    ])
  })
})
