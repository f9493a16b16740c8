import type { ReceiptWithClass } from '#contract/receipt.ts'
import { receiptRemark, type ReceiptLine } from '#domain/received.ts'

/** A receipt or reversal as Fee received lists it; amounts in paisa. */
export interface ReceiptRow extends ReceiptLine {
  readonly receiptNo: number
  readonly rollNo: number
  readonly studentName: string
  readonly studentClass: ReceiptWithClass['studentClass']
  readonly section: ReceiptWithClass['section']
  readonly voucherNo: string
  readonly receivedByName: string
  readonly remark: string
}

export const receiptRow = (receipt: ReceiptWithClass): ReceiptRow => ({
  ...receipt,
  remark: receiptRemark(receipt),
})
