// Three PostgreSQL nodes with Patroni, etcd and HAProxy on this machine, from the files of deploy/ha with other ports.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { findPostgres } from '#test/postgres-programs.ts'
import { freePort } from '#test/running-server.ts'
import { waitUntil } from './report-sources.ts'
import { openWorkshop, readDeployed, untilListening, type Service, type Workshop } from './services.ts'

/** A PostgreSQL server with its Patroni. */
export interface Node {
  readonly name: string
  readonly isPrimary: () => Promise<boolean>
  /** Kills all processes of the node, as a power cut would. */
  readonly kill: () => Promise<void>
  readonly start: () => void
  /** Stops PostgreSQL with pg_ctl, so that its shared memory is freed. */
  readonly stop: () => Promise<void>
}

export interface HaCluster {
  /** Returns the URL of the primary behind HAProxy. */
  readonly postgresUrl: (user: string, password: string, database: string) => string
  readonly query: (statement: string) => Promise<Readonly<Record<string, unknown>>[]>
  readonly nodes: readonly Node[]
  /** Waits until the primary has two standbys, one of them synchronous. */
  readonly untilWhole: () => Promise<void>
  /** The URL of the portal behind HAProxy. */
  readonly portalUrl: string
  /** The ports of the portal's two servers. */
  readonly portalPorts: readonly [number, number]
  /** Returns true if HAProxy sends calls to this server. */
  readonly isServed: (server: 'portal1' | 'portal2') => Promise<boolean>
  readonly remove: () => Promise<void>
}

/** Returns the process ids of a PostgreSQL server; empty if it does not run. */
function processesOf(data: string): number[] {
  try {
    const main = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim()
    return [
      main,
      ...children
        .split(' ')
        .filter((each) => each !== '')
        .map(Number),
    ]
  } catch {
    return []
  }
}

function killProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // The process has ended already.
  }
}

interface NodePorts {
  readonly postgres: number
  readonly rest: number
}

function createNode(workshop: Workshop, name: string, { postgres, rest }: NodePorts, etcd: number): Node {
  const data = join(workshop.makeFolder(name), 'data')
  const file = workshop.write(`${name}.yml`, readDeployed('ha/patroni.yml'), [
    ['name: node1', `name: ${name}`],
    ['127.0.0.1:8008', `127.0.0.1:${rest}`],
    ['127.0.0.1:2379', `127.0.0.1:${etcd}`],
    ['127.0.0.1:5432', `127.0.0.1:${postgres}`],
    ['/usr/lib/postgresql/15/bin', findPostgres() ?? ''],
    ['/var/lib/postgresql/15/portal', data],
    ['/var/lib/postgresql/portal.pgpass', join(workshop.folder, `${name}.pgpass`)],
    ['/var/run/postgresql', join(workshop.folder, name)],
  ])
  let patroni: Service | undefined
  return {
    name,
    async isPrimary() {
      const reply = await fetch(`http://127.0.0.1:${rest}/primary`).catch(() => null)
      return reply?.status === 200
    },
    async kill() {
      const processes = processesOf(data)
      await patroni?.kill()
      for (const id of processes) killProcess(id)
      for (const id of processesOf(data)) killProcess(id)
    },
    start() {
      patroni = workshop.start('patroni', [file])
    },
    async stop() {
      await patroni?.kill()
      const program = join(findPostgres() ?? '', 'pg_ctl')
      await workshop.run(program, ['-D', data, '-m', 'immediate', 'stop']).catch(() => {})
    },
  }
}

const superuser = 'superuser-password'

/** Starts all programs. The cluster can be used after `untilWhole`. */
export async function openHaCluster(): Promise<HaCluster> {
  const workshop = await openWorkshop('school-ha')
  const [etcd, peer, postgres, portal, stats, one, other] = await Promise.all(
    Array.from({ length: 7 }, () => freePort()),
  )
  const ports = await Promise.all(
    Array.from({ length: 3 }, async () => ({ postgres: await freePort(), rest: await freePort() })),
  )
  const nodes = ports.map((each, index) => createNode(workshop, `node${index + 1}`, each, Number(etcd)))
  const store = workshop.write('etcd.yml', readDeployed('ha/etcd.yml'), [
    ['/var/lib/etcd/portal', workshop.makeFolder('etcd')],
    ['127.0.0.1:2379', `127.0.0.1:${etcd}`],
    ['127.0.0.1:2380', `127.0.0.1:${peer}`],
  ])
  const balancer = workshop.write('haproxy.cfg', readDeployed('ha/haproxy.cfg'), [
    ...ports.map(
      (each, index) =>
        [
          `127.0.0.${index + 1}:5432 check port 8008`,
          `127.0.0.1:${each.postgres} check port ${each.rest}`,
        ] as const,
    ),
    ['127.0.0.1:5000', `127.0.0.1:${postgres}`],
    ['127.0.0.1:8080', `127.0.0.1:${portal}`],
    ['127.0.0.1:7000', `127.0.0.1:${stats}`],
    ['127.0.0.1:3001', `127.0.0.1:${one}`],
    ['127.0.0.1:3002', `127.0.0.1:${other}`],
  ])
  const postgresUrl = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${postgres}/${database}`
  async function query(statement: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: postgresUrl('postgres', superuser, 'postgres') })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }
  async function remove(): Promise<void> {
    await Promise.all(nodes.map((node) => node.stop()))
    // Kills nodes that have not stopped.
    await Promise.all(nodes.map((node) => node.kill()))
    await workshop.remove()
  }
  try {
    await untilListening(Number(etcd), workshop.start('etcd', ['--config-file', store]))
    for (const node of nodes) node.start()
    await untilListening(Number(postgres), workshop.start('haproxy', ['-db', '-f', balancer]))
  } catch (error) {
    await remove()
    throw error
  }
  return {
    postgresUrl,
    query,
    nodes,
    untilWhole: () =>
      waitUntil('There are not two standbys', async () => {
        const standbys = await query('select sync_state from pg_stat_replication').catch(() => [])
        return standbys.length === 2 && standbys.some(({ sync_state: state }) => state === 'sync')
      }).catch((error: unknown) => {
        throw new Error(`The cluster is not whole:\n${workshop.outputs()}`, { cause: error })
      }),
    portalUrl: `http://127.0.0.1:${portal}`,
    portalPorts: [Number(one), Number(other)],
    async isServed(server) {
      const table = await (await fetch(`http://127.0.0.1:${stats}/;csv`)).text()
      return new RegExp(`^portal,${server},.*,UP,`, 'm').test(table)
    },
    remove,
  }
}
