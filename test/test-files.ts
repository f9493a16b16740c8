// Divides the files of the tests on a database into kinds. Vitest's own filter of tags would load every file to read its tags.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, sep } from 'node:path'

/** Always on the engine list, because they meet the engine itself, copy whole databases, or prove the laws of the books. */
const engineFiles = /^src\/server\/(?:database|cli|features\/imports)\/|-laws\.test\.ts$/

const testsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)

const hasTag = (file: string, tag: string): boolean =>
  readFileSync(file, 'utf8').includes(`// @module-tag ${tag}\n`)

/** The largest test file of each job represents it. */
function largestOfEachJob(files: readonly string[]): Set<string> {
  const largest = new Map<string, { file: string; size: number }>()
  for (const file of files.filter((name) => name.startsWith('src/server/features/'))) {
    const { size } = statSync(file)
    if (size > (largest.get(dirname(file))?.size ?? 0)) largest.set(dirname(file), { file, size })
  }
  return new Set([...largest.values()].map(({ file }) => file))
}

/** The test files of the kinds `calls` and `gate`, and those of both that `engine` repeats on the embedded database. */
export function filesByKind(excluded: readonly string[]): {
  calls: string[]
  gate: string[]
  engine: string[]
} {
  const all = ['src/server', 'test'].flatMap(testsIn).filter((file) => !excluded.includes(file))
  const largest = largestOfEachJob(all)
  return {
    calls: all.filter((file) => !hasTag(file, 'gate')),
    gate: all.filter((file) => hasTag(file, 'gate')),
    engine: all.filter((file) => engineFiles.test(file) || largest.has(file) || hasTag(file, 'engine')),
  }
}
