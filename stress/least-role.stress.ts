// Runs the built server on PostgreSQL as a role that owns nothing; only migrations use the owner of the tables.

import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { attemptRupee } from './attempts.ts'
import { signIn } from './clerk-client.ts'
import { ownedSchool } from './owned-school.ts'

const school = ownedSchool('school_least')
const { owner, login, dataDir, urlFor } = school

const settings = { DATABASE_URL: urlFor(login), DATA_DIR: dataDir, DEMO: '1', DEMO_STUDENTS: '30' }
const withOwner = { ...settings, DATABASE_MIGRATION_URL: urlFor(owner) }

beforeAll(() => school.create())
let server: RunningServer | undefined
afterEach(() => server?.close())
afterAll(() => school.remove())

it('prepares an empty database as the owner and serves it as a role that owns nothing', async () => {
  covers('security machine.least-role', 'security machine.examined')

  server = await startServer(withOwner)
  const clerk = await signIn(server, 'office@main.demo')
  const paidRollNos: number[] = []
  for (let rollNo = 1001; rollNo <= 1030; rollNo += 1) {
    const lookUp = await clerk.get(`/finances/individualVoucher/Main%20Campus/${rollNo}`)
    if (lookUp?.status !== 200) continue
    const { reply } = await attemptRupee(clerk, String(Object(lookUp.body['voucher']).voucherNo))
    if (reply?.status === 200) paidRollNos.push(rollNo)
    else expect(reply?.status).toBe(409)
  }
  expect(paidRollNos.length).toBeGreaterThan(0)
  await server.close()
  expect(server.output()).not.toMatch(/superuser|owns the tables|can create roles/)
  expect(await verifyBooks(withOwner)).toEqual({ code: 0, faults: '' })
})

it('warns at the start if it signs in as the owner of the tables', async () => {
  covers('security machine.examined')

  server = await startServer({ ...settings, DATABASE_URL: urlFor(owner) })
  await server.close()
  expect(server.output()).toContain(`The user \\"${owner}\\" owns the tables`)
})

it('starts without the owner if the tables have its version, and otherwise states what to do', async () => {
  covers('security machine.least-role')

  server = await startServer(settings)
  await server.close()

  const client = new Client({ connectionString: urlFor(owner) })
  await client.connect()
  await client.query('delete from migrations where number = (select max(number) from migrations)')
  await client.end()
  await expect(startServer(settings)).rejects.toThrow('set DATABASE_MIGRATION_URL to their owner')
})

it('does not open an empty embedded database if DATABASE_URL is missing', async () => {
  covers('decisions 1.settings.lost-url')

  await expect(startServer({ DATA_DIR: dataDir })).rejects.toThrow(
    `DATABASE_URL is not set, but the portal of the folder ${dataDir} used`,
  )
})
