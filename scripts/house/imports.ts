import { isBuiltin } from 'node:module'
import { dirname } from 'node:path/posix'
import { allowedMutualImports, mayImport, restrictedNames, singleUse } from './rules.ts'
import type { Import, Source } from './sources.ts'
import { identifiersIn } from './words.ts'

/** Lists the violations of the rules in `rules.ts`, one per line. */
export const importFaults = (sources: readonly Source[]): string[] => [
  ...sources.flatMap(forbiddenImports),
  ...importCycles(sources).map((cycle) => `${cycle.join(', ')}: import each other`),
  ...compareWithList(mutualImports(sources), allowedMutualImports, 'two folders import each other'),
  ...compareWithList(singleUseFiles(sources), singleUse, 'one job uses this shared file'),
]

/** Lists the imports that the rules forbid. Tests may import any folder. */
export function forbiddenImports(source: Source): string[] {
  const { path, isTest, imports } = source
  const misspelled = imports.filter((item) => !isSpelled(path, item))
  const forbidden = imports.filter((item) => !isTest && !isAllowed(path, item))
  const names = Object.entries(restrictedNames).filter(
    ([name, { file, rooms }]) =>
      !isTest &&
      !rooms.includes(folderOf(path).name) &&
      imports.some(({ target }) => target === file) &&
      source.text.includes(name) &&
      identifiersIn(source.tree).has(name),
  )
  return [
    ...misspelled.map(({ specifier }) => `${path}: '${specifier}' needs a dot in a folder, a hash across`),
    ...forbidden.map(({ specifier }) => `${path}: ${folderOf(path).name} may not import '${specifier}'`),
    ...names.map(([name]) => `${path}: ${folderOf(path).name} may not import ${name}`),
  ]
}

const isSpelled = (path: string, { specifier, target }: Import): boolean =>
  target === null ||
  (dirname(target) === dirname(path) ? /^\.\/[^/]+$/.test(specifier) : specifier.startsWith('#'))

function isAllowed(path: string, { specifier, target }: Import): boolean {
  const { name, allowed } = folderOf(path)
  if (name === '' || (target && folderOf(target).name === name)) return true
  const imported = isBuiltin(specifier) ? 'node' : (target?.replace(/^src\//, '#') ?? specifier)
  return allowed.some((entry) =>
    entry === '*' ? imported !== 'node' && /^[\w@]/.test(imported) : `${imported}/`.startsWith(`${entry}/`),
  )
}

const folderPatterns = Object.entries(mayImport).map(([name, allowed]) => ({
  pattern: new RegExp(`^${name.replace('*', '[^/]+').replace(/\/$/, '(?=/)')}(?=/|$)`),
  allowed,
}))

/** The innermost folder of a file that has a rule, with the rule; '' for a file outside `src`. */
const folderOf = (path: string) =>
  folderPatterns
    .map(({ pattern, allowed }) => ({ name: pattern.exec(path)?.[0] ?? '', allowed }))
    .reduce((outer, inner) => (inner.name.length > outer.name.length ? inner : outer))

const compareWithList = (actual: readonly string[], list: readonly string[], fault: string): string[] => [
  ...actual.filter((item) => !list.includes(item)).map((item) => `${item}: ${fault}`),
  ...list.filter((item) => !actual.includes(item)).map((item) => `${item}: remove it from the list`),
]

/** Lists the pairs of folders that import each other; tests do not count. */
export function mutualImports(sources: readonly Source[]): string[] {
  const arrows = new Set(
    sources
      .filter(({ isTest }) => !isTest)
      .flatMap(({ path, imports }) =>
        imports.flatMap(({ target }) => (target ? [`${dirname(path)} ${dirname(target)}`] : [])),
      ),
  )
  const pairs = [...arrows].map((arrow) => arrow.split(' '))
  return pairs.flatMap(([from = '', to = '']) =>
    from < to && arrows.has(`${to} ${from}`) ? [`${from} ${to}`] : [],
  )
}

const isShared = (path: string): boolean => /^src\/(?:web\/kit|server\/services)\//.test(path)

/** Lists the shared files that only one folder uses, directly or through other shared files. */
export function singleUseFiles(sources: readonly Source[]): string[] {
  const importers = importersOf(sources)
  const usersOf = (path: string) => {
    const reached = new Set([path])
    const users = new Set<string>()
    for (const shared of reached)
      for (const importer of importers.get(shared) ?? [])
        if (isShared(importer)) reached.add(importer)
        else users.add(folderOf(importer).name)
    return users
  }
  return [...importers.keys()].filter((path) => isShared(path) && usersOf(path).size < 2)
}

/** Returns the importers of each product file. */
function importersOf(sources: readonly Source[]): Map<string, ReadonlySet<string>> {
  const product = sources.filter(({ isTest, path }) => !isTest && path.startsWith('src/'))
  const importers = new Map(product.map(({ path }) => [path, new Set<string>()]))
  for (const { path, imports } of product)
    for (const { target } of imports) if (target) importers.get(target)?.add(path)
  return importers
}

/** Finds import cycles, including those of type-only imports (Tarjan's algorithm). */
export function importCycles(sources: readonly Source[]): string[][] {
  const paths = new Set(sources.map(({ path }) => path))
  const targets = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap(({ target }) => (target && paths.has(target) ? [target] : [])),
    ]),
  )
  const cycles: string[][] = []
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const visit = (path: string): number => {
    const number = index.size
    index.set(path, number)
    stack.push(path)
    let low = number
    for (const target of targets.get(path) ?? []) {
      if (!index.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, lowest.get(target) ?? index.get(target) ?? low)
    }
    lowest.set(path, low)
    if (low === number) {
      const group = stack.splice(stack.indexOf(path))
      if (group.length > 1) cycles.push(group)
    }
    return low
  }
  for (const path of paths) if (!index.has(path)) visit(path)
  return cycles
}

/** Counts, by folder, the product files with exactly one importer, in the same folder; tests do not count. */
export const loneImports = (sources: readonly Source[]): Map<string, number> =>
  countEach(
    [...importersOf(sources)].flatMap(([path, [only, second]]) =>
      only && !second && dirname(only) === dirname(path) ? [dirname(path)] : [],
    ),
  )

/** Counts the occurrences of each name, most frequent first. */
export function countEach(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map([...counts].toSorted(([, one], [, other]) => other - one))
}
