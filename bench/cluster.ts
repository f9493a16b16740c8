// The PostgreSQL that is measured: a cluster of its own that is thrown away, with durability on; or the server that
// DATABASE_URL names, whose user must be a superuser.

import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asPostgres, findPostgres } from '#test/postgres-programs.ts'
import { freePort } from '#test/running-office.ts'
import { Client } from 'pg'

/** As the limits were measured; the prefix tells the product's statements from others in the log. */
export const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '1GB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  max_connections: '200',
  log_line_prefix: '%a|',
} as const

export interface Cluster {
  readonly version: string
  /** The address of one of its databases. */
  readonly url: (database: string) => string
  /** Its log; null where the server is not ours. */
  readonly log: string | null
  /** Where PostgreSQL's programs are; null where there are none. */
  readonly programs: string | null
  /** Makes a database, empty or as a copy of another one that nobody uses. */
  readonly create: (database: string, copyOf?: string) => Promise<void>
  readonly drop: (database: string) => Promise<void>
  readonly administer: (...statements: readonly string[]) => Promise<void>
  /** How many rows there are in a database of what follows `from`. */
  readonly countIn: (database: string, from: string) => Promise<number>
  readonly close: () => Promise<void>
}

interface Started {
  readonly url: string
  readonly log: string | null
  readonly stop: () => void
}

async function start(programs: string): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  if (process.getuid?.() === 0) {
    const uid = Number(execFileSync('id', ['-u', 'postgres']).toString())
    chownSync(folder, uid, statSync(folder).gid)
  }
  const [data, log, port] = [join(folder, 'data'), join(folder, 'log'), await freePort()]
  const said = Object.entries({ ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: folder })
  const options = [`-p ${port}`, ...said.map(([name, value]) => `-c ${name}='${value}'`)].join(' ')
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const stop = () => {
    const pidFile = join(data, 'postmaster.pid')
    if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  // Whatever ends the bench, nothing of it stays behind.
  process.once('exit', stop)
  await asPostgres(join(programs, 'initdb'), initdb, folder)
  const startServer = ['-D', data, '-l', log, '-w', '-t', '60', '-o', options, 'start']
  await asPostgres(join(programs, 'pg_ctl'), startServer, folder)
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, log, stop }
}

async function countIn(url: string, from: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${from}`)
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}

/** Opens the server that the bench measures on. */
export async function openCluster(): Promise<Cluster> {
  const programs = findPostgres() ?? null
  const given = process.env['DATABASE_URL']
  if (!given && !programs) throw new Error('PostgreSQL 15 or later is needed: install it or set DATABASE_URL')
  const {
    url: first,
    log,
    stop,
  } = given ? { url: given, log: null, stop: () => {} } : await start(programs ?? '')
  const made = new Set<string>()
  const url = (database: string) => Object.assign(new URL(first), { pathname: `/${database}` }).href
  const client = new Client({ connectionString: first })
  await client.connect()
  const administer = async (...statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  const drop = async (database: string) => {
    await administer(`drop database if exists ${database} with (force)`)
    made.delete(database)
  }
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return {
    version: rows[0]?.server_version ?? '',
    url,
    log,
    programs,
    administer,
    drop,
    countIn: (database, from) => countIn(url(database), from),
    async create(database, copyOf) {
      await drop(database)
      await administer(`create database ${database}${copyOf ? ` template ${copyOf} strategy file_copy` : ''}`)
      made.add(database)
    },
    async close() {
      if (given) for (const database of made) await drop(database)
      await client.end()
      stop()
    },
  }
}
