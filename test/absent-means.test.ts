// Some attacks need a means that the product does not have: docs/asvs.md states that, and this test checks it.

import ts from 'typescript'
import { expect, it } from 'vitest'
import { readSources } from '#scripts/house/sources.ts'

interface Means {
  readonly pattern: RegExp
  /** Code that uses the means. */
  readonly example: string
  /** The files that may use the means. */
  readonly allowed?: readonly string[]
}

const means: Readonly<Record<string, Means>> = {
  'starting another program': {
    pattern: /\bchild_process\b/,
    example: "import { exec } from 'node:child_process'",
    // Runs `flock` on the data folder with constant arguments.
    allowed: ['src/server/database/directory-lock.ts'],
  },
  'running text as code': { pattern: /\beval\(|\bnew Function\(|'node:vm'/, example: 'eval(typed)' },
  'creating elements from text': {
    pattern: /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\(/,
    example: 'box.innerHTML = name',
  },
  'receiving messages from other windows': {
    pattern: /\bwindow\.(?:onmessage|addEventListener\('message')/,
    example: "window.addEventListener('message', take)",
  },
  'redirecting the browser': {
    pattern: /\blocation\.(?:assign|replace|href *=)|\bwindow\.open\(|\breply\.redirect\(/,
    example: 'reply.redirect(query.next)',
  },
  'calling another server': {
    pattern: /'node:https?'|'undici'|(?<!\.)\bfetch\(/,
    example: 'await fetch(url)',
    // The page calls its own server; a cursor fetches rows.
    allowed: ['src/web/api/call.ts', 'src/server/records/reports/read-list.ts'],
  },
  'deserializing objects from bytes': { pattern: /'node:v8'|\bdeserialize\(/, example: 'deserialize(bytes)' },
  'weak hashes': { pattern: /create(?:Hash|Hmac)\('(?:md5|sha1)'/, example: "createHash('md5')" },
  'predictable random numbers': { pattern: /\bMath\.random\(/, example: 'Math.random()' },
  'regular expressions built from text': {
    pattern: /\bnew RegExp\(/,
    example: 'new RegExp(typed)',
    // Patterns from the module's own lists of characters.
    allowed: ['src/reports/plain-cells.ts'],
  },
  'browser storage': {
    pattern: /\b(?:localStorage|sessionStorage|indexedDB)\.|\bpersist\(|\buseLocalStorage\b/,
    example: "localStorage.setItem('student', name)",
    // The signed-in user, the preferences and the chosen tab: decisions 5.storage.keys.
    allowed: ['src/web/api/session.ts', 'src/web/api/preferences.ts', 'src/web/app/navigation-groups.tsx'],
  },
}

const printer = ts.createPrinter({ removeComments: true })
const product = readSources()
  .filter(({ path, isTest }) => path.startsWith('src/') && !isTest)
  .map(({ path, tree }) => ({ path, code: printer.printFile(tree) }))

it.each(Object.entries(means))('the product does without %s', (_, { pattern, example, allowed = [] }) => {
  expect(example).toMatch(pattern)
  expect(product.length).toBeGreaterThan(500)
  const files = product.filter(({ code }) => pattern.test(code)).map(({ path }) => path)
  expect(files.filter((path) => !allowed.includes(path))).toEqual([])
})
