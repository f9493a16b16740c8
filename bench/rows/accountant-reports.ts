import { accountantQueries } from '#bench/accountant-queries.ts'
import { atMost } from '#bench/measurement.ts'
import { fillIn, withParameters } from '#bench/reference-queries.ts'
import { accountantReport, correctReceipt, feeRecord, lowerDebt, type Period } from '#bench/requests.ts'
import { monthAfter } from '#bench/school-data.ts'
import { onCopy, readRows, type Measure, type Site } from '#bench/site.ts'
import { addDays } from '#domain/calendar.ts'
import { measureReport } from './reports.ts'

/** A report with the filters of its page, and with `days`: the parameters of its reference after the campus. */
interface AccountantReport {
  readonly name: string
  readonly what: string
  readonly filters: object
  readonly query: keyof typeof accountantQueries
  readonly days: readonly string[]
  readonly note: string
}

const daysOf = ({ from, to }: Period) => ({ filters: { fromDate: from, toDate: to }, days: [from, to] })

/** Lists the reports. The bench's vouchers of the last month are unpaid, so some reports use the month before. */
function reportsOf({ school, today }: Site): readonly AccountantReport[] {
  const paidMonth = monthAfter(school.lastMonth, -1)
  const month = daysOf({ from: paidMonth, to: addDays(school.lastMonth, -1) })
  const dayOf = (day: string) => ({ ...daysOf({ from: day, to: day }), query: 'dayBook' as const })
  const classes = { studentClass: 'all', section: 'all' }
  return [
    {
      name: 'getAgeing',
      what: 'ageing of dues today',
      filters: { asOf: today, ...classes },
      query: 'ageing',
      days: [today],
      note: 'L ages only the vouchers that are marked as unpaid; the portal ages all vouchers',
    },
    {
      name: 'getRollForward',
      what: 'roll-forward of a month by class',
      ...month,
      query: 'rollForward',
      note: 'L adds up the current vouchers and receipts',
    },
    {
      name: 'getReceivedByHead',
      what: 'received in a month by fee head',
      ...month,
      query: 'receivedByHead',
      note: 'L spreads the receipts over the current charges and ignores reversals',
    },
    {
      name: 'getCollection',
      what: 'collection against billing of a month',
      ...month,
      query: 'collection',
      note: 'L spreads the receipts as above',
    },
    {
      name: 'getDayBook',
      what: 'day book of a day on which a month was generated',
      ...dayOf(school.lastMonth),
      note: 'L reads only the entries of that day',
    },
    {
      name: 'getDayBook',
      what: 'day book of a day with receipts',
      ...dayOf(addDays(paidMonth, 10)),
      note: 'L reads only the entries of that day',
    },
  ]
}

async function measureOne(site: Site, report: Parameters<Measure['measure']>[1], job: AccountantReport) {
  const { firstCampus: campus, students } = site.school
  const { row } = await measureReport(site, {
    row: '19',
    what: `${job.what}, ${students.toLocaleString('en')} students x ${site.school.months} months`,
    request: accountantReport(job.name, campus, job.filters),
    reference: fillIn(accountantQueries[job.query], campus, ...job.days),
    factor: 3,
    runs: 11,
  })
  report({ ...row, note: job.note })
}

const exceptionsPerKind = 200

/** Corrects receipts of the whole year and lowers debts, as an office does in a year. */
async function makeExceptions({ cluster, database, portal, school }: Site): Promise<void> {
  const campus = school.firstCampus
  const { send } = await portal.signIn(campus)
  const receipts = await readRows<{ receiptNo: number; rupees: number }>(
    cluster.url(database),
    `select receipt_no as "receiptNo", amount::float8 / 100 as rupees from receipts
     where campus = $1 order by receipt_no * 7919::bigint % 104729 limit $2`,
    [campus, exceptionsPerKind],
  )
  for (const { receiptNo, rupees } of receipts) await send(correctReceipt(campus, receiptNo, rupees - 1))
  for (let rollNo = 1; rollNo <= exceptionsPerKind; rollNo += 1) await send(lowerDebt(campus, rollNo, 100))
}

/** Measures the fee record as of the paid month's last evening (within a second), compared with the current rows. */
async function measureAsOf(site: Site, report: Parameters<Measure['measure']>[1]): Promise<void> {
  const { firstCampus: campus, lastMonth, students } = site.school
  const period = { from: monthAfter(lastMonth, -1), to: addDays(lastMonth, -1) }
  const request = feeRecord(campus, period, 'rows')
  const { row } = await measureReport(site, {
    row: '19',
    what: `fee record of a month of ${students.toLocaleString('en')} students as of its last evening`,
    request: { ...request, body: { ...Object(request.body), asOf: period.to } },
    reference: withParameters('voucherRows', campus, period.from, period.to),
    factor: 1,
    runs: 11,
  })
  const note = 'L reads the current month; the portal derives all vouchers of the campus'
  report({ ...row, ...atMost(row.ours, 'ms', 1000), limit: row.limit, note })
}

/** Goal 19: the accountant's reports, each within three times the simplest query that returns its rows. */
export const accountantRows: Measure = {
  goals: [19],
  async measure(site, report) {
    for (const job of reportsOf(site)) await measureOne(site, report, job)
    await measureAsOf(site, report)
    await onCopy(site, async (copy) => {
      await makeExceptions(copy)
      await measureOne(copy, report, {
        name: 'getExceptions',
        what: `corrections and exceptions of a year (${2 * exceptionsPerKind})`,
        ...daysOf({ from: copy.year.from, to: copy.today }),
        query: 'exceptions',
        note: 'L reads each kind from its table, without the earlier states of vouchers',
      })
    })
  },
}
