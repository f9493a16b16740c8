import type { ReportedReceipt } from '#contract/receipt-report.ts'
import { calendarDate, dateAt, type CalendarDate } from '#domain/calendar.ts'
import { rupees } from '#domain/money.ts'
import { receiptRemark, type ReceiptLine } from '#domain/received.ts'

/** A receipt or reversal as Fee received lists it; amounts in paisa. */
export interface ReceiptRow extends ReceiptLine {
  readonly receiptNo: number
  readonly rollNo: number
  readonly studentName: string
  readonly studentClass: ReportedReceipt['studentClass']
  readonly section: ReportedReceipt['section']
  readonly voucherNo: string
  readonly receivedByName: string
  readonly remark: string
}

function day(onWire: string): CalendarDate {
  const date = calendarDate(onWire)
  if (!date) throw new Error(`The server's day is no date: ${onWire}`)
  return date
}

export const receiptRow = (onWire: ReportedReceipt): ReceiptRow => ({
  receiptNo: onWire.receiptNo,
  kind: onWire.kind,
  rollNo: onWire.rollNo,
  studentName: onWire.studentName,
  studentClass: onWire.studentClass,
  section: onWire.section,
  voucherNo: onWire.voucherNo,
  amount: rupees(onWire.amount),
  receivedDate: day(onWire.receivedDate),
  receivedBy: onWire.receivedBy,
  receivedByName: onWire.receivedByName,
  remark: receiptRemark({ ...onWire, enteredOn: dateAt(new Date(onWire.enteredAt)) }),
})
