import { expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { december, november, openVoucherSchool, refusedAs } from '#test/voucher-school.ts'

const { school, desk, admitInOctober, generate, force, preview, rows, pay, post, changes, make } =
  await openVoucherSchool()

it("a voucher for one student is unposted, with the student's fees, default dates and history", async () => {
  covers('spec 5.generation.student-dates', 'spec 7.finances.generate-student')
  covers('decisions 2.replies.generate-student')

  await admitInOctober()
  const voucher = await make({
    fromDate: '2026-12-05',
    studentData: { monthlyFee: 1 },
    voucherData: { arrears: 1, netReceivable: 2 },
  })
  expect(voucher).toMatchObject({
    voucherNo: '5Red1-202612',
    chainNo: 2,
    kind: 'monthly',
    feePeriod: '2026-12-05 to 2026-12-31',
    issueDate: '2026-11-21',
    dueDate: '2026-12-01',
    monthlyFee: 5000,
    discount: 500,
    admissionFee: 0,
    netBalance: 4500,
    posted: false,
    feePaid: false,
    note: '',
  })
  expect(await changes()).toMatchObject([
    {
      what: 'voucher generated',
      voucherNo: '5Red1-202612',
      changedBy: 'desk@main.test',
      fields: [
        { field: 'monthlyFee', after: '5,000' },
        { field: 'discount', after: '500' },
        { field: 'registrationFee', after: '0' },
        { field: 'admissionFee', after: '0' },
        { field: 'examinationFee', after: '0' },
        { field: 'fine', after: '0' },
        { field: 'arrears', after: '0' },
        { field: 'amount', after: '4,500' },
        { field: 'balance', after: '4,500' },
        { field: 'dueDate', after: '2026-12-01' },
        { field: 'issueDate', after: '2026-11-21' },
        { field: 'month', after: '12' },
        { field: 'periodFrom', after: '2026-12-05' },
        { field: 'periodTo', after: '2026-12-31' },
        { field: 'posted', after: 'no' },
        { field: 'runNo', after: '1' },
        { field: 'year', after: '2026' },
      ],
    },
    { what: 'student admitted' },
    { what: 'payment received' },
  ])
})

it('a voucher for one student uses the given dates, and an invalid date is refused with an error at its field', async () => {
  covers('spec 5.generation.student-dates', 'spec 7.finances.generate-student')

  await admitInOctober()
  const dates = { issueDate: '2026-12-03', dueDate: '2026-12-02', toDate: '2027-01-31', note: 'two months' }
  expect((await generate({ ...december, ...dates })).body['voucher']).toMatchObject({
    issueDate: '2026-12-03',
    dueDate: '2026-12-03',
    note: 'two months',
    feePeriod: '2026-12-01 to 2027-01-31',
    yearGenerated: 2026,
    monthGenerated: 12,
  })
  for (const [payload, field, msg] of [
    [{}, 'fromDate', 'Please fill all the fields'],
    [{ fromDate: '2027-02-30' }, 'fromDate', 'Please correct the marked fields'],
    [{ fromDate: '2027-02-01', dueDate: 'soon' }, 'dueDate', 'Please correct the marked fields'],
    [{ fromDate: '2027-02-01', forceGenerate: 'yes' }, 'forceGenerate', 'Please correct the marked fields'],
  ] as const) {
    expect(await checkNoOp(school.db, () => generate(payload))).toMatchObject({
      status: 400,
      body: { msg, errors: [{ field }] },
    })
  }
})

it('a voucher for one student charges pending one-time fees once', async () => {
  await admitInOctober()
  const newFee = {
    monthlyFee: 5000,
    discount: 0,
    registrationFee: 0,
    admissionFee: 10.5,
    examinationFee: 700,
  }
  await desk().post('/admissions/editAdmissionFee', { rollNo: 1, newFee })
  expect(await make(november)).toMatchObject({ admissionFee: 10.5, examinationFee: 700, thisMonth: 5710.5 })
  expect(await make(december)).toMatchObject({ examinationFee: 0, thisMonth: 5000, arrears: 5710.5 })
})

it('a voucher for one student carries the balance of the latest voucher, even of a later month', async () => {
  await admitInOctober()
  await make(december)
  await post(12)
  await pay('5Red1-202612', 1000.25)
  expect(await make(november)).toMatchObject({ voucherNo: '5Red1-202611', chainNo: 3, arrears: 3499.75 })
  await post(11)
  expect(await pay('5Red1-202612', 1)).toMatchObject(
    refusedAs('voucher-carried', { carriedTo: '5Red1-202611' }),
  )
  await pay('5Red1-202611', 9000)
  expect(await make({ fromDate: '2027-01-01' })).toMatchObject({ arrears: -1000.25, netBalance: 3499.75 })
  expect(await rows()).toMatchObject([
    { carried_to: null },
    { voucher_no: '5Red1-202612', fee_paid: true, carried_to: '5Red1-202611' },
    { voucher_no: '5Red1-202611', fee_paid: true, carried_to: null },
    { voucher_no: '5Red1-202701', fee_paid: false },
  ])
})

it('a month that has a voucher is refused, and the reply names that voucher', async () => {
  covers('spec 8.generation.exists')

  await admitInOctober()
  await desk().post('/finances/generateVoucher/campus/Main%20Campus', november)
  expect(await checkNoOp(school.db, () => generate({ fromDate: '2026-11-15' }))).toMatchObject(
    refusedAs('voucher-exists', {
      msg: 'Voucher already exists for this month',
      voucherNo: '5Red1-202611',
    }),
  )
  expect((await checkNoOp(school.db, () => preview())).body).toMatchObject({
    msg: 'Voucher to be generated for November 2026',
    voucherNo: '5Red1-202611-2',
    balance: 4500,
    replaces: { voucherNo: '5Red1-202611', netBalance: 4500, posted: false },
  })
  expect(await generate({ fromDate: '2026-10-31' })).toMatchObject(
    refusedAs('voucher-exists', { voucherNo: '5Red1adm' }),
  )
})

it('a repeated form gets the first reply and does not replace another voucher', async () => {
  covers('decisions 2.idempotency.repeat')

  await admitInOctober()
  await generate(november)
  const headers = { 'idempotency-key': 'form-1' }
  const first = await force(november, { headers })
  expect(first).toMatchObject({ status: 200, body: { voucher: { voucherNo: '5Red1-202611-2' } } })
  const repeated = await checkNoOp(school.db, () => force(november, { headers }))
  expect({ status: repeated.status, body: repeated.body }).toEqual({ status: 200, body: first.body })
  expect(await rows()).toHaveLength(3)
})

it('the generation is refused if the balance has changed since the clerk saw it', async () => {
  await admitInOctober()
  await generate(november)
  await post(11)
  await pay('5Red1-202611', 500.5)
  for (const send of [generate, force]) {
    const answer = await checkNoOp(school.db, () => send({ ...december, expectedBalance: 4500 }))
    expect(answer).toMatchObject(
      refusedAs('balance-changed', { msg: 'Balance has changed', balance: 3999.5 }),
    )
  }
  expect((await generate({ ...december, expectedBalance: 3999.5 })).status).toBe(200)
})

it('the generation is refused for an unknown, removed or graduated student, another campus, and the read role', async () => {
  await admitInOctober()
  const viewer = await school.as('viewer@main.test')
  const city = await school.as('office@city.test')
  const elsewhere = { ...november, voucherData: { campus: 'City Campus' } }
  for (const [status, msg, send] of [
    [404, 'Student does not exist', () => generate(november, { rollNo: 999 })],
    [404, 'Student does not exist', () => preview('2026-11-01', 999)],
    [404, 'Student does not exist', () => generate(november, { caller: city })],
    [403, 'This belongs to another campus', () => generate(elsewhere)],
    [403, 'Your role does not allow this', () => generate(november, { caller: viewer })],
  ] as const) {
    expect(await checkNoOp(school.db, send)).toMatchObject({ status, body: { msg } })
  }
  for (const [state, msg] of [
    ['removed', 'Student has left'],
    ['graduated', 'Student has graduated'],
  ] as const) {
    await school.db.updateTable('students').set({ state, left_on: '2026-11-20' }).execute()
    for (const send of [() => generate(november), () => force(november), () => preview()]) {
      expect(await checkNoOp(school.db, send)).toMatchObject({ status: 409, body: { msg } })
    }
  }
})

it('simultaneous requests write one voucher for a month, or forced ones in sequence, and lose no payment', async () => {
  await admitInOctober()
  const plain = await Promise.all([generate(november), generate(november), generate(november)])
  expect(plain.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  await post(11)
  const answers = await Promise.all([force(november), pay('5Red1-202611', 100), force(november)])
  expect([answers[0].status, answers[2].status]).toEqual([200, 200])
  const vouchers = await rows()
  expect(vouchers.map(({ voucher_no: number }) => number)).toEqual([
    '5Red1adm',
    '5Red1-202611',
    '5Red1-202611-2',
    '5Red1-202611-3',
  ])
  // Either the payment came first, or its voucher was already replaced.
  expect(vouchers.at(-1)?.net_balance).toBe(answers[1].status === 200 ? 440_000 : 450_000)
  expect(await brokenLaws(school.db)).toEqual([])
})
