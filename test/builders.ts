import { nothing, opposite, rupees, type Money } from '#domain/money.ts'
import type { Voucher } from '#domain/voucher.ts'

const everyday: Voucher = {
  voucherNo: '5Red1-202611',
  rollNo: 1,
  monthlyFee: rupees(5000),
  discount: nothing,
  registrationFee: nothing,
  admissionFee: nothing,
  examinationFee: nothing,
  fine: nothing,
  arrears: nothing,
  received: nothing,
  posted: true,
  paid: false,
  carriedTo: null,
  replacedBy: null,
}

/** A posted, unpaid voucher of 5,000 rupees, but for what is named. */
export const aVoucher = (named: Partial<Voucher> = {}): Voucher => ({ ...everyday, ...named })

/** What a form sends to admit a child, but for what is named; amounts in rupees. */
export const anAdmission = (
  named: { studentData?: Record<string, unknown>; financialData?: Record<string, unknown> } = {},
) => ({
  studentData: {
    studentName: 'Ayesha Khan',
    fatherName: 'Imran Khan',
    dateOfBirth: '2016-04-12',
    placeOfBirth: 'Lahore',
    gender: 'female',
    religion: 'Islam',
    fatherHomePhone: '0300-1234567',
    studentClass: '5',
    section: 'Red',
    ...named.studentData,
  },
  financialData: {
    monthlyFee: 5000,
    discount: 500,
    registrationFee: 1000,
    admissionFee: 2000,
    examinationFee: 0,
    ...named.financialData,
  },
})

/** Rupees as paisa, short for tables of cases; also negative ones. */
export const rs = (amount: number): Money => (amount < 0 ? opposite(rupees(-amount)) : rupees(amount))
