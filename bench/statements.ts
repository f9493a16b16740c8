import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

/** How the product names itself to PostgreSQL. */
const product = 'school-portal'
const statement = new RegExp(`^${product}\\|LOG:  (?:statement|execute [^:]*): (.*)$`)
const ofTransaction = /^(begin|commit|rollback|start transaction)[^;]*;?$/i
/** What the product does after bulk work, when the call has long been answered: new statistics for the planner. */
const ofUpkeep = /^analyze |from pg_class join pg_namespace/i
/** How long until settings and log lines have arrived everywhere. */
const settleMs = 250

function readFrom(file: string, from: number): string {
  const bytes = Buffer.alloc(statSync(file).size - from)
  const opened = openSync(file, 'r')
  readSync(opened, bytes, 0, bytes.length, from)
  closeSync(opened)
  return bytes.toString()
}

/** The product's statements in a piece of the log, where further lines of one begin with a tab. */
function sentIn(log: string): string[] {
  const sent: string[] = []
  let ours = false
  for (const line of log.split('\n')) {
    if (line.startsWith('\t')) {
      if (ours) sent.push(`${sent.pop() ?? ''} ${line.trim()}`.trim())
      continue
    }
    const text = statement.exec(line)?.[1]
    ours = text !== undefined
    if (text !== undefined) sent.push(text.trim())
  }
  return sent
}

async function logAll(cluster: Cluster, on: boolean): Promise<void> {
  await cluster.administer(
    on ? `alter system set log_statement = 'all'` : 'alter system reset log_statement',
    'select pg_reload_conf()',
  )
  await pause(settleMs)
}

/**
 * The statements that the product sends for the work, without those that only begin or end a transaction; undefined
 * where the server's log cannot be read.
 */
export async function statementsDuring(
  { log, ...cluster }: Cluster,
  work: () => Promise<unknown>,
): Promise<string[] | undefined> {
  if (log === null) return undefined
  await logAll({ log, ...cluster }, true)
  const from = statSync(log).size
  try {
    await work()
    await pause(settleMs)
    return sentIn(readFrom(log, from)).filter((text) => !ofTransaction.test(text) && !ofUpkeep.test(text))
  } finally {
    await logAll({ log, ...cluster }, false)
  }
}
