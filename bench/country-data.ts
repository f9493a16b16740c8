// Many campuses in SQL: the books of one campus from school-data.ts are copied for the other campuses, in the order in
// which many campuses would enter their rows. Each campus gets its own hashes.

import { Client } from 'pg'
import { clerkOf, fillSchool, type FilledTable, type School, type Size } from './school-data.ts'

export interface LoadResult {
  /** Seconds of each step. */
  readonly steps: Readonly<Record<string, number>>
  /** Bytes of the first campus while its indexes have grown row by row, before they are rebuilt. */
  readonly grownBytes: number
}

const template = 'country_template'
/** Tables that grow with the number of campuses. Their indexes are built after the rows. */
const largeTables = ['students', 'fees', 'vouchers', 'receipts', 'changes', 'book_hashes']

// A campus generates a month at once, but all campuses enter receipts and history at the same time. The order scatters
// a campus's rows accordingly. Vouchers are copied by month.
const orders: Readonly<Record<FilledTable, string>> = {
  students: 'c.n',
  fees: 'c.n',
  voucher_runs: 't.run_no, c.n',
  vouchers: 'c.n',
  receipts: 't.receipt_no',
  changes: 't.change_no',
  counters: 'c.n',
}

type Query = <Row extends object>(text: string) => Promise<Row[]>

/** Runs the statements on two connections. */
async function runAll(url: string, statements: readonly string[]): Promise<void> {
  const queue = [...statements]
  const work = async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set max_parallel_workers_per_gather = 0;
      set max_parallel_maintenance_workers = 0`)
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await client.query(next)
    await client.end()
  }
  await Promise.all([work(), work()])
}

// The outer side of the nested loop already has the requested order, so PostgreSQL does not sort.
async function copyStatement(query: Query, table: string, order: string, where = 'true'): Promise<string> {
  const columns = await query<{ name: string }>(`select quote_ident(attname) as name from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 and attgenerated = '' and not attisdropped order by attnum`)
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => {
    if (name === 'campus') return 'c.campus'
    return name.endsWith('_by') ? `case when t.${name} is not null then c.clerk end` : `t.${name}`
  })
  return `insert into ${table} (${names.join(', ')}) overriding system value select ${values.join(', ')}
    from ${template}.${table} t cross join ${template}.campuses c where ${where} order by ${order}`
}

/** Stores the first campus and the names of the other campuses in unlogged tables. */
async function keepTemplate(query: Query, { campusNames, firstCampus }: School): Promise<void> {
  await query(`create schema ${template}`)
  for (const table of Object.keys(orders)) {
    await query(`create unlogged table ${template}.${table} as select * from ${table}`)
  }
  const others = campusNames.slice(1).map((name, n) => `(${n}, '${name}', '${clerkOf(name)}')`)
  await query(`create unlogged table ${template}.campuses (n int, campus text, clerk text)`)
  if (others.length > 0) await query(`insert into ${template}.campuses values ${others.join(', ')}`)
  await query(`create unlogged table ${template}.words as
    select h.place, h.kind, h.number, r.words from book_hashes h join rows_to_hash r using (campus, kind, number)
    where h.campus = '${firstCampus}'`)
  // Each hash covers the words of the row and the previous hash, as in hash_rows_of().
  await query(`create function ${template}.next_hash(before bytea, words text) returns bytea language plpgsql immutable
      parallel safe as $$ begin return sha256(before || convert_to(words, 'UTF8')); end $$;
    create aggregate ${template}.chain(text) (sfunc = ${template}.next_hash, stype = bytea, initcond = '')`)
  await query(
    `analyze ${Object.keys(orders)
      .concat('campuses', 'words')
      .map((table) => `${template}.${table}`)
      .join(', ')}`,
  )
}

const hashesOf = (firstCampus: string, part: number, parts: number): string => `
  insert into book_hashes (campus, place, kind, number, hash)
  select c.campus, t.place, t.kind, t.number, ${template}.chain(
      replace(replace(t.words, '"${firstCampus}"', '"' || c.campus || '"'),
        '"${clerkOf(firstCampus)}"', '"' || c.clerk || '"')) over (partition by c.n order by t.place)
  from ${template}.campuses c cross join ${template}.words t where c.n % ${parts} = ${part}`

const copyStaff = (firstCampus: string): string => `
  insert into campuses (campus) select campus from ${template}.campuses order by n;
  insert into staff (campus, user_id, name, role, password_hash)
  select c.campus, c.clerk, 'Clerk of ' || c.campus, s.role, s.password_hash
  from ${template}.campuses c, staff s where s.campus = '${firstCampus}' order by c.n`

/** Disables the indexes of the large tables until they are rebuilt, and returns their names. */
async function suspendIndexes(query: Query): Promise<string[]> {
  const rows = await query<{ name: string }>(`
    with suspended as (
      update pg_index set indisvalid = false, indisready = false
      where indrelid = any(array['${largeTables.join("', '")}']::regclass[]) returning indexrelid, indrelid)
    select indexrelid::regclass::text as name from suspended
    order by pg_relation_size(indexrelid) desc`)
  return rows.map(({ name }) => name)
}

/** SQL: the bytes of all tables with their indexes, and of the indexes alone. */
export const bookBytes = `
  select sum(pg_total_relation_size(oid))::float8 as bytes, sum(pg_indexes_size(oid))::float8 as "ofIndexes"
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`

/** Loads the campuses into a migrated, empty database as a superuser. Reports each step when it has finished. */
export async function loadManyCampuses(
  url: string,
  size: Size,
  report: (step: string, seconds: number) => void,
): Promise<LoadResult> {
  const steps: Record<string, number> = {}
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    steps[name] = (performance.now() - start) / 1000
    report(name, steps[name])
    return result
  }
  const single = await step('first campus', () => fillSchool(url, { ...size, campuses: 1 }))
  const campusNames = Array.from({ length: size.campuses }, (_, n) => `Campus ${n + 1}`)
  const school = { ...single, ...size, campusNames }
  const client = new Client({ connectionString: url })
  await client.connect()
  const query: Query = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows
  await keepTemplate(query, school)
  const [grown] = await query<{ bytes: number }>(bookBytes)
  const indexes = await suspendIndexes(query)
  const months = Array.from({ length: size.months }, (_, n) => n + 1)
  const { vouchers: order, ...otherOrders } = orders
  const vouchers: string[] = []
  for (const month of months)
    vouchers.push(await copyStatement(query, 'vouchers', order, `t.run_no = ${month}`))
  const others: string[] = []
  for (const entry of Object.entries(otherOrders)) others.push(await copyStatement(query, ...entry))
  const parts = Math.ceil(size.campuses / 50)
  const hashes = Array.from({ length: parts }, (_, part) => hashesOf(school.firstCampus, part, parts))
  await step('rows', () => runAll(url, [copyStaff(school.firstCampus), ...others.toReversed(), ...vouchers]))
  await step('hashes', () => runAll(url, hashes))
  await step('indexes', () =>
    runAll(
      url,
      indexes.map((index) => `reindex index ${index}`),
    ),
  )
  await query(`drop schema ${template} cascade`)
  await query(
    `select setval(pg_get_serial_sequence('changes', 'change_no'), (select max(change_no) from changes))`,
  )
  await step('vacuum', () => query('vacuum analyze'))
  await step('checkpoint', () => query('checkpoint'))
  await client.end()
  return { steps, grownBytes: grown?.bytes ?? 0 }
}
