// Synchronous replication: no payment is confirmed before a standby has it, even if its COMMIT takes longer than the
// statement timeout or the waiting server is stopped. A standby is not mistaken for the primary.

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { signIn, type ClerkClient, type Reply } from './clerk-client.ts'
import { payableVouchers, receiveRupee, reportedAmount } from './payments.ts'
import { openPostgresPair, type PostgresPair } from './postgres-pair.ts'
import { openProxy, type Proxy } from './proxy.ts'
import { waitUntil } from './report-sources.ts'

let pair: PostgresPair
let server: RunningServer
let clerk: ClerkClient
let vouchers: readonly string[]
let proxy: Proxy | undefined

/** The statement timeout of the portal in these tests; it is normally a minute. */
const statementMs = 1000
const settings = () => ({ DATABASE_URL: `${pair.primary.url}?statement_timeout=${statementMs}` })

beforeAll(async () => {
  pair = await openPostgresPair()
  server = await startServer({ DATABASE_URL: pair.primary.url, DEMO: '1', DEMO_STUDENTS: '30' })
  await server.close()
  server = await startServer(settings())
  clerk = await signIn(server, 'desk@main.demo')
  vouchers = (await payableVouchers(clerk)).map(({ voucherNo }) => voucherNo)
  await pair.primary.query(`alter system set synchronous_standby_names = '*'`)
  await pair.primary.query('select pg_reload_conf()')
})
afterAll(async () => {
  await server.close().catch(() => {})
  proxy?.close()
  await pair.remove()
})

/** Waits until a COMMIT of the portal has waited for the standby for three times the statement timeout. */
const untilCommitIsLate = () =>
  waitUntil('No COMMIT waits', async () => {
    const waiting = await pair.primary.query(
      `select from pg_stat_activity where wait_event = 'SyncRep' and usename = 'portal'
         and now() - query_start > interval '${3 * statementMs} ms'`,
    )
    return waiting.length === 1
  })

it('a payment whose COMMIT waits for a lost standby is confirmed when the standby has it, and not before', async () => {
  const [voucherNo = ''] = vouchers
  const before = Number(await reportedAmount(clerk, voucherNo))
  await pair.standby.crash()
  const state: { reply?: Reply | null } = {}
  const paying = receiveRupee(clerk, voucherNo, 'late').then((reply) => (state.reply = reply))
  await untilCommitIsLate()
  expect(state).toEqual({})
  await pair.standby.start()
  expect((await paying)?.status).toBe(200)
  expect(await receiveRupee(clerk, voucherNo, 'late')).toEqual(await paying)
  expect(await reportedAmount(clerk, voucherNo)).toBe(before + 1)
})

it('a server that is stopped during such a COMMIT does not confirm the payment', async () => {
  const [, voucherNo = ''] = vouchers
  const before = Number(await reportedAmount(clerk, voucherNo))
  await pair.standby.crash()
  const paying = receiveRupee(clerk, voucherNo, 'stopped')
  await untilCommitIsLate()
  await server.close()
  expect((await paying)?.status).not.toBe(200)
  const waiting = await pair.primary.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)
  expect(waiting).toHaveLength(1)
  await pair.standby.start()
  server = await startServer(settings())
  clerk = clerk.at(server)
  expect((await receiveRupee(clerk, voucherNo, 'stopped'))?.status).toBe(200)
  expect(await reportedAmount(clerk, voucherNo)).toBe(before + 1)
  expect(await verifyBooks(settings())).toEqual({ code: 0, faults: '' })
})

it('a server whose address points to a standby is not ready, and works again after its promotion', async () => {
  await server.close()
  const [from, to] = [pair.primary, pair.standby].map(({ url }) => Number(new URL(url).port))
  const target = { host: '127.0.0.1', port: Number(from) }
  proxy = await openProxy(target)
  const url = new URL(pair.primary.url)
  url.port = String(proxy.port)
  server = await startServer({ DATABASE_URL: url.href })
  clerk = clerk.at(server)
  const [, , voucherNo = ''] = vouchers
  const isReady = async () => (await fetch(`${server.url}/readyz`)).status
  expect((await receiveRupee(clerk, voucherNo, 'on the primary'))?.status).toBe(200)
  const before = Number(await reportedAmount(clerk, voucherNo))
  target.port = Number(to)
  proxy.disconnect()
  proxy.restore()
  await vi.waitUntil(async () => (await isReady()) === 503, { timeout: 60_000 })
  const replies = [
    await clerk.get('/admissions/getStudentInfo/1001/Main%20Campus'),
    await receiveRupee(clerk, voucherNo, 'on the standby'),
  ]
  expect(replies.map((reply) => [reply?.status, reply?.body['code']])).toEqual([
    [503, 'not-ready'],
    [503, 'not-ready'],
  ])
  await pair.primary.crash()
  await pair.standby.promote()
  await pair.standby.query(`alter system reset synchronous_standby_names`)
  await pair.standby.query('select pg_reload_conf()')
  await vi.waitUntil(async () => (await isReady()) === 200, { timeout: 60_000 })
  expect((await receiveRupee(clerk, voucherNo, 'on the standby'))?.status).toBe(200)
  expect(await reportedAmount(clerk, voucherNo)).toBe(before + 1)
})
