import { expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit } from '#test/school.ts'
import { getAccount } from '#test/student-accounts.ts'
import { december, november, openVoucherSchool, refusedAs } from '#test/voucher-school.ts'

const {
  school,
  desk,
  admitInOctober,
  generate,
  force,
  preview,
  rows,
  numbers,
  pay,
  post,
  setFee,
  changes,
  make,
} = await openVoucherSchool()

it('a forced voucher replaces a posted one, takes over its carried debt and payments, and receives later payments', async () => {
  covers('spec 7.finances.force-generate', 'decisions 3.corrections.replacements')
  covers('decisions 3.voucher-numbers.replaced')

  await admitInOctober()
  await make(november)
  await make(december)
  await post(12)
  await pay('5Red1-202612', 1000)
  await setFee(6000)
  const voucher = await make({ ...december, forceGenerate: true })
  expect(voucher).toMatchObject({
    voucherNo: '5Red1-202612-2',
    arrears: 3500,
    thisMonth: 5500,
    netBalance: 9000,
    posted: true,
    feePaid: false,
    receivedAmount: 0,
  })
  expect(await rows()).toMatchObject([
    {},
    { voucher_no: '5Red1-202611', carried_to: '5Red1-202612-2', fee_paid: false },
    { voucher_no: '5Red1-202612', carried_to: null, replaced_by: '5Red1-202612-2', received: 100_000 },
    { voucher_no: '5Red1-202612-2', replaced_by: null },
  ])
  expect((await changes()).slice(0, 2)).toMatchObject([
    {
      what: 'voucher generated',
      voucherNo: '5Red1-202612-2',
      fields: expect.arrayContaining([
        { field: 'arrears', before: null, after: '3,500' },
        { field: 'balance', before: null, after: '9,000' },
        { field: 'posted', before: null, after: 'yes' },
      ]),
    },
    {
      what: 'voucher replaced',
      voucherNo: '5Red1-202612',
      fields: [
        { field: 'balance', before: '8,000', after: '9,000' },
        { field: 'replacedBy', before: null, after: '5Red1-202612-2' },
      ],
    },
  ])
  const { account } = await getAccount(desk(), 1)
  expect(
    account.slice(2).map(({ kind, voucherNo, amount, balance }) => [kind, voucherNo, amount, balance]),
  ).toEqual([
    ['voucher', '5Red1-202611', 4500, 4500],
    ['carried', '5Red1-202611', 0, 4500],
    ['voucher', '5Red1-202612', 4500, 9000],
    ['receipt', '5Red1-202612', -1000, 8000],
    ['replaced', '5Red1-202612', -4500, 3500],
    ['voucher', '5Red1-202612-2', 5500, 9000],
  ])
  const replaced = refusedAs('voucher-replaced', { replacedBy: '5Red1-202612-2' })
  expect(await pay('5Red1-202612', 1)).toMatchObject(replaced)
  expect(await pay('5Red1-202612', 0, { editedBy: 'x' })).toMatchObject(replaced)
  expect((await pay('5Red1-202612-2', 9000)).body).toMatchObject({ msg: 'Voucher Paid', balance: 0 })
  expect(await rows()).toMatchObject([
    {},
    { voucher_no: '5Red1-202611', fee_paid: true },
    {},
    { fee_paid: true },
  ])
  expect(await brokenLaws(school.db)).toEqual([])
})

it('a forced voucher in place of a paid one is paid at the same fees and unpaid at higher fees, as are its arrears', async () => {
  await admitInOctober()
  await generate(november)
  await generate(december)
  await post(12)
  await pay('5Red1-202612', 9000)
  expect(await make({ ...december, forceGenerate: true })).toMatchObject({
    arrears: -4500,
    netBalance: 0,
    feePaid: true,
  })
  expect(await rows()).toMatchObject([{}, { carried_to: '5Red1-202612-2', fee_paid: true }, {}, {}])
  await setFee(5100)
  expect(await make({ ...december, forceGenerate: true })).toMatchObject({
    netBalance: 100,
    feePaid: false,
  })
  expect(await rows()).toMatchObject([{}, { carried_to: '5Red1-202612-3', fee_paid: false }, {}, {}, {}])
  await setFee(5000)
  expect(await make({ ...december, forceGenerate: true })).toMatchObject({ netBalance: 0, feePaid: true })
  expect(await rows()).toMatchObject([{}, { carried_to: '5Red1-202612-4', fee_paid: true }, {}, {}, {}, {}])
})

it('a forced voucher in the month of admission takes over the admission fees and payments', async () => {
  await admit(desk())
  await setFee(5200)
  expect(await make({ ...november, forceGenerate: true })).toMatchObject({
    voucherNo: '5Red1-202611',
    kind: 'monthly',
    chainNo: 2,
    posted: true,
    monthlyFee: 5200,
    admissionFee: 2000,
    registrationFee: 1000,
    arrears: -7500,
    netBalance: 200,
  })
  expect((await make({ ...november, forceGenerate: true })).voucherNo).toBe('5Red1-202611-2')
  const { body } = await desk().post('/finances/getAllVouchers/all/Main%20Campus/all')
  expect(body['vouchers']).toMatchObject([{ voucherNo: '5Red1-202611-2' }])
})

it('a forced voucher in place of an unposted one waits to be posted with the month', async () => {
  await admitInOctober()
  await generate(november)
  expect(await make({ ...november, forceGenerate: true })).toMatchObject({ posted: false })
  expect((await post(11)).body).toMatchObject({ count: 1 })
  expect((await rows()).map(({ voucher_no, posted }) => [voucher_no, posted])).toEqual([
    ['5Red1adm', true],
    ['5Red1-202611', false],
    ['5Red1-202611-2', true],
  ])
})

it('a voucher that a later voucher has taken over is not replaced, and reply and preview name the later voucher', async () => {
  covers('decisions 3.corrections.latest-only')

  await admitInOctober()
  await generate(november)
  await generate(december)
  await make({ ...december, forceGenerate: true })
  const takenOver = refusedAs('voucher-not-latest', {
    msg: 'A later voucher includes this one',
    takenOverBy: '5Red1-202612-2',
  })
  expect(await checkNoOp(school.db, () => force(november))).toMatchObject(takenOver)
  expect((await preview()).body).toMatchObject({
    takenOverBy: '5Red1-202612-2',
    replaces: { voucherNo: '5Red1-202611' },
    carries: null,
    balance: 9000,
    monthlyFee: 0,
    netReceivable: 0,
  })
  // A paid voucher is not carried, but this one is no longer the latest.
  expect(await force({ fromDate: '2026-10-01' })).toMatchObject(takenOver)
})

it('each further voucher of a month has its own number, even after a change of class', async () => {
  covers('decisions 3.voucher-numbers.further')

  await admitInOctober()
  await generate(november)
  await make({ ...november, forceGenerate: true })
  const promoted = { classToPromote: '5', isGraduation: false, campus: 'Main Campus' }
  expect((await desk().post('/admissions/promoteClass', promoted)).status).toBe(200)
  await make({ ...november, forceGenerate: true })
  expect(await numbers()).toEqual(['5Red1adm', '5Red1-202611', '5Red1-202611-2', '6Red1-202611-3'])
})

it('a replacement is refused, even in the preview, if the fees of both vouchers exceed the maximum', async () => {
  await admitInOctober()
  const setPendingFee = () => school.db.updateTable('fees').set({ examination_fee: 999_999_999 }).execute()
  await setPendingFee()
  await generate(november)
  await setPendingFee()
  const tooMuch = { status: 400, body: { errors: [{ field: 'forceGenerate' }] } }
  expect(await preview()).toMatchObject(tooMuch)
  expect(await checkNoOp(school.db, () => force(november))).toMatchObject(tooMuch)
})
