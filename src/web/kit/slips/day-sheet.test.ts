import { describe, expect, test } from 'vitest'
import type { ReceiptSlip } from '#contract/counter.ts'
import { paidInCash } from '#domain/payment-method.ts'
import { day, rs } from '#test/builders.ts'
import { dayTotals } from './day-sheet.tsx'

const slip = (receiptNo: number, overrides: Partial<ReceiptSlip> = {}): ReceiptSlip => ({
  receiptNo,
  kind: 'receipt',
  reverses: null,
  reversedBy: null,
  voucherNo: '5Red1-202611',
  feePeriod: { from: day('2026-11-01'), to: day('2026-11-30') },
  rollNo: 1,
  studentName: 'Ayesha Khan',
  fatherName: 'Imran Khan',
  studentClass: '5',
  section: 'Red',
  amount: rs(100),
  balanceAfter: rs(0),
  moved: null,
  receivedDate: day('2026-11-21'),
  receivedBy: 'desk@main.test',
  receivedByName: 'Sana',
  enteredAt: new Date('2026-11-21T04:00:00.000Z'),
  reason: '',
  ...paidInCash,
  ...overrides,
})
const slips = (count: number) => Array.from({ length: count }, (_, index) => slip(index + 1))

describe('the totals of a day sheet', () => {
  test('are by method as well, unless everything was cash', () => {
    expect(dayTotals(slips(32)).methods).toEqual([])
    const cheque = { method: 'cheque', reference: '778812 HBL' } as const
    const { all, methods } = dayTotals([...slips(30), slip(31, { ...cheque, amount: rs(900) })])
    expect(all.net).toBe(rs(3900))
    expect(methods.map(({ group, receipts, net }) => [group, receipts, net])).toEqual([
      ['Cash', 30, rs(3000)],
      ['Cheque', 1, rs(900)],
    ])
  })

  test('are by the name of the receiver, whose receipts are together', () => {
    const { receivers, groups } = dayTotals([
      slip(1),
      slip(2, { receivedBy: 'office@main.test', receivedByName: 'Bilal', amount: rs(250) }),
      slip(3),
    ])
    expect(receivers.map(({ group }) => group)).toEqual(['Bilal', 'Sana'])
    expect(groups.map(({ heading, rows }) => [heading, ...rows.map(({ receiptNo }) => receiptNo)])).toEqual([
      ['Received by Bilal', 2],
      ['Received by Sana', 1, 3],
    ])
  })

  test('are separate for two receivers with the same name', () => {
    const { receivers } = dayTotals([slip(1), slip(2, { receivedBy: 'office@main.test', amount: rs(250) })])
    expect(receivers.map(({ group, net }) => [group, net])).toEqual([
      ['Sana (desk@main.test)', rs(100)],
      ['Sana (office@main.test)', rs(250)],
    ])
  })
})
