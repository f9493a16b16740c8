import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const outside = new Set([
  'node_modules',
  'dist',
  'data',
  '.git',
  '.reports',
  'test-results',
  'playwright-report',
])

export const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Every file of the repository's own under a folder, as paths from its root. */
export const listFiles = (folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (outside.has(entry.name)) return []
    return entry.isDirectory() ? listFiles(path) : [path]
  })

interface Package {
  readonly path: string
  readonly name: string
  readonly node: string | undefined
}

/** Every installed package, those inside other packages too. */
export function listPackages(folder = 'node_modules'): Package[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory() || entry.name.startsWith('.')) return []
    if (entry.name.startsWith('@')) return listPackages(path)
    const [own, inner] = [manifest(path), readable(() => listPackages(join(path, 'node_modules')))]
    return [...(own ? [own] : []), ...(inner ?? [])]
  })
}

const manifest = (path: string) =>
  readable((): Package => {
    const { name, engines } = JSON.parse(read(join(path, 'package.json')))
    return { path, name, node: engines?.node }
  })

/** Undefined where there is no such file or folder; any other fault is thrown. */
function readable<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
