// Books always balance (decisions 3.books.balance): random histories of a student's account run through the rules.

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { day, rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import type { CalendarDate } from './calendar.ts'
import { noOneTimeFees, type Fees } from './fee.ts'
import { nothing, paisa, type Money } from './money.ts'
import { paidInCash, type PaidBy } from './payment-method.ts'
import {
  carryForward,
  correctReceipts,
  receiveInAdvance,
  receivePayment,
  takenOverBy,
  type Settlement,
  type UnreversedReceipt,
} from './payment.ts'
import { whyStaysPosted } from './posting.ts'
import { netBalance, thisMonth } from './voucher-amounts.ts'
import {
  broughtIn,
  openingVoucher,
  openVoucher,
  replaceVoucher,
  repriceVoucher,
  willBeCarried,
  type NewVoucher,
  type Voucher,
} from './voucher.ts'

interface Book {
  vouchers: Voucher[]
  receipts: (PaidBy & {
    receivedDate: CalendarDate
    voucherNo: string
    amount: Money
    receiptNo: number
    reversed: boolean
  })[]
}

const anAmount = fc.integer({ min: 0, max: 1_000_000 }).map(paisa)
const someFees: fc.Arbitrary<Fees> = fc
  .record({
    monthlyFee: anAmount,
    discount: anAmount,
    registrationFee: anAmount,
    admissionFee: anAmount,
    examinationFee: anAmount,
  })
  .map((fees) => ({ ...fees, discount: paisa(Math.min(fees.discount, fees.monthlyFee)) }))

const anOperation = fc.oneof(
  fc.record({ act: fc.constant('open' as const), fees: someFees, posted: fc.boolean() }),
  fc.record({ act: fc.constant('post' as const), at: fc.nat(5) }),
  fc.record({ act: fc.constant('unpost' as const), at: fc.nat(5) }),
  fc.record({ act: fc.constant('receive' as const), amount: anAmount, at: fc.nat(5) }),
  fc.record({ act: fc.constant('advance' as const), amount: anAmount }),
  fc.record({ act: fc.constant('correct' as const), amount: anAmount, at: fc.nat(5) }),
  fc.record({ act: fc.constant('reprice' as const), fees: someFees }),
  fc.record({ act: fc.constant('replace' as const), fees: someFees }),
)
type Operation = typeof anOperation extends fc.Arbitrary<infer A> ? A : never

/** The balance that a student brings in; null for a student without one. */
const anOpening = fc.option(
  fc
    .integer({ min: -1_000_000, max: 1_000_000 })
    .filter((amount) => amount !== 0)
    .map(paisa),
)

const last = (book: Book): Voucher | null => book.vouchers.at(-1) ?? null
const update = (book: Book, changed: Voucher): void => {
  book.vouchers = book.vouchers.map((voucher) =>
    voucher.voucherNo === changed.voucherNo ? changed : voucher,
  )
}

function add(book: Book, opened: NewVoucher & Partial<Pick<Voucher, 'kind'>>, posted: boolean): Voucher {
  const voucher = {
    kind: 'monthly' as const,
    ...opened,
    voucherNo: `v${book.vouchers.length + 1}`,
    rollNo: 1,
    received: nothing,
    adjusted: nothing,
    posted,
    carriedTo: null,
    replacedBy: null,
    voided: false,
  }
  book.vouchers.push(voucher)
  return voucher
}

/** Marks carried vouchers as paid, or as unpaid again, together with the voucher that carries them. */
function settleCarried(book: Book, voucherNo: string, paid: boolean): void {
  for (const carried of book.vouchers.filter((voucher) => voucher.carriedTo === voucherNo)) {
    update(book, { ...carried, paid })
    settleCarried(book, carried.voucherNo, paid)
  }
}

/** The later vouchers of the chain, without replaced ones. */
const laterThan = (book: Book, { voucherNo }: Voucher): Voucher[] =>
  book.vouchers
    .slice(book.vouchers.findIndex((voucher) => voucher.voucherNo === voucherNo) + 1)
    .filter(({ replacedBy }) => replacedBy === null)

const takenOver = (book: Book, voucher: Voucher) => takenOverBy(laterThan(book, voucher))

/** Sets the received amount of a voucher and updates the earlier and later vouchers. */
function settle(book: Book, voucher: Voucher, settlement: Settlement): void {
  const [settled, ...later] = carryForward(voucher, settlement, laterThan(book, voucher))
  for (const changed of settled ? [{ ...settled, received: settlement.received }, ...later] : []) {
    const before = book.vouchers.find(({ voucherNo }) => voucherNo === changed.voucherNo)
    if (before) update(book, { ...before, ...changed })
  }
  settleCarried(book, voucher.voucherNo, settled?.paid ?? false)
}

const unreversed = (book: Book, voucherNo: string): UnreversedReceipt[] =>
  book.receipts.filter(
    (receipt) => receipt.voucherNo === voucherNo && !receipt.reversed && receipt.amount > 0,
  )

const write = (book: Book, voucherNo: string, amount: Money): void => {
  book.receipts.push({
    ...paidInCash,
    receivedDate: day('2026-11-21'),
    voucherNo,
    amount,
    receiptNo: book.receipts.length + 1,
    reversed: false,
  })
}

const operations = {
  open(book: Book, { fees, posted }: Extract<Operation, { act: 'open' }>) {
    const latest = last(book)
    const opened = add(book, openVoucher(fees, latest), posted)
    if (latest && willBeCarried(latest)) update(book, { ...latest, carriedTo: opened.voucherNo })
  },
  post(book: Book, { at }: Extract<Operation, { act: 'post' }>) {
    const voucher = book.vouchers.at(-1 - at)
    if (voucher) update(book, { ...voucher, posted: true })
  },
  unpost(book: Book, { at }: Extract<Operation, { act: 'unpost' }>) {
    const voucher = book.vouchers.at(-1 - at)
    const hasReceipts = book.receipts.some(({ voucherNo }) => voucherNo === voucher?.voucherNo)
    if (voucher && whyStaysPosted({ ...voucher, hasReceipts }) === null)
      update(book, { ...voucher, posted: false })
  },
  receive(book: Book, { amount, at }: Extract<Operation, { act: 'receive' }>) {
    const voucher = book.vouchers.at(-1 - at)
    if (!voucher) return
    const outcome = receivePayment(voucher, takenOver(book, voucher), { amount, expectedBalance: null })
    if (!outcome.ok) return
    write(book, voucher.voucherNo, amount)
    settle(book, voucher, outcome.value)
  },
  advance(book: Book, { amount }: Extract<Operation, { act: 'advance' }>) {
    const voucher = book.vouchers.findLast(({ posted, replacedBy }) => posted && replacedBy === null)
    if (!voucher) return
    const outcome = receiveInAdvance(voucher, { amount, expectedBalance: null })
    if (!outcome.ok) return
    write(book, voucher.voucherNo, amount)
    settle(book, voucher, outcome.value)
  },
  correct(book: Book, { amount, at }: Extract<Operation, { act: 'correct' }>) {
    const voucher = book.vouchers.at(-1 - at)
    if (!voucher) return
    const receipts = unreversed(book, voucher.voucherNo)
    const outcome = correctReceipts(voucher, takenOver(book, voucher), receipts, amount)
    if (!outcome.ok) return
    for (const { reverses, amount: back } of outcome.value.reversals) {
      const reversed = book.receipts.find((receipt) => receipt.receiptNo === reverses)
      if (reversed) reversed.reversed = true
      write(book, voucher.voucherNo, back)
    }
    if (outcome.value.receipt) write(book, voucher.voucherNo, outcome.value.receipt)
    settle(book, voucher, outcome.value)
  },
  reprice(book: Book, { fees }: Extract<Operation, { act: 'reprice' }>) {
    const latest = last(book)
    const outcome = latest && repriceVoucher(latest, latest.voucherNo, fees)
    if (!latest || !outcome?.ok) return
    update(book, { ...latest, ...outcome.value })
    if (outcome.value.paid) settleCarried(book, latest.voucherNo, true)
  },
  replace(book: Book, { fees }: Extract<Operation, { act: 'replace' }>) {
    const latest = last(book)
    const outcome = latest && replaceVoucher(latest, latest.voucherNo, fees)
    if (!latest || !outcome?.ok) return
    const replacement = add(book, outcome.value, latest.posted)
    update(book, { ...latest, replacedBy: replacement.voucherNo })
    for (const carried of book.vouchers.filter((voucher) => voucher.carriedTo === latest.voucherNo)) {
      update(book, { ...carried, carriedTo: replacement.voucherNo })
    }
    if (!latest.paid || !replacement.paid) settleCarried(book, replacement.voucherNo, replacement.paid)
  },
}

function apply(book: Book, act: Operation): void {
  switch (act.act) {
    case 'open':
      return operations.open(book, act)
    case 'post':
      return operations.post(book, act)
    case 'unpost':
      return operations.unpost(book, act)
    case 'receive':
      return operations.receive(book, act)
    case 'advance':
      return operations.advance(book, act)
    case 'correct':
      return operations.correct(book, act)
    case 'reprice':
      return operations.reprice(book, act)
    case 'replace':
      return operations.replace(book, act)
  }
}

const total = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

function expectBalanced({ vouchers, receipts }: Book): void {
  const currentVouchers = vouchers.filter((voucher) => voucher.replacedBy === null)
  const latest = vouchers.at(-1)
  const charged = total(currentVouchers.map(thisMonth)) + total(currentVouchers.map(broughtIn))
  expect(charged - total(receipts.map(({ amount }) => amount))).toBe(latest ? netBalance(latest) : 0)
  for (const [index, voucher] of currentVouchers.entries()) {
    const next = currentVouchers[index + 1]
    expect(voucher.carriedTo).toBe(netBalance(voucher) > 0 && next ? next.voucherNo : null)
    const received = receipts.filter(({ voucherNo }) => voucherNo === voucher.voucherNo)
    expect(voucher.received).toBe(total(received.map(({ amount }) => amount)))
    const carriedBy = vouchers.find(({ voucherNo }) => voucherNo === voucher.carriedTo)
    expect(voucher.paid).toBe(carriedBy ? carriedBy.paid : netBalance(voucher) <= 0)
    expect(voucher === latest || voucher.paid || carriedBy !== undefined).toBe(true)
  }
}

it('the balance of the latest voucher always equals the opening balance plus charges minus receipts', () => {
  covers('decisions 3.books.balance', 'decisions 6.unposted.carried')

  fc.assert(
    fc.property(anOpening, fc.array(anOperation, { maxLength: 25 }), (balance, history) => {
      const book: Book = { vouchers: [], receipts: [] }
      if (balance !== null) add(book, openingVoucher(balance, day('2026-10-31')), true)
      for (const act of history) {
        apply(book, act)
        expectBalanced(book)
      }
    }),
    { numRuns: 500 },
  )
})

it('a debt is carried from voucher to voucher until it is paid', () => {
  covers('decisions 3.arrears.paid-together')

  const book: Book = { vouchers: [], receipts: [] }
  const fees = { monthlyFee: rs(100), discount: nothing, ...noOneTimeFees }
  operations.open(book, { act: 'open', fees, posted: true })
  operations.open(book, { act: 'open', fees, posted: true })
  operations.open(book, { act: 'open', fees, posted: true })
  expect(book.vouchers.map(({ arrears }) => arrears)).toEqual([0, rs(100), rs(200)])
  operations.receive(book, { act: 'receive', amount: rs(300), at: 0 })
  expect(book.vouchers.map(({ paid }) => paid)).toEqual([true, true, true])
})
