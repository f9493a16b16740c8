// Books must always balance (decisions 3.books.balance): random histories of a student's account, played through with the rules alone.

import { rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Fees } from './fee.ts'
import { nothing, paisa, type Money } from './money.ts'
import { netBalance, thisMonth } from './voucher-amounts.ts'
import {
  willBeCarried,
  openVoucher,
  replaceVoucher,
  repriceVoucher,
  type NewVoucher,
  type Voucher,
} from './voucher.ts'
import {
  carryForward,
  correctReceipts,
  receivePayment,
  takenOverBy,
  type Settlement,
  type UnreversedReceipt,
} from './payment.ts'

interface Book {
  vouchers: Voucher[]
  receipts: { voucherNo: string; amount: Money; receiptNo: number; reversed: boolean }[]
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

const anAct = fc.oneof(
  fc.record({ act: fc.constant('open' as const), fees: someFees, posted: fc.boolean() }),
  fc.record({ act: fc.constant('post' as const), at: fc.nat(5) }),
  fc.record({ act: fc.constant('unpost' as const), at: fc.nat(5) }),
  fc.record({ act: fc.constant('receive' as const), amount: anAmount, at: fc.nat(5) }),
  fc.record({ act: fc.constant('correct' as const), amount: anAmount, at: fc.nat(5) }),
  fc.record({ act: fc.constant('reprice' as const), fees: someFees }),
  fc.record({ act: fc.constant('replace' as const), fees: someFees }),
)
type Act = typeof anAct extends fc.Arbitrary<infer A> ? A : never

const last = (book: Book): Voucher | null => book.vouchers.at(-1) ?? null
const put = (book: Book, changed: Voucher): void => {
  book.vouchers = book.vouchers.map((voucher) =>
    voucher.voucherNo === changed.voucherNo ? changed : voucher,
  )
}

function add(book: Book, opened: NewVoucher, posted: boolean): Voucher {
  const voucher = {
    ...opened,
    voucherNo: `v${book.vouchers.length + 1}`,
    rollNo: 1,
    received: nothing,
    posted,
    carriedTo: null,
    replacedBy: null,
  }
  book.vouchers.push(voucher)
  return voucher
}

/** Marks carried vouchers as paid, or as unpaid again, together with the one that carries them. */
function settleCarried(book: Book, voucherNo: string, paid: boolean): void {
  for (const carried of book.vouchers.filter((voucher) => voucher.carriedTo === voucherNo)) {
    put(book, { ...carried, paid })
    settleCarried(book, carried.voucherNo, paid)
  }
}

/** The later vouchers of the chain, without replaced ones. */
const laterThan = (book: Book, { voucherNo }: Voucher): Voucher[] =>
  book.vouchers
    .slice(book.vouchers.findIndex((voucher) => voucher.voucherNo === voucherNo) + 1)
    .filter(({ replacedBy }) => replacedBy === null)

const takenOver = (book: Book, voucher: Voucher) => takenOverBy(laterThan(book, voucher))

/** Sets what a voucher received and updates the earlier and later ones. */
function settle(book: Book, voucher: Voucher, settlement: Settlement): void {
  const [settled, ...later] = carryForward(voucher, settlement, laterThan(book, voucher))
  for (const changed of settled ? [{ ...settled, received: settlement.received }, ...later] : []) {
    const before = book.vouchers.find(({ voucherNo }) => voucherNo === changed.voucherNo)
    if (before) put(book, { ...before, ...changed })
  }
  settleCarried(book, voucher.voucherNo, settled?.paid ?? false)
}

const unreversed = (book: Book, voucherNo: string): UnreversedReceipt[] =>
  book.receipts.filter(
    (receipt) => receipt.voucherNo === voucherNo && !receipt.reversed && receipt.amount > 0,
  )

const write = (book: Book, voucherNo: string, amount: Money): void => {
  book.receipts.push({ voucherNo, amount, receiptNo: book.receipts.length + 1, reversed: false })
}

const acts = {
  open(book: Book, { fees, posted }: Extract<Act, { act: 'open' }>) {
    const latest = last(book)
    const opened = add(book, openVoucher(fees, latest), posted)
    if (latest && willBeCarried(latest)) put(book, { ...latest, carriedTo: opened.voucherNo })
  },
  post(book: Book, { at }: Extract<Act, { act: 'post' }>) {
    const voucher = book.vouchers.at(-1 - at)
    if (voucher) put(book, { ...voucher, posted: true })
  },
  unpost(book: Book, { at }: Extract<Act, { act: 'unpost' }>) {
    const voucher = book.vouchers.at(-1 - at)
    const received = book.receipts.some(({ voucherNo }) => voucherNo === voucher?.voucherNo)
    if (voucher && !received) put(book, { ...voucher, posted: false })
  },
  receive(book: Book, { amount, at }: Extract<Act, { act: 'receive' }>) {
    const voucher = book.vouchers.at(-1 - at)
    if (!voucher) return
    const outcome = receivePayment(voucher, takenOver(book, voucher), { amount, expectedBalance: null })
    if (!outcome.ok) return
    write(book, voucher.voucherNo, amount)
    settle(book, voucher, outcome.value)
  },
  correct(book: Book, { amount, at }: Extract<Act, { act: 'correct' }>) {
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
  reprice(book: Book, { fees }: Extract<Act, { act: 'reprice' }>) {
    const latest = last(book)
    const outcome = latest && repriceVoucher(latest, latest.voucherNo, fees)
    if (!latest || !outcome?.ok) return
    put(book, { ...latest, ...outcome.value })
    if (outcome.value.paid) settleCarried(book, latest.voucherNo, true)
  },
  replace(book: Book, { fees }: Extract<Act, { act: 'replace' }>) {
    const latest = last(book)
    const outcome = latest && replaceVoucher(latest, latest.voucherNo, fees)
    if (!latest || !outcome?.ok) return
    const made = add(book, outcome.value, latest.posted)
    put(book, { ...latest, replacedBy: made.voucherNo })
    for (const carried of book.vouchers.filter((voucher) => voucher.carriedTo === latest.voucherNo)) {
      put(book, { ...carried, carriedTo: made.voucherNo })
    }
    if (!latest.paid || !made.paid) settleCarried(book, made.voucherNo, made.paid)
  },
}

function live(book: Book, act: Act): void {
  switch (act.act) {
    case 'open':
      return acts.open(book, act)
    case 'post':
      return acts.post(book, act)
    case 'unpost':
      return acts.unpost(book, act)
    case 'receive':
      return acts.receive(book, act)
    case 'correct':
      return acts.correct(book, act)
    case 'reprice':
      return acts.reprice(book, act)
    case 'replace':
      return acts.replace(book, act)
  }
}

const total = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

function expectBalanced({ vouchers, receipts }: Book): void {
  const currentVouchers = vouchers.filter((voucher) => voucher.replacedBy === null)
  const latest = vouchers.at(-1)
  const charged = total(currentVouchers.map(thisMonth))
  expect(charged - total(receipts.map(({ amount }) => amount))).toBe(latest ? netBalance(latest) : 0)
  for (const [index, voucher] of currentVouchers.entries()) {
    const next = currentVouchers[index + 1]
    expect(voucher.carriedTo).toBe(netBalance(voucher) > 0 && next ? next.voucherNo : null)
    const received = receipts.filter(({ voucherNo }) => voucherNo === voucher.voucherNo)
    expect(voucher.received).toBe(total(received.map(({ amount }) => amount)))
    const carrier = vouchers.find(({ voucherNo }) => voucherNo === voucher.carriedTo)
    expect(voucher.paid).toBe(carrier ? carrier.paid : netBalance(voucher) <= 0)
    expect(voucher === latest || voucher.paid || carrier !== undefined).toBe(true)
  }
}

it('the balance of the latest voucher is always charges minus receipts', () => {
  covers('decisions 3.books.balance', 'decisions 6.unposted.carried')

  fc.assert(
    fc.property(fc.array(anAct, { maxLength: 25 }), (life) => {
      const book: Book = { vouchers: [], receipts: [] }
      for (const act of life) {
        live(book, act)
        expectBalanced(book)
      }
    }),
    { numRuns: 500 },
  )
})

it('a debt is carried from voucher to voucher until it is paid', () => {
  covers('decisions 3.arrears.paid-together')

  const book: Book = { vouchers: [], receipts: [] }
  const fees = {
    monthlyFee: rs(100),
    discount: nothing,
    registrationFee: nothing,
    admissionFee: nothing,
    examinationFee: nothing,
  }
  acts.open(book, { act: 'open', fees, posted: true })
  acts.open(book, { act: 'open', fees, posted: true })
  acts.open(book, { act: 'open', fees, posted: true })
  expect(book.vouchers.map(({ arrears }) => arrears)).toEqual([0, rs(100), rs(200)])
  acts.receive(book, { act: 'receive', amount: rs(300), at: 0 })
  expect(book.vouchers.map(({ paid }) => paid)).toEqual([true, true, true])
})
