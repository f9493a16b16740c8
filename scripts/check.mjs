import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const tsc = 'node_modules/typescript7/bin/tsc'
// Both prettier and tsc recognise what has changed by its content, so that a stale cache is never believed.
const cache = 'node_modules/.cache/check'

// The slowest first: two at a time then end together.
const checks = [
  {
    name: 'docs',
    fix: 'npm run docs',
    args: ['node_modules/tsx/dist/cli.mjs', 'scripts/docs.ts', '--check'],
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
  { name: 'known holes', args: ['scripts/audit.mjs'], tells: true },
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
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint'] },
]

/** @type {string[]} */
const failed = []
const waiting = [...checks]
const started = performance.now()
await Promise.all(Array.from({ length: Math.max(2, Math.min(4, availableParallelism())) }, work))

const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(
  failed.length
    ? `Check failed after ${seconds} s: ${failed.join(', ')}`
    : `All checks passed in ${seconds} s`,
)
process.exitCode = failed.length ? 1 : 0

async function work() {
  for (let check = waiting.shift(); check; check = waiting.shift()) await runCheck(check)
}

/** Shows the words of a check when it fails, or always of one that has something to tell. @param {{ name: string, args: string[], fix?: string, tells?: boolean }} check */
function runCheck({ name, args, fix, tells }) {
  const begun = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 5 * 60_000 })
  let words = ''
  child.stdout.on('data', (chunk) => (words += chunk))
  child.stderr.on('data', (chunk) => (words += chunk))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const took = `${((performance.now() - begun) / 1000).toFixed(1)} s`
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${took})`)
      if (tells && code === 0 && words) console.log(`  ${words.trim()}`)
      if (code !== 0) {
        failed.push(name)
        console.log(words.trimEnd() + (fix ? `\n  mend it: ${fix}` : ''))
      }
      resolve(undefined)
    })
  })
}
