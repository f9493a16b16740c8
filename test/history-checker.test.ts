// @module-tag gate

import { expect, it } from 'vitest'
import {
  violationsOf,
  type BookedReceipt,
  type Books,
  type History,
  type Read,
  type Write,
} from './history-checker.ts'

const today = '2026-11-21'

const receive = (key: string, amount: number, changes: Partial<Write> = {}): Write => ({
  kind: 'receive',
  key,
  voucherNo: 'A',
  amount,
  receivedOn: today,
  reply: null,
  isRefused: false,
  sentAt: 0,
  answeredAt: Infinity,
  ...changes,
})
const receipt = (receiptNo: number, amount: number, changes: Partial<BookedReceipt> = {}): BookedReceipt => ({
  receiptNo,
  place: receiptNo * 10,
  transaction: `${receiptNo}`,
  voucherNo: 'A',
  amount,
  receivedOn: today,
  drawer: 'desk',
  ...changes,
})
const read = (balances: Record<string, number>, sentAt: number, answeredAt = sentAt + 1): Read => ({
  balances: new Map(Object.entries(balances)),
  sentAt,
  answeredAt,
})

/** Payments on two vouchers, a correction, two calls whose replies were lost (one took effect), and a refused call. */
const history: History = {
  start: new Map([
    ['A', 1000],
    ['B', 500],
  ]),
  writes: [
    receive('one', 101, { sentAt: 1, answeredAt: 4, reply: { receiptNo: 6, balance: 899 } }),
    receive('two', 102, { sentAt: 5, answeredAt: 9, reply: { receiptNo: 7, balance: 797 } }),
    receive('other', 55, { voucherNo: 'B', sentAt: 5, answeredAt: 9, reply: { receiptNo: 8, balance: 445 } }),
    receive('right', 90, {
      kind: 'correct',
      sentAt: 10,
      answeredAt: 14,
      reply: { receiptNo: 11, balance: 910 },
    }),
    receive('lost reply', 103, { sentAt: 15 }),
    receive('lost call', 104, { sentAt: 15 }),
    receive('refused', 105, { sentAt: 15, answeredAt: 16, isRefused: true }),
  ],
  reads: [
    read({ A: 1000, B: 500 }, 2),
    read({ A: 899 }, 4.5),
    read({ A: 797, B: 500 }, 7),
    read({ A: 797, B: 445 }, 11),
    read({ A: 910 }, 15),
    read({ A: 807 }, 18),
  ],
  closings: [{ closedUntil: '2026-11-10', sentAt: 2, answeredAt: 3 }],
}
const books: Books = {
  lastBefore: 5,
  receipts: [
    receipt(6, 101),
    receipt(7, 102),
    receipt(8, 55, { voucherNo: 'B' }),
    receipt(9, -101, { transaction: 'right' }),
    receipt(10, -102, { transaction: 'right' }),
    receipt(11, 90, { transaction: 'right' }),
    receipt(12, 103),
  ],
  drawerClosings: [
    { drawer: 'desk', afterReceipt: 5, upToReceipt: 7, cash: 203 },
    { drawer: 'desk', afterReceipt: 7, upToReceipt: 11, cash: -58 },
  ],
  bookClosings: [{ closedUntil: '2026-11-10', place: 15 }],
}

/** Returns the books with these receipts replaced, by number. */
const withReceipts = (...changed: BookedReceipt[]): Books => ({
  ...books,
  receipts: books.receipts.map((one) => changed.find(({ receiptNo }) => receiptNo === one.receiptNo) ?? one),
})
const withWrite = (key: string, changes: Partial<Write>): History => ({
  ...history,
  writes: history.writes.map((one) => (one.key === key ? { ...one, ...changes } : one)),
})
const withRead = (one: Read): History => ({ ...history, reads: [...history.reads, one] })
const withoutReceipt = (no: number): Books => ({
  ...books,
  receipts: books.receipts.filter(({ receiptNo }) => receiptNo !== no),
})

it('finds no violation if a serial order explains the history', () => {
  expect(violationsOf(history, books)).toEqual([])
})

// Each entry is a history and books that a defect could produce.
const planted: Readonly<Record<string, readonly [History, Books, string]>> = {
  'a lost update': [history, withoutReceipt(7), 'two was acknowledged but lost'],
  'a balance that ignores a payment before it': [
    withWrite('two', { reply: { receiptNo: 7, balance: 898 } }),
    books,
    'two was answered balance 898, not 797',
  ],
  'a stale read after the payment was acknowledged': [
    withRead(read({ A: 1000 }, 4.5)),
    books,
    'no serial order allows the read of [["A",1000]] sent at 4.5',
  ],
  'a read that is older than an earlier read': [
    withRead(read({ A: 899 }, 8.5)),
    books,
    'no serial order allows the read of [["A",899]] sent at 8.5',
  ],
  'a read of a payment that was not sent yet': [
    withRead(read({ A: 910 }, 5, 6)),
    books,
    'no serial order allows the read of [["A",910]] sent at 5',
  ],
  'a read in the middle of a correction': [
    withRead(read({ A: 898 }, 11)),
    books,
    'no serial order allows the read of [["A",898]] sent at 11',
  ],
  'a report that mixes two moments': [
    withRead(read({ A: 899, B: 445 }, 6, 8)),
    books,
    'no serial order allows the read of [["A",899],["B",445]] sent at 6',
  ],
  'a key that took effect twice': [
    history,
    { ...books, receipts: [...books.receipts, receipt(13, 103)] },
    'lost reply took effect 2 times',
  ],
  'a refused call that took effect': [
    history,
    { ...books, receipts: [...books.receipts, receipt(13, 105)] },
    'refused was refused but took effect',
  ],
  'a receipt that no call made': [
    history,
    { ...books, receipts: [...books.receipts, receipt(13, 999)] },
    'no call made receipt 13',
  ],
  'a gap in the numbers': [
    history,
    { ...books, receipts: [...books.receipts.slice(0, -1), receipt(14, 103)] },
    'receipts 12 to 13 are missing',
  ],
  'a number given twice': [
    history,
    { ...books, receipts: [...books.receipts.slice(0, -1), receipt(11, 103, { place: 120 })] },
    'receipt 11 exists twice',
  ],
  'an order that contradicts the clock': [
    history,
    withReceipts(receipt(6, 101, { place: 75 })),
    'one was answered before two was sent but comes after it',
  ],
  'a receipt on a day that was closed when it was sent': [
    withWrite('two', { receivedOn: '2026-11-10' }),
    books,
    'two was accepted on a day that was closed when it was sent',
  ],
  'a receipt booked on a closed day': [
    history,
    withReceipts(receipt(7, 102, { receivedOn: '2026-11-09' })),
    'receipt 7 is dated on a day that was closed before it',
  ],
  'a cash receipt in two closings of a drawer': [
    history,
    {
      ...books,
      drawerClosings: [
        { drawer: 'desk', afterReceipt: 5, upToReceipt: 7, cash: 203 },
        { drawer: 'desk', afterReceipt: 6, upToReceipt: 11, cash: 44 },
      ],
    },
    'closings of desk do not follow each other at 7',
  ],
  'a cash receipt in no closing of a drawer': [
    history,
    { ...books, drawerClosings: [{ drawer: 'desk', afterReceipt: 5, upToReceipt: 7, cash: 101 }] },
    'a closing of desk up to 7 holds 101, not 203',
  ],
}
it.for(Object.entries(planted))('finds %s', ([, [changedHistory, changedBooks, expected]]) => {
  expect(violationsOf(changedHistory, changedBooks)).toContain(expected)
})
