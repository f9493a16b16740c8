import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { isRecoveryConflict } from '#server/database/standby.ts'
import { asPostgres, findPostgres, findPostgresUser } from '#test/postgres-programs.ts'
import { freePort } from '#test/running-server.ts'

/** A database server that a test can crash and restart on its data. */
export interface PostgresServer {
  /** Connects as the portal's own user, who is not a superuser. */
  readonly url: string
  /** Runs a statement as the superuser, by default in the portal's database. */
  readonly query: (statement: string, database?: string) => Promise<Readonly<Record<string, unknown>>[]>
  readonly crash: () => Promise<void>
  /** Promotes a standby to an independent server. */
  readonly promote: () => Promise<void>
  readonly start: () => Promise<void>
}

export interface PostgresPair {
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  readonly remove: () => Promise<void>
}

/** Starts a PostgreSQL server with a hot standby in a temporary folder. */
export async function openPostgresPair(): Promise<PostgresPair> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('The programs of PostgreSQL are not installed')
  const folder = mkdtempSync(join(tmpdir(), 'school-pair-'))
  const user = await findPostgresUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const run = (program: string, ...args: string[]) => asPostgres(join(programs, program), args, folder)
  const primary = await createServer(run, folder, 'primary')
  const standby = await createServer(run, folder, 'standby')
  const remove = async () => {
    await Promise.allSettled([standby.crash(), primary.crash()])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const auth = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
    await run('initdb', '-D', join(folder, 'primary'), ...auth)
    await primary.start()
    await primary.query('create role portal login createrole', 'postgres')
    await primary.query('create database portal owner portal', 'postgres')
    const { port } = new URL(primary.url)
    const source = ['-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-c', 'fast', '--no-sync']
    await run('pg_basebackup', '-D', join(folder, 'standby'), '-R', ...source)
    await standby.start()
  } catch (error) {
    await remove()
    throw error
  }
  return { primary, standby, remove }
}

type Run = (program: string, ...args: string[]) => Promise<string>

async function createServer(run: Run, folder: string, name: string): Promise<PostgresServer> {
  const port = await freePort()
  const data = join(folder, name)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    // The tests kill processes, not the machine.
    fsync: 'off',
    // A report never delays replay on the standby.
    max_standby_streaming_delay: '0',
  }
  const flags = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`)
  const options = [`-p ${port}`, ...flags].join(' ')
  async function query(statement: string, database = 'portal'): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/${database}` })
    // Replay may end the connection after the reply, when no statement is left to fail.
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Record<string, unknown>>(statement)).rows
    } catch (problem) {
      // Replay on a standby cancels readers of changed rows: a query, or the connection itself, which reads catalogues.
      if (isRecoveryConflict(problem)) return await query(statement, database)
      throw problem
    } finally {
      await client.end()
    }
  }
  return {
    url: `postgres://portal@127.0.0.1:${port}/portal`,
    query,
    async crash() {
      await run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
    },
    async promote() {
      await run('pg_ctl', '-D', data, '-w', 'promote')
    },
    async start() {
      await run('pg_ctl', '-D', data, '-l', join(folder, `${name}.log`), '-w', '-o', options, 'start')
    },
  }
}
