import { alternate, timesLimit, type Run } from '#bench/measurement.ts'
import type { QueryName } from '#bench/reference-queries.ts'
import { payment, studentAccount, studentsByName, type UnpaidVoucher } from '#bench/requests.ts'
import { clerkOf } from '#bench/school-data.ts'
import { onCopy, readRows, type Measure, type Site } from '#bench/site.ts'

const children = 4

/** SQL that makes families of four students, each with the father of the family's first student. */
const makeFamilies = (campus: string): string => `
  set session_replication_role = replica;
  update students s set father_name = f.father_name, father_cnic = f.father_cnic, father_home_phone = f.father_home_phone
  from students f
  where s.campus = '${campus}' and f.campus = s.campus and f.roll_no = s.roll_no - (s.roll_no - 1) % ${children};
  set session_replication_role = origin`

interface Family {
  /** The father's CNIC in digits. */
  readonly cnic: string
  readonly vouchers: readonly UnpaidVoucher[]
}

const listFamilies = ({ cluster, database, school }: Site): Promise<Family[]> =>
  readRows(
    cluster.url(database),
    `select s.family_cnic as cnic, json_agg(json_build_object('campus', v.campus, 'voucherNo', v.voucher_no,
       'rollNo', v.roll_no, 'balance', v.net_balance) order by v.roll_no) as vouchers
     from students s join vouchers v on v.campus = s.campus and v.roll_no = s.roll_no
     where s.campus = $1 and v.issue_date = $2 and v.posted and not v.fee_paid
     group by s.family_cnic having count(*) = ${children} order by min(v.roll_no)`,
    [school.firstCampus, school.lastMonth],
  )

/** The look-ups of a family: by the father's CNIC, as the search sends it, and on a child's page. */
const lookUps = [
  {
    what: `the ${children} children of a family by the father's CNIC`,
    query: 'family',
    request: (campus: string, { cnic }: Family) => studentsByName(campus, cnic),
    parameter: ({ cnic }: Family) => cnic,
    note: 'L treats the digits as a complete CNIC',
  },
  {
    what: `a child's page with account, brothers and sisters`,
    query: 'account',
    request: (campus: string, { vouchers }: Family) => studentAccount(campus, vouchers[0]?.rollNo ?? 0),
    parameter: ({ vouchers }: Family) => vouchers[0]?.rollNo ?? 0,
    note: 'L reads the rows without building the account',
  },
] as const satisfies readonly { readonly query: QueryName; readonly [part: string]: unknown }[]

const measureFamilies: Measure['measure'] = async (site, report) => {
  const { portal, school, today, sql, cluster, openReference } = site
  const campus = school.firstCampus
  await sql.time(makeFamilies(campus))
  await sql.time('vacuum analyze students')
  const families = await listFamilies(site)
  const familyAt = (turn: number): Family => {
    const family = families[turn % families.length]
    if (!family) throw new Error(`No families at ${campus}`)
    return family
  }
  const { send } = await portal.signIn(campus)
  const reference = openReference()
  for (const { what, query, request, parameter, note } of lookUps) {
    const ours: Run = async (turn) => (await send(request(campus, familyAt(turn)))).ms
    const limit: Run = (turn) => reference(query, campus, parameter(familyAt(turn)))
    // The portal on the copy is a new process, which needs many warm-ups.
    const times = await alternate(ours, limit, { warmUps: 100, runs: 200 })
    const statements = await cluster.countStatements(() => ours(7))
    report({ row: '22', what, ...timesLimit(times, 3), statements, note })
  }

  /** Pays the vouchers of a family one after another, and returns the sum of the times. */
  const payAll = async (turn: number, pay: (voucher: UnpaidVoucher) => Promise<number>): Promise<number> => {
    let ms = 0
    for (const voucher of familyAt(turn).vouchers) ms += await pay(voucher)
    return ms
  }
  const payAtPortal = async (voucher: UnpaidVoucher) => (await send(payment(voucher, today))).ms
  const payAtReference = ({ voucherNo }: UnpaidVoucher) =>
    reference('pay', campus, voucherNo, clerkOf(campus), crypto.randomUUID())
  // Each family is paid once: portal and reference alternate, and the last family is for counting the statements.
  const runs = Math.min(100, (families.length >> 1) - 10)
  const times = await alternate(
    (turn) => payAll(2 * turn, payAtPortal),
    (turn) => payAll(2 * turn + 1, payAtReference),
    { warmUps: 5, runs },
  )
  const statements = await cluster.countStatements(() => payAll(families.length - 1, payAtPortal))
  const what = `payments of a family, a receipt for each of ${children} children`
  report({ row: '22', what, ...timesLimit(times, 1.6), statements, note: 'L is the reference server' })
}

/** Goal 22: finding and paying a family, on a copy of the school with four students per family. */
export const familyRows: Measure = {
  goals: [22],
  measure: (site, report) => onCopy(site, (copy) => measureFamilies(copy, report)),
}
