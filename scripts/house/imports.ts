import { dirname } from 'node:path/posix'
import type { Source } from './sources.ts'

/** Groups of files in an import cycle, type-only imports included (Tarjan's algorithm). */
export function importCycles(sources: readonly Source[]): string[][] {
  const imports = new Map(sources.map((source) => [source.path, source.imports]))
  const found: string[][] = []
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const visit = (path: string): number => {
    const own = index.size
    index.set(path, own)
    stack.push(path)
    let low = own
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue
      if (!index.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? index.get(next) ?? low)
    }
    lowest.set(path, low)
    if (low === own) {
      const group = stack.splice(stack.indexOf(path))
      if (group.length > 1) found.push(group)
    }
    return low
  }
  for (const path of imports.keys()) if (!index.has(path)) visit(path)
  return found
}

/** The number of product files per folder that have exactly one importer, in the same folder. Tests do not count as importers. */
export function loneImports(sources: readonly Source[]): Map<string, number> {
  const product = sources.filter(({ isTest, path }) => !isTest && path.startsWith('src/'))
  const importers = new Map<string, string[]>()
  for (const { path, imports } of product)
    for (const imported of new Set(imports))
      importers.set(imported, [...(importers.get(imported) ?? []), path])
  const folders = product.flatMap(({ path }) => {
    const [only, second] = importers.get(path) ?? []
    const isLone = only !== undefined && second === undefined && dirname(only) === dirname(path)
    return isLone ? [dirname(path)] : []
  })
  return countEach(folders)
}

/** How often each name occurs, the most frequent first. */
export function countEach(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map([...counts].toSorted(([, one], [, other]) => other - one))
}
