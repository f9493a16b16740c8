import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findTemplate, onServer, type Template } from './database-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: Template
    /** Contains every database of this run and is removed at its end. */
    databaseFolder: string
  }
}

/** Creates one migrated database per run; every test file opens a copy of it. */
export async function setup(project: TestProject) {
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'school-portal-'))
  const template = await findTemplate(process.env['DATABASE_URL'])
  project.provide('databaseTemplate', template)
  project.provide('databaseFolder', folder)
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    if (template.engine === 'postgresql') await dropAll(template.url, prefixOf(folder))
  }
}

// Copies in memory are faster than on disk, but a container's /dev/shm is often too small.
function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 30 ? '/dev/shm' : undefined
  } catch {
    return undefined
  }
}

/** Returns the common prefix of a run's database names on a server. */
export const prefixOf = (folder: string) =>
  `portal_test_${basename(folder).replace('school-portal-', '').toLowerCase()}_`

async function dropAll(url: string, prefix: string) {
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { name } of rows) await client.query(`drop database if exists "${name}" with (force)`)
  })
}
