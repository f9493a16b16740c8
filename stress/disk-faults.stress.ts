// Power cuts, false syncs, a full disk and flipped bits under the embedded database; a seed repeats each fault.

import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { seeded, type SeededRandom } from '#test/seeded.ts'
import { cutPower, flipBit, readDiskLog, type Unsynced } from '#test/simulated-disk.ts'
import {
  areEarlier,
  createOffice,
  faultsOf,
  openOffice,
  readBooks,
  work,
  type Books,
  type Call,
} from './disk-office.ts'
import { fullOrShort } from './full-or-short.ts'

const faults = [
  'disk that lies, writes reordered',
  'torn write',
  'unsynced writes reordered',
  'full disk',
  'rotten bit in a data file',
  'rotten bit in the log',
  'unsynced writes dropped',
  'disk that lies, writes dropped',
] as const
type Fault = (typeof faults)[number]

/** The outcome for the books; `wrong` if a figure is wrong and no check reports it. */
type Outcome = 'whole' | 'older' | 'refused' | 'found' | 'wrong'

const seeds = Number(process.env['STRESS_ROUNDS'] ?? fullOrShort(240, 4))
const firstSeed = Number(process.env['STRESS_SEED'] ?? 1)
const callsPerSeed = 16

let folder: string
let base: string
let cookie: string

beforeAll(async () => {
  folder = mkdtempSync(join(inject('databaseFolder'), 'disk-'))
  base = join(folder, 'base')
  const template = inject('databaseTemplate')
  if (template.engine !== 'embedded') throw new Error('Only for the embedded database')
  cpSync(template.dir, base, { recursive: true })
  cookie = await createOffice(base)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A recorded run: its calls, its data folder after a clean end, the log of its disk, and its last books. */
interface Recording {
  readonly calls: readonly Call[]
  readonly dataDir: string
  readonly log: string
  readonly last: Books
}

/** Returns the thread with a recorded disk. Its settings are environment variables: the usual thread takes none. */
function workerFor(log: string, fullAt = 0): URL {
  Object.assign(process.env, { DISK_LOG: log, DISK_FULL_AT: String(fullAt) })
  return new URL('./recording-worker.mjs', import.meta.url)
}

async function record(random: SeededRandom, dir: string): Promise<Recording> {
  const [dataDir, log] = [join(dir, 'recorded'), join(dir, 'log')]
  cpSync(base, dataDir, { recursive: true })
  const office = await openOffice(dataDir, cookie, { worker: workerFor(log), log })
  const calls: Call[] = []
  await work(office, random, calls, callsPerSeed)
  // Log entries after the last call belong to a clean end.
  const end = statSync(log).size
  const last = await readBooks(office.database)
  await office.close()
  writeFileSync(`${log}.end`, String(end))
  return { calls, dataDir, log, last }
}

/** Opens a folder that a fault has changed, and returns the outcome for its books. */
async function judge(dataDir: string, { calls, last }: Recording, place: number): Promise<[Outcome, string]> {
  let office
  try {
    office = await openOffice(dataDir, cookie)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    expect(message).toMatch(/^DATA_DIR: the folder .* cannot be used|was made by PostgreSQL/)
    return ['refused', message]
  }
  try {
    const isEarlier = areEarlier(await readBooks(office.database), last)
    const bookFaults = await faultsOf(office, calls, place)
    if (bookFaults.length === 0 && isEarlier) return ['whole', '']
    const isLawful = bookFaults.every((fault) => !fault.startsWith('broken law'))
    return [isLawful ? (isEarlier ? 'older' : 'wrong') : 'found', bookFaults.join('; ')]
  } catch (error) {
    return ['found', String(error)]
  } finally {
    await office.close().catch(() => {})
  }
}

/** Cuts the power at a random entry of the log, and judges the content of the disk. */
async function judgeCut(random: SeededRandom, dir: string, unsynced: Unsynced, isHonest: boolean) {
  const recording = await record(random, dir)
  const end = Number(readFileSync(`${recording.log}.end`, 'utf8'))
  const ops = readDiskLog(readFileSync(recording.log))
  const opsBeforeEnd = ops.filter((one) => one.place <= end).length
  const after = 1 + random.integerBelow(opsBeforeEnd)
  const honestUntil = isHonest ? after : random.integerBelow(after)
  const cut = { after, honestUntil, unsynced }
  const place = ops[honestUntil - 1]?.place ?? 0
  const heldDir = join(dir, 'held')
  cpSync(base, heldDir, { recursive: true })
  cutPower(heldDir, { ops, recorded: recording.dataDir }, cut, random)
  const [outcome, why] = await judge(heldDir, recording, place)
  const { bytes: _, ...last } = { bytes: null, ...ops[after - 1] }
  return { outcome, why: `${JSON.stringify(cut)} of ${opsBeforeEnd}, at ${JSON.stringify(last)}: ${why}` }
}

const filesOf = (dataDir: string, isWanted: (path: string) => boolean) =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isWanted(relative(join(dataDir, 'database'), path)) && statSync(path).size > 0)
    .toSorted()

/** Flips a bit in a data file, or in the log that a start after a power cut reads. */
async function judgeBit(random: SeededRandom, dir: string, kind: 'data' | 'log') {
  const recording = await record(random, dir)
  let dataDir = recording.dataDir
  if (kind === 'log') {
    const ops = readDiskLog(readFileSync(recording.log))
    const end = Number(readFileSync(`${recording.log}.end`, 'utf8'))
    const after = ops.filter((one) => one.place <= end).length
    dataDir = join(dir, 'held')
    cpSync(base, dataDir, { recursive: true })
    const cut = { after, honestUntil: after, unsynced: 'torn' } as const
    cutPower(dataDir, { ops, recorded: recording.dataDir }, cut, random)
  }
  const pattern =
    kind === 'log' ? /^pg_wal\/[0-9A-F]{24}$/ : /^(?:base|global|pg_xact|pg_multixact|pg_subtrans)\//
  const path = random.pick(filesOf(dataDir, (name) => pattern.test(name)))
  const places = kind === 'log' ? changedBytes(path, join(base, relative(dataDir, path))) : undefined
  const flippedBit = `${flipBit(path, random, places)} of ${relative(dataDir, path)}`
  const [outcome, why] = await judge(dataDir, recording, Number.MAX_SAFE_INTEGER)
  return { outcome, why: `${flippedBit}: ${why}` }
}

/** Returns the places of the bytes that were written since a file was copied. */
function changedBytes(path: string, copy: string): number[] {
  const [now, before] = [readFileSync(path), existsSync(copy) ? readFileSync(copy) : Buffer.alloc(0)]
  return Array.from(now.keys()).filter((place) => now[place] !== before[place])
}

/** Fills the disk at a random write, then frees space, and continues with the same server. */
async function judgeFull(random: SeededRandom, dir: string) {
  const [dataDir, log] = [join(dir, 'recorded'), join(dir, 'log')]
  cpSync(base, dataDir, { recursive: true })
  const fullAt = 1 + random.integerBelow(220)
  const worker = workerFor(log, fullAt)
  const calls: Call[] = []
  const office = await openOffice(dataDir, cookie, { worker, log }).catch(() => null)
  if (office) await work(office, random, calls, callsPerSeed)
  const unanswered = calls.filter(({ answer }) => answer === null).length
  writeFileSync(`${log}.freed`, '')
  rmSync(`${log}.full`, { force: true })
  // Continues without a restart; a start that failed on the full disk is repeated.
  const resumed = office ?? (await openOffice(dataDir, cookie, { worker, log }))
  const bookFaults = await faultsOf(resumed, calls, Number.MAX_SAFE_INTEGER)
  await resumed.close()
  const restarted = await openOffice(dataDir, cookie)
  bookFaults.push(...(await faultsOf(restarted, calls, Number.MAX_SAFE_INTEGER)))
  await restarted.close()
  const stage = office ? '' : ', during the start'
  const why = `full at write ${fullAt}${stage}, ${unanswered} calls unanswered: ${bookFaults.join('; ')}`
  return { outcome: (bookFaults.length === 0 ? 'whole' : 'found') as Outcome, why }
}

const judges: {
  readonly [Kind in Fault]: (random: SeededRandom, dir: string) => Promise<{ outcome: Outcome; why: string }>
} = {
  'torn write': (random, dir) => judgeCut(random, dir, 'torn', true),
  'unsynced writes dropped': (random, dir) => judgeCut(random, dir, 'dropped', true),
  'unsynced writes reordered': (random, dir) => judgeCut(random, dir, 'reordered', true),
  'full disk': judgeFull,
  'rotten bit in a data file': (random, dir) => judgeBit(random, dir, 'data'),
  'rotten bit in the log': (random, dir) => judgeBit(random, dir, 'log'),
  'disk that lies, writes dropped': (random, dir) => judgeCut(random, dir, 'dropped', false),
  'disk that lies, writes reordered': (random, dir) => judgeCut(random, dir, 'reordered', false),
}

/** Faults of an honest disk, which must lose nothing. After the other faults, no figure may be wrong unnoticed. */
const mustBeWhole = new Set<Fault>([
  'torn write',
  'unsynced writes reordered',
  'unsynced writes dropped',
  'full disk',
])

it(
  `books on a failing disk are whole or visibly damaged, with ${seeds} seeds`,
  { timeout: seeds * 60_000 },
  async ({ annotate }) => {
    covers('security faults.power-cut', 'security faults.rot')

    const counts: Record<string, Partial<Record<Outcome, number>>> = {}
    const failed: string[] = []
    for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
      const fault = faults[seed % faults.length] ?? faults[0]
      const dir = mkdtempSync(join(folder, `${seed}-`))
      const { outcome, why } = await judges[fault](seeded(seed), dir)
      rmSync(dir, { recursive: true, force: true })
      const count = (counts[fault] ??= {})
      count[outcome] = (count[outcome] ?? 0) + 1
      if (process.env['STRESS_VERBOSE'])
        process.stdout.write(`${seed} ${fault}: ${outcome} ${why.slice(0, 600)}\n`)
      if (outcome === 'wrong' || (mustBeWhole.has(fault) && outcome !== 'whole')) {
        failed.push(
          `${fault}: ${outcome}, ${why}\nSTRESS_SEED=${seed} STRESS_ROUNDS=1 npx vitest run --project stress stress/disk-faults.stress.ts`,
        )
      }
    }
    await annotate(JSON.stringify(counts))
    expect(failed).toEqual([])
  },
)
