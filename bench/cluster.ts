// The measured PostgreSQL server: the bench's own cluster, or that of DATABASE_URL, whose user must be a superuser.

import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { asPostgres, findPostgres, findPostgresUser } from '#test/postgres-programs.ts'
import { freePort } from '#test/running-server.ts'

/** The settings for which the goals were set. */
export const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '1GB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  max_connections: '200',
} as const

export interface Cluster {
  readonly version: string
  /** The folder of PostgreSQL's programs; undefined if they are not installed. */
  readonly programs: string | undefined
  readonly url: (database: string) => string
  /** Recreates a database, empty or as a copy of `copyOf`, which must have no connections. */
  readonly create: (database: string, copyOf?: string) => Promise<void>
  readonly drop: (database: string) => Promise<void>
  readonly query: Query
  /** Counts the statements that the portal sends during the work; undefined if the server's log cannot be read. */
  readonly countStatements: (work: () => Promise<unknown>) => Promise<number | undefined>
  readonly close: () => Promise<void>
}

type Query = (statement: string) => Promise<Readonly<Record<string, unknown>>[]>

/** `folder` keeps the cluster after the bench; `settings` override the settings above. */
export interface ClusterOptions {
  readonly folder?: string | undefined
  readonly settings?: Readonly<Record<string, string>>
}

async function start(programs: string, { folder: keepIn, settings: overrides }: ClusterOptions) {
  if (keepIn !== undefined) mkdirSync(keepIn, { recursive: true })
  const folder = keepIn ?? mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  const user = await findPostgresUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const [data, log, port] = [join(folder, 'data'), join(folder, 'log'), await freePort()]
  const stop = () => {
    const pidFile = join(data, 'postmaster.pid')
    const signal = keepIn === undefined ? 'SIGQUIT' : 'SIGINT'
    if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), signal)
    if (keepIn === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', stop)
  const close = async () => {
    process.off('exit', stop)
    if (keepIn === undefined) stop()
    else
      await asPostgres(
        join(programs, 'pg_ctl'),
        ['-D', data, '-m', 'fast', '-t', '600', '-w', 'stop'],
        folder,
      )
  }
  const auth = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  if (!existsSync(data)) await asPostgres(join(programs, 'initdb'), ['-D', data, ...auth], folder)
  const options = Object.entries({
    ...settings,
    ...overrides,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    log_line_prefix: '%a|',
  }).map(([name, value]) => `-c ${name}='${value}'`)
  const server = ['-D', data, '-l', log, '-w', '-o', [`-p ${port}`, ...options].join(' '), 'start']
  await asPostgres(join(programs, 'pg_ctl'), server, folder)
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, log, close }
}

const statement = /^school-portal\|LOG: {2}(?:statement|execute [^:]*): *(.*)$/
const transaction = /^(?:begin|commit|rollback|start transaction)[^;]*;?$/i
// The portal refreshes the planner's statistics after it has replied to a bulk request.
const maintenance = /^analyze |from pg_class join pg_namespace/i

function countLogged(text: string): number {
  const statements = text
    .replaceAll(/\n\t\s*/g, ' ')
    .split('\n')
    .flatMap((line) => statement.exec(line)?.[1] ?? [])
  return statements.filter((sent) => !transaction.test(sent) && !maintenance.test(sent)).length
}

async function logStatements(query: Query, level: 'all' | 'none'): Promise<void> {
  await query(`alter system set log_statement = '${level}'`)
  await query('select pg_reload_conf()')
  while ((await query('show log_statement'))[0]?.['log_statement'] !== level);
}

export async function openCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const programs = findPostgres()
  const externalUrl = process.env['DATABASE_URL']
  if (!externalUrl && !programs) throw new Error('Install PostgreSQL 15 or later, or set DATABASE_URL')
  const server = externalUrl
    ? { url: externalUrl, log: undefined, close: async () => {} }
    : await start(programs ?? '', options)
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const query: Query = async (text) => (await client.query<Record<string, unknown>>(text)).rows
  const drop = async (database: string) =>
    void (await query(`drop database if exists ${database} with (force)`))
  return {
    version: String((await query('show server_version'))[0]?.['server_version']),
    programs,
    query,
    drop,
    url: (database) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href,
    async create(database, copyOf) {
      await drop(database)
      await query(`create database ${database} ${copyOf ? `template ${copyOf} strategy file_copy` : ''}`)
    },
    async countStatements(work) {
      if (server.log === undefined) return undefined
      await logStatements(query, 'all')
      const size = statSync(server.log).size
      await work()
      await logStatements(query, 'none')
      return countLogged(readFileSync(server.log).subarray(size).toString())
    },
    async close() {
      await client.end()
      await server.close()
    },
  }
}
