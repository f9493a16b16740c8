// An empty database whose tables belong to another role than the server's.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

const password = 'only-for-tests'

export interface OwnedSchool {
  readonly name: string
  /** The role as which the server signs in. */
  readonly login: string
  readonly owner: string
  readonly password: string
  readonly dataDir: string
  readonly urlFor: (user: string) => string
  readonly create: () => Promise<void>
  readonly remove: () => Promise<void>
}

async function administer(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Chooses names for a database and its two roles on the server of DATABASE_URL; `create` creates them. */
export function ownedSchool(prefix: string): OwnedSchool {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  const [owner, login] = [`${name}_owner`, `${name}_app`]
  const dataDir = mkdtempSync(join(tmpdir(), 'school-owned-'))
  return {
    name,
    login,
    owner,
    password,
    dataDir,
    urlFor(user) {
      const url = new URL(process.env['DATABASE_URL'] ?? '')
      url.pathname = `/${name}`
      url.username = user
      url.password = password
      return url.href
    },
    create: () =>
      administer(
        `create role ${owner} login createrole password '${password}'`,
        `create role ${login} login password '${password}'`,
        // Since PostgreSQL 16 only an admin of a role may grant it, so the owner gets roles that other schools created.
        `do $$ declare shared text; begin
           for shared in select rolname from pg_roles where rolname in ('portal_clerk', 'portal_admin', 'portal_server') loop
             execute format('grant %I to ${owner} with admin option', shared);
           end loop;
         end $$`,
        `create database ${name} owner ${owner}`,
      ),
    async remove() {
      await administer(
        `drop database if exists ${name} with (force)`,
        `drop owned by ${owner}, ${login}`,
        `drop role ${owner}, ${login}`,
      )
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
