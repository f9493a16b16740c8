import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

/** A school's data, with the settings under which the server finds it. */
export interface School {
  readonly settings: Record<string, string>
  readonly remove: () => Promise<void>
}

/** Creates an empty school: a folder for the embedded database, or a new database if DATABASE_URL names a server. */
export const createEmptySchool = () => (process.env['DATABASE_URL'] ? inDatabase('') : inFolder())

/** Copies a school that no server uses, so that every e2e test starts with the same data. */
export function copySchool(settings: Record<string, string>): Promise<School> {
  const { DATABASE_URL: url, DATA_DIR: folder } = settings
  if (url) return inDatabase(`template ${new URL(url).pathname.slice(1)}`)
  return inFolder(folder)
}

async function inFolder(original?: string): Promise<School> {
  const folder = await mkdtemp(join(tmpdir(), 'school-'))
  if (original) await cp(original, folder, { recursive: true })
  return { settings: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function inDatabase(from: string): Promise<School> {
  const name = `school_${randomUUID().replaceAll('-', '')}`
  const url = new URL(process.env['DATABASE_URL'] ?? '')
  url.pathname = `/${name}`
  await administer(`create database ${name} ${from}`)
  // A folder for the server's notes about its database.
  const folder = await mkdtemp(join(tmpdir(), 'school-'))
  return {
    settings: { DATABASE_URL: url.href, DATA_DIR: folder },
    async remove() {
      await administer(`drop database if exists ${name} with (force)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function administer(statement: string) {
  const client = new Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
