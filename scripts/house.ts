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
for (const room of Object.keys(rooms)) printFolder(room, (source) => source.room === room)
printFolder('product', ({ path }) => path.startsWith('src/'))
printFolder('all', () => true)

const cycles = importCycles(sources)
const loneFiles = loneImports(sources)
const headFiles = filesOfFeeHeads(sources)
const converted = countEach(product.filter(inSrc).flatMap(conversions))

console.log(`\nImport cycles, types included: ${cycles.length}`)
for (const cycle of cycles) console.log(`  ${cycle.length} files: ${cycle.slice(0, 4).join(', ')}`)
console.log(`Product files with one importer, in the same folder: ${total(loneFiles)}`)
console.log(`  ${formatCounts(loneFiles)}`)
console.log(
  `Type assertions: ${countIn(product, assertions)} in code, ${countIn(tests, assertions)} in tests`,
)
console.log(
  `Suppressions: ${countIn(product, suppressions)} in code, ${countIn(tests, suppressions)} in tests`,
)
console.log(`Conversions outside contract/wire.ts: ${total(converted)} (${formatCounts(converted)})`)
console.log(`Files naming all fee heads: ${headFiles.length + 1}`)
for (const path of ['src/domain/fee-heads.ts', ...headFiles]) console.log(`  ${path}`)
console.log(`Re-exports across rooms: ${countIn(product.filter(inSrc), reExports)}`)
const long = sources.filter(({ lines }) => lines > 250).map(({ path, lines }) => `${path} ${lines}`)
console.log(`Files above 250 lines: ${long.length}${long.map((file) => `\n  ${file}`).join('')}`)

function printFolder(name: string, isIn: (source: Source) => boolean): void {
  const [code, checks] = [product.filter(isIn), tests.filter(isIn)]
  if (code.length + checks.length === 0) return
  const lengths = (code.length > 0 ? code : checks).map(({ lines }) => lines).toSorted((a, b) => a - b)
  const share = (part: number) => lengths[Math.floor((lengths.length - 1) * part)] ?? 0
  const above = [...code, ...checks].filter(({ lines }) => lines > 250).length
  const [lines, testLines] = [code, checks].map((files) => countIn(files, (file) => file.lines))
  row(name, [code.length, lines ?? 0, checks.length, testLines ?? 0, share(0.5), share(0.9), share(1), above])
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

function formatCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}
