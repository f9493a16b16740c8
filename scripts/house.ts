// `npm run house`: prints sizes, import cycles and other figures of the code by folder.

import { assertions, conversions, filesOfFeeHeads, reExports, suppressions } from '#scripts/house/counts.ts'
import { countEach, importCycles, loneImports } from '#scripts/house/imports.ts'
import { readSources, rooms, type Source } from '#scripts/house/sources.ts'

const sources = readSources()
const product = sources.filter(({ isTest }) => !isTest)
const tests = sources.filter(({ isTest }) => isTest)

const columns = ['files', 'lines', 'tests', 'test lines', 'median', 'p90', 'longest', '> 250']
const row = (name: string, cells: readonly (number | string)[]) =>
  console.log(name.padEnd(10) + cells.map((cell) => String(cell).padStart(11)).join(''))

row('', columns)
for (const room of Object.keys(rooms)) roomRow(room, (source) => source.room === room)
roomRow('product', ({ path }) => path.startsWith('src/'))
roomRow('all', () => true)

const cycles = importCycles(sources)
const lone = loneImports(sources)
const namingHeads = filesOfFeeHeads(sources)
const converted = countEach(product.filter(inSrc).flatMap(conversions))

console.log(`\nImport cycles, types included: ${cycles.length}`)
for (const cycle of cycles) console.log(`  ${cycle.length} files: ${cycle.slice(0, 4).join(', ')}`)
console.log(`Product files with one importer, in the same folder: ${total(lone)}`)
console.log(`  ${listed(lone)}`)
console.log(
  `Type assertions: ${countIn(product, assertions)} in code, ${countIn(tests, assertions)} in tests`,
)
console.log(
  `Suppressions: ${countIn(product, suppressions)} in code, ${countIn(tests, suppressions)} in tests`,
)
console.log(`Conversions outside contract/wire.ts: ${total(converted)} (${listed(converted)})`)
console.log(`Files naming all fee heads: ${namingHeads.length + 1}`)
for (const path of ['src/domain/fee-heads.ts', ...namingHeads]) console.log(`  ${path}`)
console.log(`Re-exports across rooms: ${countIn(product.filter(inSrc), reExports)}`)
const long = sources.filter(({ lines }) => lines > 250).map(({ path, lines }) => `${path} ${lines}`)
console.log(`Files above 250 lines: ${long.length}${long.map((file) => `\n  ${file}`).join('')}`)

function roomRow(name: string, isIn: (source: Source) => boolean): void {
  const [own, checks] = [product.filter(isIn), tests.filter(isIn)]
  if (own.length + checks.length === 0) return
  const lengths = (own.length > 0 ? own : checks).map(({ lines }) => lines).toSorted((a, b) => a - b)
  const share = (part: number) => lengths[Math.floor((lengths.length - 1) * part)] ?? 0
  const above = [...own, ...checks].filter(({ lines }) => lines > 250).length
  const [lines, testLines] = [own, checks].map((files) => countIn(files, (file) => file.lines))
  row(name, [own.length, lines ?? 0, checks.length, testLines ?? 0, share(0.5), share(0.9), share(1), above])
}

function inSrc({ path }: Source): boolean {
  return path.startsWith('src/')
}

function countIn(files: readonly Source[], count: (file: Source) => number): number {
  return files.reduce((sum, file) => sum + count(file), 0)
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}
