import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const tsc = 'node_modules/typescript7/bin/tsc'
// Prettier and tsc detect changes by content, so a stale cache is never used.
const cache = 'node_modules/.cache/check'

// The slowest checks start first, so that the cores finish at about the same time.
const checks = [
  {
    name: 'docs',
    fix: 'npm run docs',
    args: ['node_modules/tsx/dist/cli.mjs', 'scripts/docs.ts', '--check'],
    inputs: ['docs', 'e2e', 'scripts', 'src', 'stress', 'test', 'package-lock.json'],
  },
  {
    name: 'format',
    fix: 'npm run format',
    args: [
      'node_modules/prettier/bin/prettier.cjs',
      '--check',
      '--log-level=warn',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${cache}/prettier`,
      '.',
    ],
  },
  { name: 'known vulnerabilities', args: ['scripts/audit.mjs'], alwaysPrint: true },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js'] },
  ...['tests', 'server', 'web', 'domain'].map((room) => ({
    name: `types of ${room}`,
    args: [
      tsc,
      '-p',
      `tsconfig.${room}.json`,
      '--incremental',
      '--tsBuildInfoFile',
      `${cache}/types-of-${room}.tsbuildinfo`,
    ],
  })),
  { name: 'imports', args: ['node_modules/tsx/dist/cli.mjs', 'scripts/check-imports.ts'] },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint'] },
]

/** @type {string[]} */
const failed = []
/** @type {Check[]} */
const queue = [...checks]
const started = performance.now()
await Promise.all(Array.from({ length: Math.max(2, Math.min(4, availableParallelism())) }, runQueue))

const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(
  failed.length
    ? `Check failed after ${seconds} s: ${failed.join(', ')}`
    : `All checks passed in ${seconds} s`,
)
process.exitCode = failed.length ? 1 : 0

async function runQueue() {
  for (let check = queue.shift(); check; check = queue.shift()) await runCheck(check)
}

/** The files at a path, which may be a folder. @param {string} path @returns {string[]} */
function filesAt(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesAt(join(path, name)))
}

/** A hash of the names and contents of a check's inputs. @param {string[]} inputs */
function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesAt)) hash.update(file).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/** Runs a check, or skips it where its inputs are those of its last success. @param {Check} check */
async function runCheck(check) {
  if (!check.inputs) return runProgram(check)
  const hash = hashOf(check.inputs)
  const passed = join(cache, `${check.name}.passed`)
  if (existsSync(passed) && readFileSync(passed, 'utf8') === hash) {
    return console.log(`ok     ${check.name} (unchanged)`)
  }
  await runProgram(check)
  if (failed.includes(check.name)) return
  mkdirSync(cache, { recursive: true })
  writeFileSync(passed, hash)
}

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string[]} args
 * @property {string} [fix]
 * @property {boolean} [alwaysPrint] whether the output is printed when the check passes, too
 * @property {string[]} [inputs] files and folders; the check is skipped while they are unchanged
 */

/** Prints a check's output when it fails, or always. @param {Check} check @returns {Promise<void>} */
function runProgram({ name, args, fix, alwaysPrint }) {
  const begin = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 5 * 60_000 })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const took = `${((performance.now() - begin) / 1000).toFixed(1)} s`
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${took})`)
      if (alwaysPrint && code === 0 && output) console.log(`  ${output.trim()}`)
      if (code !== 0) {
        failed.push(name)
        console.log(output.trimEnd() + (fix ? `\n  To fix it: ${fix}` : ''))
      }
      resolve()
    })
  })
}
