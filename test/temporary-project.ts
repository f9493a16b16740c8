import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './repository.ts'

const carried = [
  '.oxlintrc.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.domain.json',
  'tsconfig.server.json',
  'tsconfig.tests.json',
  'tsconfig.web.json',
]

/** A house of a few planted files under the real rules, in a folder of its own; removed when it goes out of scope. */
export function createTemporaryProject(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'house-'))
  for (const name of carried) cpSync(join(root, name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return {
    /** Which planted files the linter reports, and for which rules. */
    lint: () => lint(folder),
    /** What the compiler says of one room. */
    compile: (room: string) =>
      run(folder, ['node_modules/typescript7/bin/tsc', '-p', `tsconfig.${room}.json`, '--pretty', 'false']),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

interface Report {
  readonly diagnostics: readonly { readonly filename: string; readonly code: string }[]
  readonly number_of_files: number
}

async function lint(folder: string) {
  const report: Report = JSON.parse(await run(folder, ['node_modules/oxlint/bin/oxlint', '--format=json']))
  const rules = new Map<string, Set<string>>()
  for (const { filename, code } of report.diagnostics) {
    rules.set(filename, (rules.get(filename) ?? new Set()).add(code))
  }
  return { rulesBrokenIn: (path: string) => [...(rules.get(path) ?? [])], files: report.number_of_files }
}

/** The program's words, whatever its exit code: a report of faults is what is asked for. */
const run = (cwd: string, args: readonly string[]) =>
  new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (_fault, words) => resolve(words))
  })
