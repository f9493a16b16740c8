import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './repository.ts'

const configFiles = [
  '.oxlintrc.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.domain.json',
  'tsconfig.server.json',
  'tsconfig.tests.json',
  'tsconfig.web.json',
]

/** Creates a folder with these files and the repository's configuration; it is removed when it goes out of scope. */
export function createTemporaryProject(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  for (const name of configFiles) cpSync(join(root, name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return {
    /** Lints the files and returns the broken rules of each file. */
    lint: () => lint(folder),
    /** Compiles the files of `tsconfig.${name}.json` and returns the compiler's output. */
    compile: (name: string) =>
      run(folder, ['node_modules/typescript7/bin/tsc', '-p', `tsconfig.${name}.json`, '--pretty', 'false']),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

interface Report {
  readonly diagnostics: readonly { readonly filename: string; readonly code: string }[]
}

async function lint(folder: string) {
  const report: Report = JSON.parse(await run(folder, ['node_modules/oxlint/bin/oxlint', '--format=json']))
  const rules = new Map<string, Set<string>>()
  for (const { filename, code } of report.diagnostics) {
    rules.set(filename, (rules.get(filename) ?? new Set()).add(code))
  }
  return { rulesBrokenIn: (path: string) => [...(rules.get(path) ?? [])] }
}

/** Runs a program and returns its output, whatever its exit code: faults are expected. */
const run = (cwd: string, args: readonly string[]) =>
  new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (_error, output) =>
      resolve(output),
    )
  })
