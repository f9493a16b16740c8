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
import { sumCollected } from '#domain/collected.ts'
import { nothing, sum } from '#domain/money.ts'
import { classes } from '#domain/school.ts'
import type { CallContext } from '#server/http/call.ts'
import type { UntrustedProxies } from '#server/http/untrusted-proxies.ts'
import { readBackupStatus } from '#server/records/campus/backups.ts'
import {
  countCorrectionsEntered,
  findCampusCounts,
  findDebts,
  findSetUpState,
  listBilledByMonth,
  listLastReceipts,
  listReceiptsByDay,
  type DayReceipts,
  type Debts,
} from '#server/records/campus/overview.ts'
import { countDrawersToClose } from '#server/records/drawers/cashier-closings.ts'
import { findUnseenAlerts } from '#server/records/security-events.ts'

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

/** Returns what was collected and is overdue in each class that has any, in the order of the school. */
const classFigures = ({ collected, overdue }: Debts) =>
  classes.flatMap((studentClass) => {
    const { billed, received } = sumCollected(collected.filter((row) => row.studentClass === studentClass))
    const { amount = nothing } = overdue.find((row) => row.studentClass === studentClass) ?? {}
    return billed === 0 && amount === 0 ? [] : [{ studentClass, billed, received, overdue: amount }]
  })

const overdueInAll = ({ overdue }: Debts) => ({
  students: overdue.reduce((all, { students }) => all + students, 0),
  amount: sum(nothing, ...overdue.map(({ amount }) => amount)),
  since: overdue.map(({ since }) => since).toSorted()[0] ?? null,
})

const monthFigures = ({ ofMonth, collected }: Debts) => ({
  ...ofMonth,
  ...sumCollected(collected),
  arrears: sum(nothing, ...collected.map(({ arrears }) => arrears)),
  advance: sum(nothing, ...collected.map(({ advance }) => advance)),
})

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
  const debts = await findDebts(scope, month, maxDebts)
  const billed = [
    ...(await listBilledByMonth(scope, twelveMonths.slice(0, -1))),
    { ...month, billed: sumCollected(debts.collected).billed },
  ]
  const { ages, notDue, long, largest, advance, notPosted } = debts
  const { active, incomplete, hasNext, hasPosted, movements } = await findCampusCounts(scope, month)
  const { admitted = 0, left = 0 } = rowOfMonth(movements, month) ?? {}

  return {
    msg: 'Overview fetched',
    today: {
      ...receiptsOfToday(receipts, today, userId),
      corrected: await countCorrectionsEntered(scope, today),
    },
    drawersToClose: await countDrawersToClose(scope),
    lastReceipts: [...(await listLastReceipts(scope, maxReceipts))],
    month: { ...month, ...monthFigures(debts) },
    nextMonth: { ...addMonths(month, 1), hasVouchers: hasNext },
    hasPosted,
    dues: {
      overdue: overdueInAll(debts),
      ages: [...ages],
      notDue: [...notDue],
      long,
      advance,
      notPosted,
      top: [...largest],
    },
    students: { active, incomplete, admitted, left },
    byClass: classFigures(debts),
    byDay: dayTotals(receipts, month),
    byReceiver: receivers(receipts, today, month),
    months: twelveMonths.map((one) => ({
      ...one,
      billed: rowOfMonth(billed, one)?.billed ?? nothing,
      received: totalBetween(receipts, firstOfMonth(one), lastOfMonth(one)),
      admitted: rowOfMonth(movements, one)?.admitted ?? 0,
      left: rowOfMonth(movements, one)?.left ?? 0,
    })),
  }
}

/** Returns the status of the backups, which is the same for every campus. */
export async function backupStatus({ scope }: CallContext<typeof contract.backupStatus>) {
  return { msg: 'Backups fetched', ...(await readBackupStatus(scope)) }
}

/** Counts the alerts since an admin of the campus last read the security log. */
export async function securityAlerts({ scope }: CallContext<typeof contract.securityAlerts>) {
  const { alerts, since } = await findUnseenAlerts(scope)
  return { msg: 'Alerts fetched', count: alerts, since }
}
