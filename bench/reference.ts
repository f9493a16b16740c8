// The least that a server in front of PostgreSQL can be, in a process of its own: node:http and the driver, prepared
// statements, JSON made by the database. No session, no rules, no checks: the limit that the product is held against.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { randomBytes } from 'node:crypto'
import { Pool, type PoolClient } from 'pg'
import { paymentAtOnce, paymentSteps } from './payment-sql.ts'
import { queries, type QueryName } from './queries.ts'

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const hash = randomBytes(32)

interface Held {
  readonly roll_no: number
  readonly chain_no: number
  readonly received: string
  readonly net_balance: string
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

const prepared = (name: keyof typeof paymentSteps, values: readonly unknown[]) => ({
  name,
  text: paymentSteps[name],
  values: [...values],
})

async function payInSteps(client: PoolClient, campus: string, voucherNo: string, who: string, key: string) {
  await client.query('begin')
  const held = (await client.query<Held>(prepared('hold', [campus, voucherNo]))).rows[0]
  const numbered = (await client.query<{ last: number }>(prepared('number', [campus]))).rows[0]
  if (!held || !numbered) throw new Error(`No voucher ${voucherNo}`)
  const [received, balance] = [Number(held.received), Number(held.net_balance)]
  const { roll_no: rollNo, chain_no: chainNo } = held
  await client.query(prepared('receipt', [campus, numbered.last, voucherNo, rollNo, balance, who]))
  const [before, after] = [
    { received, balance },
    { received: received + balance, balance: 0 },
  ].map((told) => JSON.stringify(told))
  await client.query(prepared('change', [campus, who, rollNo, voucherNo, numbered.last, before, after]))
  await client.query(prepared('settle', [campus, rollNo, chainNo]))
  const answer = JSON.stringify({ msg: 'Voucher Paid', receiptNo: numbered.last, balance: 0 })
  await client.query(prepared('answer', [campus, key, hash, answer]))
  await client.query('commit')
  return answer
}

async function pay(asked: URL, request: IncomingMessage): Promise<string> {
  const { campus, voucherNo, who, key } = Object.fromEntries(
    ['campus', 'voucherNo', 'who', 'key'].map((name) => [name, asked.searchParams.get(name) ?? '']),
  )
  JSON.parse(await read(request))
  if (asked.pathname === '/pay-at-once') {
    const values = [campus, voucherNo, who, key, hash]
    const { rows } = await pool.query<{ answer: unknown }>({ name: 'pay', text: paymentAtOnce, values })
    return JSON.stringify(rows[0]?.answer)
  }
  const client = await pool.connect()
  try {
    return await payInSteps(client, campus ?? '', voucherNo ?? '', who ?? '', key ?? '')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const isQuery = (name: string): name is QueryName => name in queries

async function ask(asked: URL): Promise<string> {
  const name = asked.pathname.slice(1)
  if (!isQuery(name)) throw new Error(`No query ${name}`)
  const { rows } = await pool.query<{ json: string }>({
    name,
    text: queries[name],
    values: asked.searchParams.getAll('p'),
  })
  return `[${rows.map(({ json }) => json).join(',\n')}]`
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = new URL(request.url ?? '/', 'http://reference')
  const text = await (request.method === 'POST' ? pay(asked, request) : ask(asked))
  response.setHeader('content-type', 'application/json')
  response.end(text)
}

const server = createServer((request, response) => {
  handle(request, response).catch((problem: unknown) => {
    response.statusCode = 500
    response.end(String(problem))
  })
})
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})
