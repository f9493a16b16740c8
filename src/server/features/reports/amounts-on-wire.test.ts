// The database computes the amounts of reports, and the rules define their correct values.

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { money } from '#contract/wire.ts'
import { paisa } from '#domain/money.ts'
import {
  netBalance,
  netMonthlyFee,
  netReceivable,
  thisMonth,
  trueTotals,
  type Account,
} from '#domain/voucher-amounts.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { accountFromRow } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, openSchool, type TestSchool } from '#test/school.ts'

const fee = fc
  .oneof(fc.constantFrom(0, 1, 99, 999_999_999), fc.integer({ min: 0, max: 999_999_999 }))
  .map(paisa)
const anAccount: fc.Arbitrary<Account> = fc
  .record({
    monthlyFee: fee,
    discount: fee,
    registrationFee: fee,
    admissionFee: fee,
    examinationFee: fee,
    fine: fee,
    arrears: fc.integer({ min: -5_000_000_000, max: 50_000_000_000 }).map(paisa),
    received: fc.integer({ min: 0, max: 5_000_000_000 }).map(paisa),
    adjusted: fc.integer({ min: -5_000_000_000, max: 5_000_000_000 }).map(paisa),
  })
  .map((account) => ({ ...account, discount: paisa(Math.min(account.discount, account.monthlyFee)) }))

const insertVoucher = (school: TestSchool, rollNo: number, account: Account, index: number) =>
  school.db
    .insertInto('vouchers')
    .values({
      campus: 'Main Campus',
      voucher_no: `v${index}`,
      roll_no: rollNo,
      chain_no: index + 2,
      kind: 'monthly',
      student_class: '5',
      section: 'Red',
      year: 2027 + Math.floor(index / 12),
      month: (index % 12) + 1,
      issue_date: '2027-01-01',
      due_date: '2027-01-11',
      period_from: '2027-01-01',
      period_to: '2027-01-31',
      monthly_fee: account.monthlyFee,
      discount: account.discount,
      registration_fee: account.registrationFee,
      admission_fee: account.admissionFee,
      examination_fee: account.examinationFee,
      fine: account.fine,
      arrears: account.arrears,
      received: account.received,
      adjusted: account.adjusted,
      fee_paid: netBalance(account) <= 0,
      generated_at: school.now,
      generated_by: 'desk@main.test',
    })
    .execute()

const toWire = (account: Account) => ({
  monthlyFee: z.encode(money, account.monthlyFee),
  netMonthlyFee: z.encode(money, netMonthlyFee(account)),
  discount: z.encode(money, account.discount),
  registrationFee: z.encode(money, account.registrationFee),
  admissionFee: z.encode(money, account.admissionFee),
  examinationFee: z.encode(money, account.examinationFee),
  fine: z.encode(money, account.fine),
  arrears: z.encode(money, account.arrears),
  thisMonth: z.encode(money, thisMonth(account)),
  netReceivable: z.encode(money, netReceivable(account)),
  receivedAmount: z.encode(money, account.received),
  netBalance: z.encode(money, netBalance(account)),
  feePaid: netBalance(account) <= 0,
})

it('every amount on the wire matches the rules, to the paisa', async () => {
  covers('spec 5.amounts.net', 'decisions 2.values.exact', 'decisions 3.books.one-function')

  await using school = await openSchool()
  const desk = await school.as('desk@main.test')
  const rollNo = await admit(desk)
  await fc.assert(
    fc.asyncProperty(fc.array(anAccount, { minLength: 1, maxLength: 15 }), async (accounts) => {
      await school.db.deleteFrom('vouchers').where('kind', '=', 'monthly').execute()
      for (const [index, account] of accounts.entries()) await insertVoucher(school, rollNo, account, index)
      const rows = await school.db.selectFrom('vouchers').selectAll().orderBy('chain_no').execute()
      const inBooks = rows.map(accountFromRow)
      const { body } = await desk.post('/finances/getAllVouchers/all/Main%20Campus/all')
      expect(body['vouchers']).toMatchObject(inBooks.map(toWire))
      const asRows = await getRows(school, desk, voucherList)
      const { count, sums } = asRows.totals
      expect({ ...trueTotals([sums]), count }).toEqual(trueTotals(inBooks))
      expect(asRows.rows).toMatchObject(inBooks)
      const last = (body['vouchers'] as { voucherNo: string }[]).at(-1)
      const path = `/finances/individualVoucherByVoucherId/Main%20Campus/${last?.voucherNo}`
      const voucher = (await desk.get(path)).body['voucher'] as { dueSince: string | null; unpaid: object[] }
      expect(voucher).toEqual({
        ...last,
        dueSince: expect.toBeOneOf([null, expect.any(String)]),
        takenOverBy: null,
        unpaid: expect.any(Array),
      })
      expect(voucher.unpaid.length > 0).toBe(voucher.dueSince !== null)
    }),
    { numRuns: 12 },
  )
}, 60_000)
