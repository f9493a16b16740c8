import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './build.mjs'

const execute = promisify(execFile)

process.chdir(root)

// Prettier and tsc detect changes by content, so a stale cache is never used.
const cache = 'node_modules/.cache/check'

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} run a script of Node and its arguments
 * @property {string} [fix]
 * @property {boolean} [alwaysPrint] true to print the output of a passed check, too
 * @property {string[]} [inputs] files and folders; the check is skipped while they are unchanged
 */

/** The slowest checks start first, so that the cores finish at about the same time. @type {Check[]} */
const checks = [
  {
    name: 'docs',
    fix: 'npm run docs',
    run: 'node_modules/tsx/dist/cli.mjs scripts/docs.ts --check',
    inputs: ['docs', 'e2e', 'scripts', 'src', 'stress', 'test', 'package-lock.json'],
  },
  {
    name: 'format',
    fix: 'npm run format',
    run: `node_modules/prettier/bin/prettier.cjs --check --log-level=warn --cache --cache-strategy=content --cache-location=${cache}/prettier .`,
  },
  { name: 'known vulnerabilities', run: 'scripts/audit.mjs', alwaysPrint: true },
  { name: 'unused code', run: 'node_modules/knip/bin/knip.js' },
  ...['tests', 'server', 'web', 'domain'].map((room) => ({
    name: `types of ${room}`,
    run: `node_modules/typescript7/bin/tsc -p tsconfig.${room}.json --incremental --tsBuildInfoFile ${cache}/types-of-${room}.tsbuildinfo`,
  })),
  { name: 'house', run: 'node_modules/tsx/dist/cli.mjs scripts/check-house.ts' },
  { name: 'lint', run: 'node_modules/oxlint/bin/oxlint' },
]

/** @type {string[]} */
const failed = []
const queue = [...checks]
const checksStartMs = performance.now()
await Promise.all(Array.from({ length: Math.max(2, Math.min(4, availableParallelism())) }, runQueue))

console.log(
  failed.length
    ? `Check failed after ${secondsSince(checksStartMs)} s: ${failed.join(', ')}`
    : `All checks passed in ${secondsSince(checksStartMs)} s`,
)
process.exitCode = failed.length ? 1 : 0

async function runQueue() {
  for (let check = queue.shift(); check; check = queue.shift()) await runCheck(check)
}

/** @param {number} startMs */
function secondsSince(startMs) {
  return ((performance.now() - startMs) / 1000).toFixed(1)
}

/** Runs a check, or skips it if its inputs have not changed since its last success. @param {Check} check */
async function runCheck(check) {
  const hash = check.inputs && hashOf(check.inputs)
  const passedFile = join(cache, `${check.name}.passed`)
  if (hash && existsSync(passedFile) && readFileSync(passedFile, 'utf8') === hash) {
    console.log(`ok     ${check.name} (unchanged)`)
    return
  }
  await runProgram(check)
  if (!hash || failed.includes(check.name)) return
  mkdirSync(cache, { recursive: true })
  writeFileSync(passedFile, hash)
}

/** Hashes the names and contents of files, and of all files in folders. @param {readonly string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const isFolder = statSync(path).isDirectory()
    const files = isFolder ? readdirSync(path, { recursive: true, withFileTypes: true }) : []
    const names = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
    for (const name of isFolder ? names.toSorted() : [path])
      hash.update(name).update('\0').update(readFileSync(name))
  }
  return hash.digest('hex')
}

/** Runs the program of a check, and prints its output if it fails or if `alwaysPrint` is set. @param {Check} check */
async function runProgram({ name, run, fix, alwaysPrint }) {
  const startMs = performance.now()
  const options = { timeout: 5 * 60_000, maxBuffer: 64 * 1024 * 1024 }
  /** @type {{ stdout: string, stderr: string, code?: number | null }} */
  const result = await execute(process.execPath, run.split(' '), options).catch((error) => error)
  const { stdout, stderr, code = 0 } = result
  const hint = code !== 0 && fix ? `\n  To fix it: ${fix}` : ''
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${secondsSince(startMs)} s)`)
  if (code !== 0) failed.push(name)
  if (code !== 0 || alwaysPrint) console.log(`${stdout}${stderr}`.trimEnd() + hint)
}
