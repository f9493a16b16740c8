import { z } from 'zod/mini'
import { denominations } from '#domain/cashier-close.ts'
import { nothing, paisa } from '#domain/money.ts'
import { paymentMethods } from '#domain/payment-method.ts'
import { change, read } from './endpoint.ts'
import { closingDigest, given, optionalText, requiredDate, text, wholeNumber } from './fields.ts'
import { date, instant, money, moneyBetween } from './wire.ts'

/** An amount of up to ten crore, which is more than any drawer or safe holds. */
const cash = moneyBetween(nothing, paisa(10_000_000_000), ['May not be negative', 'At most 100,000,000'])

const piecesWords = 'Enter how many as a whole number'
const maxPieces = 100_000
const pieces = z.array(
  z.object({
    /** The value in rupees. */
    value: z.literal([...denominations], 'Not a note or coin'),
    pieces: wholeNumber(piecesWords, 0).check(z.maximum(maxPieces, `At most ${maxPieces}`)),
  }),
)

const cheque = z.object({
  receiptNo: z.number(),
  rollNo: z.number(),
  studentName: z.string(),
  reference: z.string(),
  chequeDate: z.nullable(date),
  amount: money,
})

export type Cheque = z.output<typeof cheque>

const byMethod = z.array(z.object({ method: z.enum(paymentMethods), receipts: z.number(), net: money }))

const firstCount = z.object({
  counted: money,
  expected: money,
  difference: money,
  pieces: z.nullable(pieces),
  countedAt: instant,
})

export const findDrawer = read('/finances/drawer/:campus', {
  summary: "What the caller received since the last closing of the caller's drawer",
  access: 'writer',
  reply: z.object({
    msg: z.string(),
    lastClosing: z.nullable(z.object({ closingNo: z.number(), closedAt: instant })),
    /** The last receipt that the previous closing covers, then the last receipt and adjustment now. */
    afterReceipt: z.number(),
    upToReceipt: z.number(),
    upToAdjustment: z.number(),
    receipts: z.number(),
    reversals: z.number(),
    refunds: z.number(),
    floatBefore: money,
    /** True if the cashier counts blind: `cash` and `expected` are then null until the first count. */
    blind: z.boolean(),
    /** The cash received, minus reversals and refunds. */
    cash: z.nullable(money),
    /** The cash plus the float. */
    expected: z.nullable(money),
    cheques: z.array(cheque),
    others: byMethod,
    /** The first count if it differed, so that the cashier must recount; otherwise null. */
    firstCount: z.nullable(firstCount),
  }),
})

export const closeDrawer = change('/finances/closeDrawer/:campus', {
  summary:
    "Close the caller's drawer with a count of its cash; a first count that differs is kept and answered with the difference",
  access: 'writer',
  right: 'receive',
  body: z.object({
    /** If omitted, the sum of `pieces`. */
    counted: given(z.optional(cash)),
    pieces: given(z.optional(pieces)),
    /** The cash that stays in the drawer; the rest goes to the safe. */
    floatKept: given(z._default(cash, nothing)),
    /** Required if the recount differs too. */
    remark: optionalText(500),
    recount: given(z._default(z.boolean('True or false'), false)),
    /** The last receipt that the closing covers. */
    upToReceipt: given(z.optional(wholeNumber('Not a receipt number', 0))),
    upToAdjustment: given(z.optional(wholeNumber('Not the number of an adjustment', 0))),
  }),
  reply: z.object({
    msg: z.literal('Drawer closed'),
    closingNo: z.number(),
    expected: money,
    difference: money,
    toSafe: money,
  }),
})

export const cashierClosing = z.object({
  closingNo: z.number(),
  /** A user id. */
  drawer: z.string(),
  cashierName: z.string(),
  afterReceipt: z.number(),
  upToReceipt: z.number(),
  floatBefore: money,
  cash: money,
  expected: money,
  counted: money,
  difference: money,
  remark: z.string(),
  firstCounted: z.nullable(money),
  floatKept: money,
  toSafe: money,
  closedAt: instant,
  acceptedAt: z.nullable(instant),
  acceptedBy: z.nullable(z.string()),
  acceptedByName: z.nullable(z.string()),
  digest: closingDigest,
})

export type CashierClosing = z.output<typeof cashierClosing>

const deposit = z.object({
  depositNo: z.number(),
  depositedDate: date,
  account: z.string(),
  slip: z.string(),
  cash: money,
  cheques: z.array(z.number()),
  chequesSum: money,
  /** The closings whose cash was deposited, oldest first. */
  emptied: z.array(z.object({ closingNo: z.number(), amount: money })),
  enteredAt: instant,
  enteredByName: z.string(),
})

export type Deposit = z.output<typeof deposit>

export const cashierClosings = read('/finances/cashierClosings/:campus/:fromDate/:toDate', {
  summary:
    'The closings of drawers and the deposits of some days, newest first, and the differences by cashier',
  access: 'staff',
  reply: z.object({
    msg: z.string(),
    closings: z.array(cashierClosing),
    /** True if only one user may write, who then accepts their own closings. */
    acceptsOwn: z.boolean(),
    differences: z.array(
      z.object({
        drawer: z.string(),
        cashierName: z.string(),
        closings: z.number(),
        differing: z.number(),
        short: money,
        over: money,
      }),
    ),
    deposits: z.array(deposit),
  }),
})

export const findCashierClosing = read('/finances/cashierClosing/:campus/:closingNo', {
  summary: 'A closing of a drawer as its slip is printed',
  access: 'staff',
  reply: z.object({
    msg: z.string(),
    closing: z.extend(cashierClosing, {
      pieces: z.nullable(pieces),
      receipts: z.number(),
      reversals: z.number(),
      cashReceived: money,
      refunds: z.number(),
      cashRefunded: money,
      cheques: z.array(cheque),
      others: byMethod,
      backDated: z.object({ receipts: z.number(), amount: money }),
      /** Reversals of receipts that an earlier closing had covered. */
      ofClosedDrawers: z.array(
        z.object({ receiptNo: z.number(), reverses: z.number(), amount: money, closingNo: z.number() }),
      ),
    }),
  }),
})

export type ClosingSlip = z.output<typeof findCashierClosing.reply>['closing']

export const acceptClosing = change('/finances/acceptClosing/:campus/:closingNo', {
  summary: 'Take the cash of a closing into the safe; not by the cashier, unless no other user may write',
  access: 'writer',
  reply: z.object({ msg: z.literal('Closing accepted'), inSafe: money }),
})

export const findSafe = read('/finances/safe/:campus', {
  summary: 'The cash and the cheques in the safe, by closing',
  access: 'staff',
  reply: z.object({
    msg: z.string(),
    cash: money,
    closings: z.array(z.object({ closingNo: z.number(), left: money })),
    cheques: z.array(cheque),
  }),
})

export const enterDeposit = change('/finances/enterDeposit/:campus', {
  summary: 'Enter a deposit of cash and cheques from the safe; the oldest closings are emptied first',
  access: 'writer',
  body: z.object({
    depositedDate: requiredDate,
    account: text(),
    slip: text(),
    cash: given(z._default(cash, nothing)),
    /** The receipts of the deposited cheques. */
    cheques: given(z._default(z.array(wholeNumber('Not a receipt number', 1)).check(z.maxLength(500)), [])),
  }),
  reply: z.object({ msg: z.literal('Deposit entered'), depositNo: z.number(), inSafe: money }),
})
