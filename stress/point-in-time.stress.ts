// A table of the books is emptied by mistake. pgBackRest restores the books before it, as the hash chain proves.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres } from '#test/postgres-programs.ts'
import { environment, freePort, noteFolder, startServer, type RunningServer } from '#test/running-server.ts'
import { signIn } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'
import { payableVouchers, receiveRupee, reportedAmount } from './payments.ts'
import { waitUntil } from './report-sources.ts'
import { openWorkshop, readDeployed, untilListening, type Workshop } from './services.ts'

const payments = fullOrShort(50, 10)

let workshop: Workshop
/** The port of the PostgreSQL that is backed up. */
let port: number
/** The path of pgBackRest's configuration. */
let configuration: string
let server: RunningServer | undefined

const urlAt = (at: number, user = 'portal', database = 'portal') =>
  `postgres://${user}@127.0.0.1:${at}/${database}`

/** Runs a statement as the superuser of the PostgreSQL on this port. */
async function query(at: number, statement: string, database = 'portal'): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: urlAt(at, 'postgres', database) })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Runs `verify` on the books of the PostgreSQL on this port. Returns its exit code and its output. */
async function verify(at: number): Promise<{ readonly code: number; readonly output: string }> {
  const env = { ...environment(), DATA_DIR: noteFolder, DATABASE_URL: urlAt(at) }
  return promisify(execFile)(process.execPath, ['dist/server/cli.js', 'verify'], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: unknown) => ({ code: Number(Object(error).code), output: String(Object(error).stdout) }),
  )
}

const backrest = (...args: string[]) =>
  workshop.run('pgbackrest', [`--config=${configuration}`, '--stanza=portal', ...args])

/** Starts PostgreSQL on a folder of the workshop and waits until it listens, which it also does during recovery. */
async function startPostgres(data: string, at: number, ...settings: string[]): Promise<void> {
  const options = ['listen_addresses=127.0.0.1', `unix_socket_directories=${workshop.folder}`, ...settings]
  const program = join(findPostgres() ?? '', 'postgres')
  const args = ['-D', data, '-p', `${at}`, ...options.flatMap((setting) => ['-c', setting])]
  await untilListening(at, workshop.start(program, args))
}

/** The data folders of the servers that were started. */
const folders: string[] = []

beforeAll(async () => {
  workshop = await openWorkshop('school-pitr')
  port = await freePort()
  const data = join(workshop.folder, 'data')
  configuration = workshop.write('pgbackrest.conf', readDeployed('pitr/pgbackrest.conf'), [
    ['/var/lib/pgbackrest', workshop.makeFolder('repository')],
    ['/var/log/pgbackrest', workshop.makeFolder('log')],
    ['/tmp/pgbackrest', workshop.makeFolder('lock')],
    ['/var/lib/postgresql/15/main', data],
    ['/var/run/postgresql', workshop.folder],
    // The user of the tests is PostgreSQL's user only if they run as root.
    ['pg1-port=5432', `pg1-port=${port}\npg1-user=postgres`],
  ])
  const auth = ['-U', 'postgres', '--auth=trust', '-k', '-E', 'UTF8', '--locale=C.UTF-8']
  await workshop.run(join(findPostgres() ?? '', 'initdb'), ['-D', data, ...auth])
  const settings = workshop.write('portal.conf', readDeployed('pitr/portal.conf'), [
    ['pgbackrest --stanza', `pgbackrest --config=${configuration} --stanza`],
  ])
  await workshop.run('sh', ['-c', `cat ${settings} >> ${data}/postgresql.conf`])
  folders.push(data)
  await startPostgres(data, port)
  await waitUntil('PostgreSQL does not answer', () =>
    query(port, 'select', 'postgres').then(
      () => true,
      () => false,
    ),
  )
  await query(port, 'create role portal login createrole', 'postgres')
  await query(port, 'create database portal owner portal', 'postgres')
  await backrest('stanza-create')
})
afterAll(async () => {
  await server?.close()
  const program = join(findPostgres() ?? '', 'pg_ctl')
  // Child processes would outlive a killed server for a moment, and write into the deleted folder.
  for (const data of folders) {
    await workshop.run(program, ['-D', data, '-m', 'immediate', 'stop']).catch(() => {})
  }
  await workshop.remove()
})

it('pgBackRest restores the books from before a mistake, as verify and the hash chain show', async () => {
  server = await startServer({ DATABASE_URL: urlAt(port), DEMO: '1', DEMO_STUDENTS: '40' })
  const clerk = await signIn(server, 'desk@main.demo')
  const [{ voucherNo, receivedAmount: before } = expect.fail('a voucher')] = await payableVouchers(clerk)
  let keyCount = 0
  const pay = async (count: number) => {
    for (let done = 0; done < count; done += 1) {
      expect((await receiveRupee(clerk, voucherNo, `payment ${(keyCount += 1)}`))?.status).toBe(200)
    }
  }
  await pay(payments)
  await backrest('--type=full', 'backup')
  await pay(payments)

  const original = await verify(port)
  expect(original).toMatchObject({ code: 0 })
  expect(original.output).toMatch(/Main Campus +digest( [0-9a-f]{4}){4}, up to entry/)
  const [moment] = await query(port, 'select clock_timestamp()::text as at')
  // Payments after the moment must not be in the copy.
  await pay(payments)
  await server.close()
  await query(port, 'truncate receipts cascade')
  expect((await verify(port)).code).toBe(1)
  const [last] = await query(port, 'select pg_walfile_name(pg_switch_wal()) as file')
  await waitUntil('The log is not archived', async () => {
    const archived = await query(port, 'select last_archived_wal as file from pg_stat_archiver')
    return archived.some(({ file }) => typeof file === 'string' && file >= String(last?.['file']))
  })

  const copy = join(workshop.folder, 'copy')
  const startedAt = performance.now()
  await backrest(
    `--pg1-path=${workshop.makeFolder('copy')}`,
    '--type=time',
    `--target=${String(moment?.['at'])}`,
    '--target-action=promote',
    'restore',
  )
  const copyPort = await freePort()
  folders.push(copy)
  // The copy must not write into the backups of the server it was restored from.
  await startPostgres(copy, copyPort, 'archive_mode=off')
  await waitUntil('The log is not replayed', () =>
    query(copyPort, 'select pg_is_in_recovery() as replaying').then(
      ([row]) => row?.['replaying'] === false,
      () => false,
    ),
  )
  process.stdout.write(`restored in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
  expect(await verify(copyPort)).toEqual(original)

  server = await startServer({ DATABASE_URL: urlAt(copyPort) })
  const clerkOfCopy = clerk.at(server)
  expect(await reportedAmount(clerkOfCopy, voucherNo)).toBe(before + 2 * payments)
  expect((await receiveRupee(clerkOfCopy, voucherNo, 'after the restore'))?.status).toBe(200)
  await server.close()
  expect((await verify(copyPort)).code).toBe(0)
})
