import type * as contract from '#contract/overview.ts'
import {
  addDays,
  addMonths,
  compareMonths,
  firstOfMonth,
  lastOfMonth,
  monthFromNumber,
  schoolYearStart,
  type CalendarDate,
  type Month,
} from '#domain/calendar.ts'
import { nothing, sum } from '#domain/money.ts'
import { classes } from '#domain/school.ts'
import type { CallContext } from '#server/http/call.ts'
import type { UntrustedProxies } from '#server/http/untrusted-proxies.ts'
import {
  countReversalsEntered,
  findCampusCounts,
  findDebts,
  listChargesByMonth,
  listLastReceipts,
  listReceiptsByDay,
  listVouchersByClass,
  type ClassVouchers,
  type DayReceipts,
  type DebtSums,
} from '#server/records/campus/overview.ts'
import { findSetUpState } from '#server/records/campus/set-up-state.ts'
import { countDrawersToClose } from '#server/records/drawers/cashier-closings.ts'

export const untrustedProxiesOf =
  (untrusted: UntrustedProxies) =>
  async ({ scope }: CallContext<typeof contract.untrustedProxies>) => ({
    msg: 'Untrusted proxies fetched',
    proxies: untrusted.list(scope.now),
  })

/** Returns the parts of a new campus that are already set up. */
export async function setUpState({ scope }: CallContext<typeof contract.setUpState>) {
  return { msg: 'State fetched', ...(await findSetUpState(scope)) }
}

const maxDebts = 10

const maxReceipts = 6

const sumReceipts = (rows: readonly DayReceipts[]) => ({
  count: rows.reduce((all, { count }) => all + count, 0),
  total: sum(...rows.map(({ total }) => total)),
})

const totalBetween = (rows: readonly DayReceipts[], from: CalendarDate, to: CalendarDate) =>
  sumReceipts(rows.filter(({ day }) => day >= from && day <= to)).total

function receiptsOfToday(rows: readonly DayReceipts[], today: CalendarDate, userId: string) {
  const receiptsOn = (date: CalendarDate) => rows.filter(({ day }) => day === date)
  return {
    ...sumReceipts(receiptsOn(today)),
    mine: sumReceipts(receiptsOn(today).filter(({ receivedBy }) => receivedBy === userId)),
    yesterday: sumReceipts(receiptsOn(addDays(today, -1))),
  }
}

/** Sums the receipts of each person; the person who received most in the school year comes first. */
function receivers(rows: readonly DayReceipts[], today: CalendarDate, month: Month) {
  const names = new Map(rows.map(({ receivedBy, name }) => [receivedBy, name]))
  return [...names]
    .map(([receivedBy, name]) => {
      const ownRows = rows.filter((row) => row.receivedBy === receivedBy)
      return {
        receivedBy,
        name,
        today: totalBetween(ownRows, today, today),
        month: totalBetween(ownRows, firstOfMonth(month), lastOfMonth(month)),
        year: totalBetween(ownRows, schoolYearStart(today), today),
      }
    })
    .filter((person) => person.today !== 0 || person.month !== 0 || person.year !== 0)
    .toSorted((one, other) => other.year - one.year || (one.receivedBy < other.receivedBy ? -1 : 1))
}

/** Sums the money received on each day of a month that has receipts. */
function dayTotals(rows: readonly DayReceipts[], month: Month) {
  const [from, to] = [firstOfMonth(month), lastOfMonth(month)]
  const days = new Set(rows.map(({ day }) => day).filter((day) => day >= from && day <= to))
  return [...days].map((date) => ({ date, total: totalBetween(rows, date, date) }))
}

const noVouchers: Omit<ClassVouchers, 'studentClass' | 'fees'> = {
  vouchers: 0,
  charged: nothing,
  received: nothing,
  paid: 0,
  part: 0,
  unpaid: 0,
  toPost: 0,
}

const addFigures = (one: typeof noVouchers, other: typeof noVouchers): typeof noVouchers => ({
  vouchers: one.vouchers + other.vouchers,
  charged: sum(one.charged, other.charged),
  received: sum(one.received, other.received),
  paid: one.paid + other.paid,
  part: one.part + other.part,
  unpaid: one.unpaid + other.unpaid,
  toPost: one.toPost + other.toPost,
})

const sumDebts = (debts: readonly DebtSums[]) => ({
  students: debts.reduce((all, { students }) => all + students, 0),
  amount: sum(...debts.map(({ amount }) => amount)),
})

const ageing = (debts: readonly DebtSums[]) =>
  [1, 2, 3].map((months) => ({ months, ...sumDebts(debts.filter((debt) => debt.months === months)) }))

/** Returns the month's vouchers and the dues of each class that has any, in the order of the school. */
const classFigures = (vouchers: readonly ClassVouchers[], debts: readonly DebtSums[]) =>
  classes
    .map((studentClass) => {
      const ofClass = vouchers.find((row) => row.studentClass === studentClass) ?? noVouchers
      return {
        studentClass,
        vouchers: ofClass.vouchers,
        charged: ofClass.charged,
        received: ofClass.received,
        dues: sumDebts(debts.filter((debt) => debt.studentClass === studentClass)).amount,
      }
    })
    .filter((figures) => figures.vouchers > 0 || figures.dues !== 0)

const rowOfMonth = <Row extends Month>(rows: readonly Row[], month: Month): Row | undefined =>
  rows.find((row) => compareMonths(row, month) === 0)

/** Returns the figures of the campus for a month and for today. */
export async function campusOverview({ params, query, scope }: CallContext<typeof contract.campusOverview>) {
  const { today, userId } = scope
  const month =
    query.year === undefined
      ? monthFromNumber(params.month, today)
      : { year: query.year, month: params.month }
  const twelveMonths = [...Array(12).keys()].map((index) => addMonths(month, index - 11))
  const receiptsFrom = [firstOfMonth(addMonths(month, -11)), schoolYearStart(today), addDays(today, -1)]

  const receipts = await listReceiptsByDay(scope, {
    from: receiptsFrom.reduce((one, other) => (one < other ? one : other)),
    to: lastOfMonth(month) > today ? lastOfMonth(month) : today,
    countFrom: addDays(today, -1),
  })
  const vouchers = await listVouchersByClass(scope, month)
  const charges = [
    ...(await listChargesByMonth(scope, twelveMonths.slice(0, -1))),
    { ...month, charged: sum(...vouchers.map(({ fees }) => fees)) },
  ]
  const { sums: debts, largest, advance, notPosted } = await findDebts(scope, month, maxDebts)
  const { active, incomplete, hasNext, hasPosted, movements } = await findCampusCounts(scope, month)
  const { students, amount: total } = sumDebts(debts)
  const { admitted = 0, left = 0 } = rowOfMonth(movements, month) ?? {}

  return {
    msg: 'Overview fetched',
    today: {
      ...receiptsOfToday(receipts, today, userId),
      corrected: await countReversalsEntered(scope, today),
    },
    drawersToClose: await countDrawersToClose(scope),
    lastReceipts: [...(await listLastReceipts(scope, maxReceipts))],
    month: {
      ...month,
      ...vouchers.reduce(addFigures, noVouchers),
      overdue: debts.reduce((all, { overdue }) => all + overdue, 0),
    },
    nextMonth: { ...addMonths(month, 1), hasVouchers: hasNext },
    hasPosted,
    dues: {
      total,
      students,
      ageing: ageing(debts),
      advance,
      notPosted,
      top: [...largest],
    },
    students: { active, incomplete, admitted, left },
    byClass: classFigures(vouchers, debts),
    byDay: dayTotals(receipts, month),
    byReceiver: receivers(receipts, today, month),
    months: twelveMonths.map((one) => ({
      ...one,
      charged: rowOfMonth(charges, one)?.charged ?? nothing,
      received: totalBetween(receipts, firstOfMonth(one), lastOfMonth(one)),
      admitted: rowOfMonth(movements, one)?.admitted ?? 0,
      left: rowOfMonth(movements, one)?.left ?? 0,
    })),
  }
}
