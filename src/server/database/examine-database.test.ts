import { afterAll, beforeAll, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { openWithServerRights } from '#test/server-rights.ts'
import { examineDatabase, listFindings, type Facts } from './examine-database.ts'

const good: Facts = {
  major: 17,
  checksums: true,
  fsync: true,
  fullPageWrites: true,
  waitsForDisk: true,
  isEncrypted: true,
  serverAddress: '10.1.0.5',
  login: 'portal_app',
  isSuperuser: false,
  bypassesRls: false,
  createsRoles: false,
  ownsTables: false,
}
const today = '2026-11-24'
const findingsOf = (facts: Partial<Facts>, day = today) =>
  listFindings({ ...good, ...facts }, 'postgresql', day)

it('finds no risk in a database that is set up well', () => {
  expect(findingsOf({})).toEqual([])
  for (const serverAddress of [null, '127.0.0.1', '::1']) {
    expect(findingsOf({ isEncrypted: false, serverAddress })).toEqual([])
  }
})

it.each<[Partial<Facts>, string]>([
  [{ fsync: false }, 'fsync is off: a power cut can destroy the whole database. Set "fsync = on"'],
  [{ fullPageWrites: false }, 'full_page_writes is off: a power cut can leave half-written pages. Set'],
  [{ waitsForDisk: false }, 'synchronous_commit is off: a power cut loses payments that were confirmed. Set'],
  [{ checksums: false }, 'data_checksums is off: a damaged disk changes books unnoticed. Stop PostgreSQL'],
  [{ isEncrypted: false }, 'The connection to 10.1.0.5 is not encrypted: the network can read'],
  [{ isSuperuser: true, ownsTables: true, createsRoles: true }, 'The user "portal_app" is a superuser: '],
  [{ bypassesRls: true }, 'The user "portal_app" has BYPASSRLS: '],
  [{ ownsTables: true, createsRoles: true }, 'The user "portal_app" owns the tables: '],
  [{ createsRoles: true }, 'The user "portal_app" can create roles, which the server does not need. Run'],
])('explains in one line the risk of %o and its remedy', (facts, words) => {
  covers('security machine.examined')

  const findings = findingsOf(facts)
  expect(findings).toHaveLength(1)
  expect(findings[0]?.startsWith(words)).toBe(true)
  expect(findings[0]).not.toContain('\n')
})

it('reports a version that no longer gets updates', () => {
  expect(findingsOf({ major: 15 })).toEqual([])
  expect(findingsOf({ major: 15 }, '2027-11-12')).toEqual([
    'PostgreSQL 15 has had no security updates since 2027-11-11: upgrade it to a later version',
  ])
  expect(findingsOf({ major: 25 }, '2027-11-12')).toEqual([])
})

it('ignores users and connections of the embedded database', () => {
  const embedded = { isSuperuser: true, ownsTables: true, isEncrypted: false }
  expect(listFindings({ ...good, ...embedded }, 'embedded', today)).toEqual([])
})

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase({ durable: true })
})
afterAll(() => database.close())

it('reads the settings of a real database, both as its owner and as the server', async () => {
  const now = new Date('2026-11-24T09:00:00Z')
  const { engine, kysely } = database
  const asOwner = await examineDatabase(kysely, engine, now)
  expect(asOwner.some((finding) => finding.includes('is a superuser'))).toBe(engine === 'postgresql')
  expect(asOwner.some((finding) => finding.startsWith('synchronous_commit'))).toBe(false)
  // The embedded database waits for the disk; for a server, the operator decides this.
  const unsafe = asOwner.filter((finding) => finding.startsWith('fsync'))
  expect(engine === 'embedded' ? unsafe : []).toEqual([])

  const server = await openWithServerRights(database)
  const asServer = await examineDatabase(server.kysely, 'postgresql', now)
  await server.close()
  expect(asServer.filter((finding) => finding.includes('portal_test_login'))).toEqual([])
})
