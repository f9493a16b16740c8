// Acts of the staff other than admissions, months and payments, each run by its handler, as its user and at its time.

import { approveRequest, requestApproval } from '#contract/approvals.ts'
import { saveCampusRules } from '#contract/campus-rules.ts'
import { acceptClosing, closeDrawer, enterDeposit, findDrawer, findSafe } from '#contract/cashier-close.ts'
import { closeBooks } from '#contract/closed-days.ts'
import { receivePayment } from '#contract/counter.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { generateForStudent } from '#contract/voucher-run.ts'
import { voidRun } from '#contract/voucher-void.ts'
import { addDays, addMonths, firstOfMonth } from '#domain/calendar.ts'
import { auditedRules } from '#domain/campus-rules.ts'
import { less, nothing, paisa, type Money } from '#domain/money.ts'
import { netBalance, thisMonth } from '#domain/voucher-amounts.ts'
import { openVoucher } from '#domain/voucher.ts'
import { handlers } from '#server/features/handlers.ts'
import type { CallInput } from '#server/http/call.ts'
import { decode } from '#server/http/decode.ts'
import type { Scope } from '#server/records/scope.ts'
import type { DemoCampus, DemoStaff } from './campuses.ts'
import { latestOf, type Ledger, type LedgerReceipt, type LedgerVoucher } from './ledger.ts'
import { clockTime, compareText, timeOn, type SchoolYear } from './school-year.ts'

/** An act of a user; everything before it must have been written. */
export interface DemoAct {
  readonly at: string
  readonly by: DemoStaff
  readonly run: (scope: Scope) => Promise<unknown>
}

interface Books {
  readonly campus: DemoCampus
  readonly year: SchoolYear
  readonly ledgers: readonly Ledger[]
  /** Sorted in the order of entry. */
  readonly receipts: readonly LedgerReceipt[]
  /** The number of the last voucher run. */
  readonly lastRun: number
}

const { approvals, campusRules, cashierClose, closedDays, counter, voucherRun, voucherVoid } = handlers

/** An amount that needs a second person. */
const largeAmount = paisa(600_000)

/** Returns the acts of a campus in chronological order. */
export function actsOf(books: Books): DemoAct[] {
  const { campus, ledgers } = books
  const debts = ledgers
    .filter(({ student }) => student.departure === null)
    .flatMap((ledger) => latestOf(ledger) ?? [])
    .filter((voucher) => voucher.posted && netBalance(voucher) > largeAmount)
  const untouched = debts.slice(2).filter(({ kind, received }) => kind === 'monthly' && received === nothing)
  const acts = [
    rulesAct(books),
    ...(campus.isAudited ? auditedActs(books, debts) : drawerActs(books)),
    ...untouched.slice(0, 1).map((voucher) => replacementAct(books, voucher)),
    ...untouched.slice(1, 2).flatMap((voucher) => correctionActs(books, voucher)),
  ]
  return acts.toSorted((one, other) => compareText(one.at, other.at))
}

const act = (at: string, by: DemoStaff, run: DemoAct['run']): DemoAct => ({ at, by, run })

/** Returns a call as the page sends it: amounts in rupees, numbers in the path as text. */
const call =
  <E extends Endpoint, R>(
    endpoint: E,
    handle: (context: CallInput<E> & { readonly scope: Scope }) => Promise<R>,
    { params = {}, body }: { readonly params?: object; readonly body?: object } = {},
  ) =>
  (scope: Scope): Promise<R> => {
    const input = { params: { campus: scope.campus, ...params }, body, query: {} }
    return handle({ ...decode(endpoint, input), scope })
  }

/** Returns a time of today after the last receipt and departure. */
const todayAt = ({ year }: Books, hours: number): string => timeOn(year, year.today, hours * 3600)

/** Sets the rules of the campus on the first day: all that an auditor expects, or the cash drawer alone. */
function rulesAct({ campus, year }: Books): DemoAct {
  const body = campus.isAudited
    ? { ...auditedRules, approvalLimit: (auditedRules.approvalLimit ?? nothing) / 100 }
    : { cashDrawer: true }
  const save = call(saveCampusRules, campusRules.saveCampusRules, { body })
  return act(clockTime(year.months[0].first, 7.5 * 3600), campus.admin, save)
}

/**
 * Returns acts under the rules that an auditor expects: the first month is closed; the desk requests a waiver, which is
 * pending; a debt is written off with approval; a voucher is generated for the wrong month and voided.
 */
function auditedActs(books: Books, debts: readonly LedgerVoucher[]): DemoAct[] {
  const { admin, office, desk } = books.campus
  const { last } = books.year.months[0]
  const approval = { params: { requestNo: '2' }, body: { note: 'Letter of the landlord seen' } }
  return [
    act(
      clockTime(addDays(last, 3), 7.6 * 3600),
      admin,
      call(closeBooks, closedDays.closeBooks, { body: { until: last } }),
    ),
    ...debts
      .slice(0, 1)
      .map((debt) =>
        act(
          todayAt(books, 9.3),
          desk,
          lowerDebt(debt, 'waiver', 'Father died; letter of the principal is on file'),
        ),
      ),
    ...debts
      .slice(1, 2)
      .flatMap((debt) => [
        act(
          todayAt(books, 9.4),
          office,
          lowerDebt(debt, 'write-off', 'Family moved away in the summer; three letters came back'),
        ),
        act(todayAt(books, 9.5), admin, call(approveRequest, approvals.approveRequest, approval)),
      ]),
    ...wrongMonthActs(books),
  ]
}

const lowerDebt = (voucher: LedgerVoucher, kind: 'waiver' | 'write-off', reason: string) => (scope: Scope) =>
  call(requestApproval, approvals.requestApproval, {
    body: {
      act: 'lowerDebt',
      params: { campus: scope.campus, rollNo: voucher.rollNo },
      body: { kind, amount: largeAmount / 100, reason, expectedBalance: netBalance(voucher) / 100 },
    },
  })(scope)

/** Generates the voucher of a student who owes nothing, and voids its run at once. */
function wrongMonthActs(books: Books): DemoAct[] {
  const { campus, year, ledgers, lastRun } = books
  const paid = ledgers.find((ledger) => {
    const latest = latestOf(ledger)
    return ledger.student.departure === null && latest?.kind === 'monthly' && latest.posted && latest.paid
  })
  const latest = paid && latestOf(paid)
  if (!latest) return []
  const params = { rollNo: String(latest.rollNo), runNo: String(lastRun + 1) }
  const month = { fromDate: firstOfMonth(addMonths(year.months[2].month, 1)) }
  const expectedAmount = thisMonth(openVoucher(paid.fees, latest)) / 100
  const mistake = { reason: 'Generated for the wrong month', expectedCount: 1, expectedAmount }
  return [
    act(
      todayAt(books, 9.55),
      campus.office,
      call(generateForStudent, voucherRun.generateForStudent, { params, body: month }),
    ),
    act(todayAt(books, 9.6), campus.office, call(voidRun, voucherVoid.voidRun, { params, body: mistake })),
  ]
}

const pay = (voucherId: string | undefined, body: object) =>
  call(receivePayment, counter.receivePayment, { params: { voucherId }, body })

/** Reissues a voucher with a new number, and receives its balance. */
const replacementAct = (books: Books, replaced: LedgerVoucher): DemoAct =>
  act(todayAt(books, 9.7), books.campus.desk, async (scope) => {
    const note = 'Printed again with a new number'
    const { voucher } = await call(generateForStudent, voucherRun.generateForStudent, {
      params: { rollNo: String(replaced.rollNo) },
      body: { fromDate: replaced.periodFrom, note, forceGenerate: true },
    })(scope)
    await pay(voucher?.voucherNo, { receivedAmount: netBalance(replaced) / 100 })(scope)
  })

/** Enters an amount without its last digit, which the admin corrects. */
function correctionActs(books: Books, { voucherNo }: LedgerVoucher): DemoAct[] {
  const { desk, admin } = books.campus
  const correction = { receivedAmount: 4000, editedBy: admin.userId, reason: 'Amount entered wrongly' }
  return [
    act(todayAt(books, 9.8), desk, pay(voucherNo, { receivedAmount: 400 })),
    act(todayAt(books, 9.9), admin, pay(voucherNo, correction)),
  ]
}

const daysClosed = 3
/** The index of the day on which cash is missing. */
const shortDay = 1
const shortBy = paisa(10_000)
const floatKept = paisa(200_000)

/** Closes the desk's drawer on the last days with receipts; the office accepts all but the last two, and deposits their money. */
function drawerActs({ campus, year, receipts }: Books): DemoAct[] {
  const { desk, office } = campus
  const deskReceipts = receipts.filter(({ entered }) => entered.by === desk.userId)
  const days = [...new Set(deskReceipts.map(({ receivedOn }) => receivedOn))]
    .filter((day) => day < year.today)
    .slice(-daysClosed)
  const acceptanceDays = days.slice(1, -1)
  return [
    ...days.map((day, index) =>
      act(clockTime(day, 14.25 * 3600), desk, (scope) =>
        countDrawer(scope, index === shortDay ? shortBy : nothing),
      ),
    ),
    ...acceptanceDays.map((day, index) =>
      act(
        clockTime(day, 8 * 3600),
        office,
        call(acceptClosing, cashierClose.acceptClosing, { params: { closingNo: String(index + 1) } }),
      ),
    ),
    ...acceptanceDays.slice(-1).map((day) => act(clockTime(day, 10.5 * 3600), office, depositAll)),
  ]
}

/** Closes the drawer; counts it twice if anything is missing. */
async function countDrawer(scope: Scope, missing: Money): Promise<void> {
  const { expected } = await call(findDrawer, cashierClose.findDrawer)(scope)
  const sum = expected ?? nothing
  const countedCash = sum > missing ? less(sum, missing) : sum
  const body = { counted: countedCash / 100, floatKept: Math.min(countedCash, floatKept) / 100 }
  const count = (fields: object) =>
    call(closeDrawer, cashierClose.closeDrawer, { body: { ...body, ...fields } })(scope)
  await count({})
  if (countedCash < sum) await count({ recount: true, remark: 'Change given wrongly' })
}

async function depositAll(scope: Scope): Promise<void> {
  const { cash, cheques } = await call(findSafe, cashierClose.findSafe)(scope)
  if (cash === 0 && cheques.length === 0) return
  const body = {
    depositedDate: scope.today,
    account: 'HBL 0045-7901',
    slip: 'DS 20611',
    cash: cash / 100,
    cheques: cheques.map(({ receiptNo }) => receiptNo),
  }
  await call(enterDeposit, cashierClose.enterDeposit, { body })(scope)
}
