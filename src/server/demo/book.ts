import type { Enrolled } from './enrolment.ts'
import type { Ledger, LedgerReceipt } from './ledger.ts'

/** A receipt with the number that the counter gave it. */
export interface NumberedReceipt extends Omit<LedgerReceipt, 'reverses'> {
  readonly receiptNo: number
  readonly rollNo: number
  /** The number of the receipt that this one takes back. */
  readonly reverses: number | null
}

/** Numbers a campus's receipts without a gap, in the order in which they were written. */
export function numberReceipts(ledgers: readonly Ledger[]): NumberedReceipt[] {
  const numbers = new Map<LedgerReceipt, number>()
  const written = ledgers.flatMap(({ student, receipts }) =>
    receipts.map((receipt) => ({
      receipt,
      rollNo: student.rollNo,
      takesBack: receipt.reverses === null ? undefined : receipts[receipt.reverses],
    })),
  )
  const inOrder = written.toSorted((one, other) => compare(one.receipt.entered.at, other.receipt.entered.at))
  for (const [index, { receipt }] of inOrder.entries()) numbers.set(receipt, index + 1)
  return inOrder.map(({ receipt, rollNo, takesBack }, index) => ({
    ...receipt,
    receiptNo: index + 1,
    rollNo,
    reverses: takesBack ? (numbers.get(takesBack) ?? null) : null,
  }))
}

export const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The register entry of a child as the office wrote it down. */
export const registerEntry = ({ family, ...child }: Enrolled) => ({
  admissionDate: child.admissionDate,
  studentName: child.studentName,
  fatherName: family.fatherName,
  dateOfBirth: child.dateOfBirth,
  placeOfBirth: family.placeOfBirth,
  gender: child.gender,
  religion: family.naming.religion,
  address: family.address,
  fatherCnic: family.fatherCnic,
  fatherOccupation: family.fatherOccupation,
  fatherHomePhone: family.fatherHomePhone,
  fatherOfficePhone: family.fatherOfficePhone,
  telephone: family.telephone,
  fatherEmail: family.fatherEmail,
  studentClass: child.studentClass,
  section: child.section,
})
