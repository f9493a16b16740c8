import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * One line of a runner's journal. Reporters write it at once, so that the journal of a killed runner still names the
 * tests that it did not finish.
 * @typedef {object} Entry
 * @property {string} [id] of a test, or of a file of tests
 * @property {string} [name]
 * @property {State} [state]
 * @property {string} [reason] why it failed
 * @property {string} [error] outside of any test
 * @property {number} [exit] the runner's exit code
 */
/** @typedef {'waiting' | 'running' | 'passed' | 'failed' | 'skipped' | 'finished'} State a file is `finished`, and then counts only through its tests */
/** @typedef {{ passed: number, skipped: number, failures: readonly string[] }} Outcome */

const variable = 'TEST_JOURNAL'

/**
 * Starts an empty journal for each runner, and removes those of an earlier run.
 * @param {string} folder @param {readonly string[]} runners @returns {Record<string, string>} path of each runner's journal
 */
export function startJournals(folder, runners) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const journals = Object.fromEntries(runners.map((runner) => [runner, join(folder, `${runner}.ndjson`)]))
  for (const path of Object.values(journals)) appendFileSync(path, '')
  return journals
}

/** The environment for a runner whose reporter writes to this journal. @param {string} path */
export const journalEnv = (path) => ({ ...process.env, [variable]: path })

/** Adds a line to a journal, by default to that of this runner. @param {Entry} entry @param {string} [path] */
export function writeEntry(entry, path = process.env[variable]) {
  if (path) appendFileSync(path, `${JSON.stringify(entry)}\n`)
}

/** The first line of an error's message, without the colours meant for a terminal. @param {string | undefined} message */
export const firstLine = (message) =>
  stripVTControlCharacters(message ?? 'no reason given')
    .trim()
    .split('\n', 1)[0] ?? ''

/** The results in a folder of journals; a folder without any counts as one failure. @param {string} folder @returns {Outcome} */
export function readJournals(folder) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ndjson')) : []
  if (files.length === 0) return { passed: 0, skipped: 0, failures: [`${folder}: no tests were run`] }
  return addOutcomes(files.map((file) => readJournal(join(folder, file))))
}

/** @param {readonly Outcome[]} outcomes @returns {Outcome} */
export const addOutcomes = (outcomes) => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
})

/**
 * A test that was not finished has failed; so has a runner that did not exit with 0, when no test explains that.
 * @param {string} path @returns {Outcome}
 */
function readJournal(path) {
  const entries = parseEntries(readFileSync(path, 'utf8'))
  const all = latestEntries(entries)
  const failures = [
    ...entries.flatMap(({ error }) => (error === undefined ? [] : [error])),
    ...all.flatMap((test) => failureOf(test) ?? []),
  ]
  const exit = entries.findLast((entry) => entry.exit !== undefined)?.exit
  if (exit !== 0 && failures.length === 0) failures.push(runnerFailure(path, exit))
  return { passed: count(all, 'passed'), skipped: count(all, 'skipped'), failures }
}

/**
 * The latest entry of each test and file. A test that failed and then passed on a retry counts as failed, and one whose
 * start the runner reports after its result keeps the result.
 * @param {readonly Entry[]} entries
 */
function latestEntries(entries) {
  /** @type {Map<string, Entry>} */
  const tests = new Map()
  for (const { id, ...entry } of entries) {
    if (id === undefined) continue
    const before = tests.get(id)
    const isKept = before?.state === 'failed' || (isFinal(before) && !isFinal(entry))
    if (!isKept) tests.set(id, { ...before, ...entry })
  }
  return [...tests.values()]
}

/** Whether the result of a test, or of a file, is known. @param {Entry | undefined} entry */
const isFinal = (entry) =>
  entry?.state !== undefined && entry.state !== 'waiting' && entry.state !== 'running'

/** @param {readonly Entry[]} tests @param {State} state */
const count = (tests, state) => tests.filter((test) => test.state === state).length

/** @param {Entry} test */
function failureOf({ name, state, reason }) {
  if (state === 'failed') return `${name}: ${firstLine(reason)}`
  if (state === 'running') return `${name}: was still running when the test runner ended`
  if (state === 'waiting') return `${name}: was not run`
  return undefined
}

/** @param {string} path @param {number | undefined} exit */
const runnerFailure = (path, exit) =>
  `${basename(path, '.ndjson')}: the test runner ${exit === undefined ? 'did not finish' : `ended with exit code ${exit}`}`

/** Skips incomplete lines: a killed runner can leave one at the end. @param {string} text @returns {Entry[]} */
function parseEntries(text) {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
}
