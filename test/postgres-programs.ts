import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = '/usr/lib/postgresql'

/** Finds the folder of this machine's newest PostgreSQL; undefined if there is none. */
export function findPostgres(): string | undefined {
  const versions = existsSync(root) ? readdirSync(root) : []
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  const folders = [
    ...newestFirst.map((version) => join(root, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find((folder) => ['initdb', 'pg_basebackup'].every((name) => existsSync(join(folder, name))))
}

/** Runs a program, as the user `postgres` if this process is root, because PostgreSQL refuses root. */
export async function asPostgres(program: string, args: readonly string[], cwd: string): Promise<string> {
  const [file, ...all] =
    process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args]
  const { stdout } = await promisify(execFile)(file, all, { cwd })
  return stdout
}

/** Finds the ids of the user `postgres` if this process is root; null if PostgreSQL can run as the current user. */
export async function findPostgresUser(): Promise<{ readonly uid: number; readonly gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const read = async (flag: string) => Number(await asPostgres('id', [flag], tmpdir()))
  return { uid: await read('-u'), gid: await read('-g') }
}

/** Finds the path of an installed program, including administrators' programs; undefined if there is none. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
