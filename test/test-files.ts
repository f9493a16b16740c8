// Divides database tests into kinds. Vitest's own filter of tags would load every file to read its tags.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, sep } from 'node:path'

/** Always on the engine list: files that use the engine itself, copy whole databases, or prove book laws. */
const engineFiles = /^src\/server\/(?:database|cli|features\/imports)\/|-laws\.test\.ts$/

const testsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)

const hasTag = (file: string, tag: string): boolean =>
  readFileSync(file, 'utf8').includes(`// @module-tag ${tag}\n`)

/** Chooses each job's test file of middle size; screen tests use every job on the embedded database too. */
function middleOfEachJob(files: readonly string[]): Set<string | undefined> {
  const features = files.filter((name) => name.startsWith('src/server/features/'))
  const jobs = new Map<string, string[]>()
  for (const file of features.toSorted((one, other) => statSync(one).size - statSync(other).size))
    jobs.set(dirname(file), [...(jobs.get(dirname(file)) ?? []), file])
  return new Set([...jobs.values()].map((job) => job[Math.floor(job.length / 2)]))
}

/** Lists the test files of the kinds `calls` and `gate`, and the files that `engine` repeats on the embedded engine. */
export function filesByKind(excluded: readonly string[]): {
  calls: string[]
  gate: string[]
  engine: string[]
} {
  const all = ['src/server', 'test'].flatMap(testsIn).filter((file) => !excluded.includes(file))
  const calls = all.filter((file) => !hasTag(file, 'gate'))
  const middle = middleOfEachJob(calls)
  const repeated = calls.filter((file) => engineFiles.test(file) || middle.has(file))
  return {
    calls,
    gate: all.filter((file) => hasTag(file, 'gate')),
    engine: all.filter((file) => repeated.includes(file) || hasTag(file, 'engine')),
  }
}
