import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'

export interface Maintenance {
  /** Call it after a bulk change has been committed. Never rejects. */
  afterBulkWork: () => Promise<void>
  stop: () => Promise<void>
}

interface Settings {
  engine: 'embedded' | 'postgresql'
  onError: (error: unknown) => void
  everyMs?: number
  longMs?: number
}

const fiveMinutes = 5 * 60_000
/** The pause after a long analysis, as a multiple of its time: among many campuses, one always generates vouchers. */
const pauseFactor = 20

/** Does for the embedded database what a PostgreSQL server does on its own: statistics, vacuum, checkpoints. */
export function startMaintenance<T>(
  db: Kysely<T>,
  { engine, onError, everyMs = fiveMinutes, longMs = 2000 }: Settings,
): Maintenance {
  const embedded = engine === 'embedded'
  let stopped = false
  let running: Promise<void> | undefined
  let bulkWaiting: Promise<void> | undefined
  let seenPosition: string | undefined
  const pauses = startPauses(longMs)

  // Works table by table, so that a waiting request gets the connection between two tables.
  async function forEachTable(command: string) {
    for (const table of await ownTables(db, embedded)) {
      if (stopped) return
      await sql.raw(`${command} ${table}`).execute(db)
    }
  }

  async function vacuumIfWritten() {
    const position = await writePosition(db)
    if (position === seenPosition) return
    await forEachTable('vacuum (analyze)')
    await sql`checkpoint`.execute(db)
    seenPosition = await writePosition(db)
  }

  async function analyze() {
    bulkWaiting = undefined
    const start = performance.now()
    await forEachTable('analyze')
    if (!embedded) await analyzeForOwner(db)
    if (embedded && !stopped) await sql`checkpoint`.execute(db)
    pauses.after(performance.now() - start)
  }

  /** Runs one job at a time; an error goes to `onError` and never to the caller. */
  function run(job: () => Promise<void>) {
    const previous = running ?? Promise.resolve()
    running = previous
      .then(async () => {
        if (!stopped) await job()
      })
      .catch((error: unknown) => {
        onError(error)
      })
    return running
  }

  const timer = embedded ? setInterval(() => void run(vacuumIfWritten), everyMs) : undefined
  timer?.unref()

  return {
    afterBulkWork() {
      // Calls that come before the job starts share it.
      bulkWaiting ??= pauses.over().then(() => run(analyze))
      return bulkWaiting
    },
    async stop() {
      stopped = true
      pauses.stop()
      clearInterval(timer)
      await bulkWaiting
      await running
    },
  }
}

/** Keeps the pauses after long analyses. */
function startPauses(longMs: number) {
  let until = 0
  const stopping = new AbortController()
  return {
    after(ms: number) {
      if (ms >= longMs) until = performance.now() + pauseFactor * ms
    },
    /** Resolves at the end of the pause, or at `stop`. */
    async over() {
      const ms = until - performance.now()
      if (ms > 0) await delay(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    },
    stop: () => stopping.abort(),
  }
}

/** Returns the position in the write-ahead log, which changes only if something was written. */
async function writePosition<T>(db: Kysely<T>) {
  const { rows } = await sql<{
    position: string
  }>`select pg_current_wal_insert_lsn()::text as position`.execute(db)
  return rows[0]?.position
}

/** Lists the tables that this user may vacuum; with statistics also pg_statistic, which each ANALYZE enlarges. */
async function ownTables<T>(db: Kysely<T>, withStatistics: boolean) {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and pg_has_role(relowner, 'usage')
      and (nspname not in ('pg_catalog', 'information_schema')
        or ${withStatistics} and pg_class.oid = 'pg_statistic'::regclass)
      and nspname not like 'pg_temp%'
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Refreshes the statistics of tables that belong to another role (server-role.ts). */
async function analyzeForOwner<T>(db: Kysely<T>) {
  await sql`
    do $$ begin
      if exists (select from pg_proc p join pg_class t on t.relname = 'staff' and t.relnamespace = 'public'::regnamespace
        where p.proname = 'refresh_statistics' and not pg_has_role(t.relowner, 'usage')) then
        perform refresh_statistics();
      end if;
    end $$`.execute(db)
}
