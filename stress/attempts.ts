// Changing calls that a crash may interrupt, and the checks afterwards.

import { Client } from 'pg'
import { expect, vi } from 'vitest'
import type { ClerkClient, Reply } from './clerk-client.ts'

const campus = 'Main%20Campus'

/** A changing call and its reply, which is null if the server crashed first. */
export interface Attempt {
  readonly path: string
  readonly payload: object
  readonly key: string
  readonly by: string
  reply: Reply | null
}

let keyCount = 0

/** Sends a changing call with a new key. */
export async function attempt(clerk: ClerkClient, path: string, payload: object): Promise<Attempt> {
  const key = `crash ${(keyCount += 1)}`
  return { path, payload, key, by: clerk.userId, reply: await clerk.post(path, payload, key) }
}

/** True if the server crashed before it replied; the clerk then stops. */
export const isCut = ({ reply }: Attempt): boolean => reply === null

export const attemptRupee = (clerk: ClerkClient, voucherNo: string): Promise<Attempt> =>
  attempt(clerk, `/finances/markIndividualVoucherAsPaid/${campus}/${encodeURIComponent(voucherNo)}`, {
    receivedAmount: 1,
  })

/** Checks that each acknowledged receipt of a rupee exists with its voucher. */
export async function expectReceipts(clerk: ClerkClient, made: readonly Attempt[]): Promise<void> {
  for (const { path, reply } of made) {
    if (reply?.status !== 200 || !path.includes('markIndividual')) continue
    const slip = await clerk.get(`/finances/receipt/${campus}/${String(reply.body['receiptNo'])}`)
    expect(slip).toMatchObject({ status: 200, body: { receipt: { kind: 'receipt', amount: 1 } } })
    expect(path).toContain(encodeURIComponent(String(Object(slip?.body['receipt']).voucherNo)))
  }
}

/** Repeats unanswered calls under their keys, as the page does, and checks that each is done once. */
export async function sendLostAgain(clerks: readonly ClerkClient[], made: readonly Attempt[]): Promise<void> {
  for (const unanswered of made.filter(isCut)) {
    const clerk = clerks.find(({ userId }) => userId === unanswered.by)
    unanswered.reply = (await clerk?.post(unanswered.path, unanswered.payload, unanswered.key)) ?? null
    expect([200, 409]).toContain(unanswered.reply?.status)
    const repeated = await clerk?.post(unanswered.path, unanswered.payload, unanswered.key)
    if (unanswered.reply?.status === 200) expect(repeated).toEqual(unanswered.reply)
  }
}

/** Waits until PostgreSQL ends a killed server's sessions, which may still commit. The embedded one needs no wait. */
export async function untilSessionsEnded({ DATABASE_URL: url }: Record<string, string>): Promise<void> {
  if (url === undefined) return
  const client = new Client({ connectionString: url })
  await client.connect()
  const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await vi.waitUntil(async () => (await client.query(others)).rowCount === 0, { timeout: 60_000 })
  await client.end()
}
