import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aVoucher, rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { paisa, sum } from './money.ts'
import {
  admissionTotal,
  balanceTotals,
  bothTotals,
  debtsByAge,
  editReceiptNetReceivable,
  feeRecordTotals,
  netBalance,
  netMonthlyFee,
  netReceivable,
  netReceivablesTotals,
  outstandingNow,
  printedTotal,
  receiptNetReceivable,
  receivedAndOwedBy,
  thisMonth,
  trueTotals,
  type Account,
} from './voucher-amounts.ts'

const full: Account = aVoucher({
  monthlyFee: rs(5000),
  discount: rs(500),
  registrationFee: rs(300),
  admissionFee: rs(200.5),
  examinationFee: rs(100),
  fine: rs(50),
  arrears: rs(1000),
  received: rs(2000),
})

const anAmount = fc.integer({ min: 0, max: 9_999_999 }).map(paisa)
const anAccount: fc.Arbitrary<Account> = fc.record({
  monthlyFee: anAmount,
  discount: anAmount,
  registrationFee: anAmount,
  admissionFee: anAmount,
  examinationFee: anAmount,
  fine: anAmount,
  arrears: fc.integer({ min: -9_999_999, max: 9_999_999 }).map(paisa),
  received: anAmount,
  adjusted: fc.integer({ min: -9_999_999, max: 9_999_999 }).map(paisa),
})

describe('the formulas of the specification', () => {
  it('amount = tuition + examination + fine + registration + admission - discount', () => {
    covers('spec 5.amounts.amount', 'decisions 3.amounts.formulas')

    expect(thisMonth(full)).toBe(rs(5150.5))
  })

  it('net receivable = arrears + amount; net balance = net receivable - received', () => {
    covers('spec 5.amounts.net', 'decisions 3.amounts.formulas')

    expect(netReceivable(full)).toBe(rs(6150.5))
    expect(netBalance(full)).toBe(rs(4150.5))
  })

  it('net monthly fee = monthly fee minus discount', () => {
    covers('spec 5.new-admission.net-monthly-fee')

    expect(netMonthlyFee(full)).toBe(rs(4500))
  })

  it('printed voucher total excludes the fine', () => {
    covers('spec 5.amounts.printed')

    expect(printedTotal(full)).toBe(rs(6100.5))
  })

  it('receipt screens: arrears + net monthly fee + examination + registration + admission', () => {
    covers('spec 5.amounts.receipt-screen')

    expect(receiptNetReceivable(full)).toBe(rs(6100.5))
  })

  it('Edit receipt table: arrears + monthly + examination + registration + admission - discount', () => {
    covers('spec 5.amounts.edit-receipt')

    expect(editReceiptNetReceivable(full)).toBe(rs(6100.5))
    fc.assert(
      fc.property(anAccount, (account) => {
        expect(editReceiptNetReceivable(account)).toBe(receiptNetReceivable(account))
      }),
    )
  })

  it('total receivable of an admission = monthly + registration + admission + examination - discount', () => {
    covers('spec 5.new-admission.total')

    expect(admissionTotal(full)).toBe(rs(5100.5))
  })

  it('all screens show the same total without a fine', () => {
    fc.assert(
      fc.property(anAccount, (account) => {
        const usual = { ...account, fine: paisa(0) }
        expect(printedTotal(usual)).toBe(netReceivable(usual))
        expect(receiptNetReceivable(usual)).toBe(netReceivable(usual))
      }),
    )
  })

  it('each total is the sum of its column, and the totals are consistent', () => {
    covers('spec 5.amounts.receivables')

    fc.assert(
      fc.property(fc.array(anAccount), (accounts) => {
        const totals = trueTotals(accounts)
        expect(totals.count).toBe(accounts.length)
        expect(totals.netBalance).toBe(
          accounts.reduce<number>((all, account) => all + netBalance(account), 0),
        )
        expect(totals.netReceivable).toBe(totals.arrears + totals.thisMonth)
        expect(totals.netBalance).toBe(totals.netReceivable - totals.received + totals.adjusted)
      }),
    )
  })

  it('the totals of two lists add up to those of the combined list', () => {
    fc.assert(
      fc.property(fc.array(anAccount), fc.array(anAccount), (some, others) => {
        expect(bothTotals(trueTotals(some), trueTotals(others))).toEqual(trueTotals([...some, ...others]))
      }),
    )
  })

  it('the outstanding amount counts each debt once and ignores advances', () => {
    const unpaid = { ...aVoucher(), paid: false }
    const listed = [
      { ...unpaid, rollNo: 1, chainNo: 1 },
      { ...unpaid, rollNo: 1, chainNo: 2, arrears: rs(5000) },
      { ...unpaid, rollNo: 2, chainNo: 1, received: rs(5500), paid: true },
      { ...unpaid, rollNo: 2, chainNo: 2, arrears: rs(-500) },
      { ...unpaid, rollNo: 3, chainNo: 1, paid: true },
    ]
    expect(outstandingNow(listed)).toBe(rs(10_000 + 4500))
    expect(outstandingNow(listed.toReversed())).toBe(rs(14_500))
  })

  it('a debt that a voucher of another class holds is not owed in the list of this class', () => {
    const unpaid = { ...aVoucher(), paid: false, owedLater: true }
    const listed = [
      { ...unpaid, rollNo: 1, chainNo: 1 },
      { ...unpaid, rollNo: 2, chainNo: 1, owedLater: false },
    ]
    expect(outstandingNow(listed)).toBe(rs(5000))
    expect(outstandingNow(listed.slice(0, 1))).toBe(0)
  })

  it('the debt of a class counts each debt once, on the last unpaid voucher and in the present class', () => {
    const listed = [
      { ...full, rollNo: 1, chainNo: 1, paid: false, of: '4', arrears: rs(0), received: rs(0) },
      // The student was promoted: the balance of the first voucher is in the arrears of the second.
      { ...full, rollNo: 1, chainNo: 2, paid: false, of: '5', arrears: rs(5150.5), received: rs(150.5) },
      { ...full, rollNo: 2, chainNo: 1, paid: true, of: '4', arrears: rs(0), received: rs(5150.5) },
    ]
    const sums = receivedAndOwedBy(listed, ({ of }) => of)
    expect(sums.get('4')).toEqual({ vouchers: 2, received: rs(5150.5), owed: 0 })
    expect(sums.get('5')).toEqual({ vouchers: 1, received: rs(150.5), owed: rs(10_150.5) })
    expect(sum(...[...sums.values()].map(({ owed }) => owed))).toBe(outstandingNow(listed))
  })

  it('debts of three months and more are one age', () => {
    const debt = (monthsOwed: number, amount: number) => ({ monthsOwed, balance: rs(amount) })
    expect(debtsByAge([debt(1, 10.5), debt(3, 5), debt(7, 1), debt(1, 2)])).toEqual([
      { months: 1, students: 2, amount: rs(12.5) },
      { months: 2, students: 0, amount: 0 },
      { months: 3, students: 2, amount: rs(6) },
    ])
  })

  it("one student's advance does not offset another's debt", () => {
    expect(balanceTotals([rs(500), rs(-200), rs(0), rs(100)])).toEqual({
      due: rs(600),
      advance: rs(200),
      balance: rs(400),
    })
    expect(balanceTotals([])).toEqual({ due: 0, advance: 0, balance: 0 })
  })

  it('the Fine total of Fee record is always 0', () => {
    covers('spec 9.constants.fine-total')

    expect(feeRecordTotals(trueTotals([full])).fine).toBe(0)
    expect(trueTotals([full]).fine).toBe(rs(50))
  })

  it('the totals of Net receivables exclude registration and admission fees, and their Fine is 0', () => {
    covers('spec 2.net-receivables.this-month-total', 'spec 9.constants.fine-total')
    covers('decisions 3.odd-totals.net-receivables')

    fc.assert(
      fc.property(fc.array(anAccount), (accounts) => {
        const totals = trueTotals(accounts)
        const thisMonthTotal = accounts.reduce<number>(
          (all, { monthlyFee, examinationFee, fine, discount }) =>
            all + monthlyFee + examinationFee + fine - discount,
          0,
        )
        expect(netReceivablesTotals(totals)).toEqual({ ...totals, fine: 0, thisMonth: thisMonthTotal })
      }),
    )
  })
})
