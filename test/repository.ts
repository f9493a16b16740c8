import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readClauseDocuments } from '#scripts/docs/clauses.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

const ignored = new Set([
  'node_modules',
  'dist',
  'data',
  '.git',
  '.reports',
  'test-results',
  'playwright-report',
])

export const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Lists every file below a folder, as paths from the root; generated folders are left out. */
export const listFiles = (folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (ignored.has(entry.name)) return []
    return entry.isDirectory() ? listFiles(path) : [path]
  })

interface Package {
  readonly path: string
  readonly name: string
  readonly node: string | undefined
}

/** Lists every installed package, including nested packages. */
export function listPackages(folder = 'node_modules'): Package[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory() || entry.name.startsWith('.')) return []
    if (entry.name.startsWith('@')) return listPackages(path)
    const [outer, inner] = [manifest(path), ifPresent(() => listPackages(join(path, 'node_modules')))]
    return [...(outer ? [outer] : []), ...(inner ?? [])]
  })
}

const manifest = (path: string) =>
  ifPresent((): Package => {
    const { name, engines } = JSON.parse(read(join(path, 'package.json')))
    return { path, name, node: engines?.node }
  })

/** Returns undefined if the file or folder does not exist; throws any other error. */
function ifPresent<T>(readIt: () => T): T | undefined {
  try {
    return readIt()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const folders = ['src', 'test', 'e2e', 'stress', 'bench', 'scripts', 'docs']
const generated = ['docs/spec-ledger.md', 'docs/openapi.json']

/** Counts the citations (`spec 5.amounts`, `decisions 3.arrears`) and lists citations that no document contains. */
export function checkCitations(): { cited: number; faults: string[] } {
  const documents = readClauseDocuments()
  const stated = new Set(
    documents.flatMap(({ headings, clauses }) => [...headings, ...clauses.map(({ name }) => name)]),
  )
  const files = [
    ...folders.flatMap((folder) => listFiles(folder)),
    ...listFiles().filter((path) => /^[^/]+\.md$/.test(path)),
  ].filter((path) => /\.(?:tsx?|mjs|sql|md|css)$/.test(path) && !generated.includes(path))
  const citations = files.flatMap((path) => citationsIn(read(path)).map((citation) => ({ path, citation })))
  return {
    cited: citations.length,
    faults: citations
      .filter(({ citation }) => !stated.has(citation))
      .map(({ path, citation }) => `${path} cites ${citation}`),
  }
}

/** Finds citations. A paragraph sign cannot be checked, so it counts as a wrong citation. */
const citationsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:spec|decisions) \d(?:\.[a-z\d-]+){0,2}|\u00a7.{0,20}/g)].map(
    ([citation]) => citation,
  )
