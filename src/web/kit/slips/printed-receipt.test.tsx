import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ReceiptSlip } from '#contract/slips.ts'
import { day, rs } from '#test/builders.ts'
import { PrintedReceipt } from './printed-receipt.tsx'

afterEach(cleanup)

const slip: ReceiptSlip = {
  receiptNo: 4,
  kind: 'receipt',
  reverses: null,
  reversedBy: null,
  voucherNo: '5Red1023-202610',
  rollNo: 1023,
  studentName: 'Ayesha Khan',
  fatherName: 'Imran Khan',
  studentClass: '5',
  section: 'Red',
  amount: rs(500),
  receivedDate: day('2026-11-21'),
  receivedBy: 'desk@main.test',
  receivedByName: 'desk clerk',
  enteredAt: new Date('2026-11-21T09:00:00+05:00'),
  reason: '',
  method: 'cash',
  reference: '',
  chequeDate: null,
  feePeriod: { from: day('2026-10-01'), to: day('2026-10-31') },
  balanceAfter: rs(0),
  moved: null,
}
const by = { name: 'Green Valley School', taxNumber: '1234567-8', campus: 'Main Campus' }
const moved = (amount: number) => ({ adjustmentNo: 7, voucherNo: '5Red1023-202611', amount: rs(amount) })

test.each([
  [{ balanceAfter: rs(300) }, 'Rs 300 left to pay'],
  [{ balanceAfter: rs(-300) }, 'Rs 300 paid in advance'],
  [{}, 'Fully paid'],
  [{ moved: moved(45_000) }, 'Difference of Rs 45,000 added to voucher 5Red1023-202611 by adjustment no. 7'],
  [{ moved: moved(-50) }, 'Difference of Rs 50 taken off voucher 5Red1023-202611 by adjustment no. 7'],
])('a slip with %o shows: %s', (changes, words) => {
  const { container } = render(<PrintedReceipt slip={{ ...slip, ...changes }} by={by} isDuplicate={false} />)
  expect(container.querySelector('.slip-balance')?.textContent).toBe(words)
})
