// The reference for look-ups and payments: a process with node:http, the driver and prepared statements. The database
// builds the JSON; there are no sessions, rules or checks.

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { Pool, type PoolClient } from 'pg'
import { z } from 'zod'
import { queries, type QueryName } from './reference-queries.ts'
import { paymentSteps } from './reference-writes.ts'

interface LockedVoucher {
  readonly roll_no: number
  readonly chain_no: number
  readonly received: string
  readonly net_balance: string
}

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const requestHash = randomBytes(32)

async function payInSteps(client: PoolClient, [campus, voucherNo, user, key]: readonly string[]) {
  const run = async <Row extends object>(name: keyof typeof paymentSteps, ...values: readonly unknown[]) =>
    (await client.query<Row>({ name, text: paymentSteps[name], values: [...values] })).rows[0]
  await client.query('begin')
  const voucher = await run<LockedVoucher>('lock', campus, voucherNo)
  const receipt = await run<{ last: number }>('number', campus)
  if (!voucher || !receipt) throw new Error(`No voucher ${voucherNo}`)
  const { roll_no: rollNo, chain_no: chainNo } = voucher
  const [received, balance] = [Number(voucher.received), Number(voucher.net_balance)]
  await run('receipt', campus, receipt.last, voucherNo, rollNo, balance, user)
  const before = JSON.stringify({ received, balance })
  const after = JSON.stringify({ received: received + balance, balance: 0 })
  await run('change', campus, user, rollNo, voucherNo, receipt.last, before, after)
  await run('settle', campus, rollNo, chainNo)
  const text = JSON.stringify({ msg: 'Voucher Paid', receiptNo: receipt.last, balance: 0 })
  await run('answer', campus, key, requestHash, text)
  await client.query('commit')
  return text
}

async function pay(parameters: readonly string[]): Promise<string> {
  const client = await pool.connect()
  try {
    return await payInSteps(client, parameters)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const isQuery = (name: string): name is QueryName => name in queries

async function reply(request: IncomingMessage): Promise<string> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://reference')
  const name = pathname.slice(1)
  if (name === 'pay') return pay(z.array(z.string()).parse(await json(request)))
  if (!isQuery(name)) throw new Error(`No query ${name}`)
  const values = searchParams.getAll('p')
  const { rows } = await pool.query<{ json: string }>({ name, text: queries[name], values })
  return `[${rows.map((row) => row.json).join(',\n')}]`
}

const server = createServer((request, response) => {
  reply(request)
    .then((text) => response.setHeader('content-type', 'application/json').end(text))
    .catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})
