// Ranges of receipt and adjustment numbers in cashiers' drawers, and the sums of a range (decision record 41).

import { sql } from 'kysely'
import type { Cheque, ClosingSlip } from '#contract/cashier-close.ts'
import type { NumberRange } from '#domain/cashier-close.ts'
import type { Money } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment-method.ts'
import { dayOf, startOfDay } from '#server/records/school-day.ts'
import type { Scope } from '#server/records/scope.ts'

/** SQL: the user in whose drawer a receipt `r`, or a refund `a`, is counted. */
export const drawerOfReceipt = `coalesce(r.drawer, r.received_by)`
export const drawerOfRefund = `coalesce(a.drawer, a.entered_by)`

const drawerOf = { receipt: sql.raw(drawerOfReceipt), refund: sql.raw(drawerOfRefund) }

export interface LastNumbers {
  readonly receipt: number
  readonly adjustment: number
}

/**
 * Locks the receipt counter, then the adjustment counter (the same order as corrections), until this transaction ends.
 * Returns the last numbers. Later statements of the transaction see everything that was committed before the lock.
 */
export async function lockLastNumbers({ trx, campus }: Scope): Promise<LastNumbers> {
  const { rows } = await sql<{ counter: keyof LastNumbers; last: number }>`
    select counter, last from counters where campus = ${campus} and counter in ('receipt', 'adjustment')
    order by counter desc for update`.execute(trx)
  const last = (counter: keyof LastNumbers) => rows.find((row) => row.counter === counter)?.last ?? 0
  return { receipt: last('receipt'), adjustment: last('adjustment') }
}

/** The state of one drawer. Rows after `afterReceipt` and `afterAdjustment` do not belong to a closing yet. */
export interface DrawerState {
  readonly afterReceipt: number
  readonly afterAdjustment: number
  /** The last numbers of the campus when the state was read. */
  readonly last: LastNumbers
  readonly floatBefore: Money
  /** The ordinal of the drawer's next closing, from 1. */
  readonly place: number
  readonly lastClosing: { readonly closingNo: number; readonly closedAt: Date } | null
  readonly blind: boolean
  /** The number of the campus's last closing; 0 if there is none. */
  readonly lastClosingNo: number
}

type StateRow = Omit<DrawerState, 'last' | 'lastClosing'> & {
  readonly lastReceipt: number
  readonly lastAdjustment: number
  readonly closingNo: number | null
  readonly closedAt: Date | null
}

/** Reads the caller's drawer. Its first closing starts where the campus's first closing started, or else today. */
export async function findDrawerState({ trx, campus, userId, today }: Scope): Promise<DrawerState> {
  const lastBeforeToday = (table: string, number: string) => sql`
    coalesce((select ${sql.raw(number)} from ${sql.raw(table)}
      where campus = ${campus} and entered_at < ${startOfDay(sql`${today}::date`)}
      order by ${sql.raw(number)} desc limit 1), 0)`
  const { rows } = await sql<StateRow>`
    select coalesce(own.up_to_receipt, first.after_receipt, ${lastBeforeToday('receipts', 'receipt_no')}) as "afterReceipt",
      coalesce(own.up_to_adjustment, first.after_adjustment, ${lastBeforeToday('adjustments', 'adjustment_no')})
        as "afterAdjustment",
      coalesce((select last from counters where campus = ${campus} and counter = 'receipt'), 0) as "lastReceipt",
      coalesce((select last from counters where campus = ${campus} and counter = 'adjustment'), 0)
        as "lastAdjustment",
      coalesce(own.float_kept, 0)::bigint as "floatBefore", coalesce(own.place, 0) + 1 as place,
      own.closing_no as "closingNo", own.closed_at as "closedAt",
      coalesce((select blind_count from campus_rules where campus = ${campus}), false) as blind,
      coalesce((select max(closing_no) from cashier_closings where campus = ${campus}), 0) as "lastClosingNo"
    from (select) one
      left join (select * from cashier_closings where campus = ${campus} and drawer = ${userId}
        order by place desc limit 1) own on true
      left join (select * from cashier_closings where campus = ${campus} order by closing_no limit 1) first on true
    `.execute(trx)
  const [row] = rows
  if (!row) throw new Error('A drawer was not read')
  const { lastReceipt, lastAdjustment, closingNo, closedAt, ...state } = row
  return {
    ...state,
    last: { receipt: lastReceipt, adjustment: lastAdjustment },
    lastClosing: closingNo !== null && closedAt !== null ? { closingNo, closedAt } : null,
  }
}

/** The numbers of receipts and adjustments in a closing of a drawer. */
export interface DrawerRange {
  readonly drawer: string
  readonly receipts: NumberRange
  readonly adjustments: NumberRange
}

/** The sums of one method in a range, in paisa, and the back-dated part of them. */
export interface MethodSums {
  readonly method: PaymentMethod
  readonly receipts: number
  readonly reversals: number
  readonly net: Money
  readonly backDated: number
  readonly backDatedAmount: Money
}

/** Amounts in paisa. */
export interface DrawerSums {
  readonly methods: readonly MethodSums[]
  /** Advances refunded in cash: `refunds` is their number, `cashRefunded` their sum minus reversed refunds. */
  readonly refunds: number
  readonly cashRefunded: Money
}

const isInDrawer = (campus: string, { drawer, receipts }: DrawerRange) => sql`
  r.campus = ${campus} and r.receipt_no > ${receipts.after} and r.receipt_no <= ${receipts.upTo}
    and ${drawerOf.receipt} = ${drawer}`

export async function sumDrawer({ trx, campus }: Scope, range: DrawerRange): Promise<DrawerSums> {
  const isBackDated = sql.raw(`r.kind = 'receipt' and r.received_on < ${dayOf('r.entered_at')}`)
  const { rows: methods } = await sql<MethodSums>`
    select r.method, (count(*) filter (where r.kind = 'receipt'))::int as receipts,
      (count(*) filter (where r.kind = 'reversal'))::int as reversals, sum(r.amount)::bigint as net,
      (count(*) filter (where ${isBackDated}))::int as "backDated",
      coalesce(sum(r.amount) filter (where ${isBackDated}), 0)::bigint as "backDatedAmount"
    from receipts r where ${isInDrawer(campus, range)} group by r.method order by r.method`.execute(trx)
  const { after, upTo } = range.adjustments
  const { rows: refunds } = await sql<Pick<DrawerSums, 'refunds' | 'cashRefunded'>>`
    select (count(*) filter (where a.amount > 0))::int as refunds, coalesce(sum(a.amount), 0)::bigint as "cashRefunded"
    from adjustments a
    where a.campus = ${campus} and a.adjustment_no > ${after} and a.adjustment_no <= ${upTo}
      and a.kind = 'refund' and a.method = 'cash' and ${drawerOf.refund} = ${range.drawer}`.execute(trx)
  const [row] = refunds
  if (!row) throw new Error('The refunds of a drawer were not read')
  return { methods, ...row }
}

/** SQL: the fields of a cheque, from receipt `r` and student `s`. */
export const chequeColumns = sql`r.receipt_no as "receiptNo", r.roll_no as "rollNo",
  s.student_name as "studentName", r.reference, r.cheque_date as "chequeDate", r.amount`

/** Lists cheques of a range that were not reversed within it, and reversals of earlier cheques, by receipt number. */
export async function listCheques({ trx, campus }: Scope, range: DrawerRange): Promise<Cheque[]> {
  const { rows } = await sql<Cheque>`
    with own as (select r.* from receipts r where ${isInDrawer(campus, range)} and r.method = 'cheque')
    select ${chequeColumns} from own r join students s on s.campus = r.campus and s.roll_no = r.roll_no
    where not exists (select from own x where x.reverses = r.receipt_no)
      and not exists (select from own o where o.receipt_no = r.reverses)
    order by r.receipt_no`.execute(trx)
  return rows
}

type ReversalOfClosedReceipt = ClosingSlip['ofClosedDrawers'][number]

export async function listReversalsOfClosedReceipts(
  { trx, campus }: Scope,
  range: DrawerRange,
): Promise<ReversalOfClosedReceipt[]> {
  const { rows } = await sql<ReversalOfClosedReceipt>`
    select x.receipt_no as "receiptNo", x.reverses, x.amount, c.closing_no as "closingNo"
    from (select r.* from receipts r where ${isInDrawer(campus, range)} and r.kind = 'reversal') x
      join receipts r on r.campus = x.campus and r.receipt_no = x.reverses
      join cashier_closings c on c.campus = r.campus and c.drawer = ${drawerOf.receipt}
        and r.receipt_no > c.after_receipt and r.receipt_no <= c.up_to_receipt and c.last_receipt < x.receipt_no
    order by x.receipt_no`.execute(trx)
  return rows
}

type NumberedKind = 'receipt' | 'adjustment'

const numberedTables = {
  receipt: { from: sql.raw('receipts r'), row: 'r', drawer: drawerOf.receipt },
  adjustment: { from: sql.raw('adjustments a'), row: 'a', drawer: drawerOf.refund },
} as const

/**
 * Finds the drawer that counts the correction of a row: the row's own drawer until a closing covers the row, then the
 * caller's. Returns null if it is the caller's. Before the campus's first closing, a row of an earlier day counts as
 * covered. The counter stays locked, so that no closing can run in between.
 */
async function lockDrawer(scope: Scope, what: NumberedKind, number: number): Promise<string | null> {
  const { trx, campus, userId, today } = scope
  await sql`select from counters where campus = ${campus} and counter = ${what} for update`.execute(trx)
  const { from, row, drawer } = numberedTables[what]
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const closingColumn = (end: string) => sql.ref(`c.${end}_${what}`)
  const { rows } = await sql<{ drawer: string }>`
    select ${drawer} as drawer from ${from} cross join lateral (select coalesce(
        (select max(${closingColumn('up_to')}) from cashier_closings c where c.campus = ${campus} and c.drawer = ${drawer}),
        (select ${closingColumn('after')} from cashier_closings c where c.campus = ${campus} order by c.closing_no limit 1)
      ) as until) covered
    where ${column('campus')} = ${campus} and ${column(`${what}_no`)} = ${number}
      and coalesce(${column(`${what}_no`)} > until, ${sql.raw(dayOf(`${row}.entered_at`))} = ${today}::date)`.execute(
    trx,
  )
  const owner = rows[0]?.drawer ?? userId
  return owner === userId ? null : owner
}

/** Finds the drawer that counts the correction of a receipt; null for the caller's drawer. */
export const lockDrawerOfReceipt = (scope: Scope, receiptNo: number): Promise<string | null> =>
  lockDrawer(scope, 'receipt', receiptNo)

/** Finds the drawer that counts the reversal of a refund; null for the caller's drawer. */
export const lockDrawerOfRefund = (scope: Scope, adjustmentNo: number): Promise<string | null> =>
  lockDrawer(scope, 'adjustment', adjustmentNo)
