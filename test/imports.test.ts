import { describe, expect, it } from 'vitest'
import {
  forbiddenImports,
  importCycles,
  importFaults,
  mutualImports,
  singleUseFiles,
} from '#scripts/house/imports.ts'
import { allowedMutualImports, singleUse } from '#scripts/house/rules.ts'
import { toSource, type Source } from '#scripts/house/sources.ts'

/** Files, each with specifiers that it may not import. */
const forbidden = {
  'src/domain/x.ts': ['#domain/money.ts', '#contract/session.ts', 'zod', 'node:fs'],
  'src/files/x.ts': ['#contract/session.ts', '#web/ui/table.tsx', 'react', 'node:fs'],
  'src/contract/x.ts': ['#reports/list.ts', '#server/start/app.ts', 'fastify', 'fs'],
  'src/reports/x.ts': ['#web/api/call.ts', 'zod', 'node:fs'],
  'src/server/x.ts': [
    '#web/api/call.ts',
    '#test/school.ts',
    './http/mount.ts',
    '#server/start/app.ts',
    'fastify',
  ],
  'src/server/database/x.ts': ['#server/records/scope.ts', '#domain/money.ts', '#server/start/app.ts'],
  'src/server/records/reports/x.ts': ['#server/auth/authorise.ts', '#server/http/mount.ts', '../scope.ts'],
  'src/server/services/x.ts': [
    '#server/database/open.ts',
    '#server/http/mount.ts',
    '#reports/list.ts',
    'kysely',
  ],
  'src/server/auth/x.ts': ['#server/http/mount.ts', '#reports/list.ts'],
  'src/server/http/x.ts': ['#server/services/take-payment.ts', '#server/features/counter.ts'],
  'src/server/files/x.ts': ['#server/records/vouchers/vouchers.ts', 'kysely'],
  'src/server/features/counter/x.ts': ['#server/features/posting.ts', '#server/start/app.ts', 'kysely'],
  'src/server/features/counter.ts': ['./posting.ts', '#server/start/app.ts'],
  'src/web/x.tsx': ['#server/start/app.ts', '../server/app.ts', 'node:fs'],
  'src/web/ui/x.tsx': ['#web/api/call.ts', '#web/kit/rupees.tsx', '#contract/session.ts', 'node:fs'],
  'src/web/api/x.ts': ['#web/ui/table.tsx', '#files/read-sheets.ts'],
  'src/web/kit/x.tsx': [
    '#web/features/counter/till.tsx',
    '#web/kit/form/form-buttons.tsx',
    '#web/app/find.tsx',
  ],
  'src/web/kit/form/x.tsx': ['#web/app/find.tsx', '#files/read-sheets.ts', './deeper/x.tsx'],
  'src/web/app/x.tsx': ['#web/features/counter/till.tsx', '#web/routes.tsx'],
  'src/web/features/counter/x.tsx': [
    '#web/features/posting/post.tsx',
    '../posting/post.tsx',
    '#web/app/find.tsx',
  ],
  'src/web/features/counter/x.test.tsx': ['../posting/post.tsx'],
  'bench/x.ts': ['./rows/print.ts', '../test/school.ts'],
}

/** Files, each with specifiers that it may import. */
const allowed = {
  'src/domain/x.ts': ['./money.ts'],
  'src/files/x.ts': ['#domain/money.ts', 'read-excel-file/universal'],
  'src/reports/x.ts': ['#contract/session.ts', 'zod/mini'],
  'src/server/x.ts': ['#server/database/fast/statements.ts', '#domain/money.ts', 'zod'],
  'src/server/start/x.ts': ['./app.ts', '#server/features/counter.ts', '#files/read-sheets.ts', 'fastify'],
  'src/server/records/reports/x.ts': ['#server/records/scope.ts', '#server/database/schema.ts', 'kysely'],
  'src/server/features/counter/x.ts': ['#server/services/take-payment.ts', '#reports/list.ts', 'node:crypto'],
  'src/web/kit/x.tsx': ['./rupees.tsx', '#web/ui/table.tsx'],
  'src/web/kit/form/x.tsx': [
    './field-errors.ts',
    '#web/kit/rupees.tsx',
    '#web/kit/slips/slip-pages.ts',
    '@mantine/core',
  ],
  'src/web/features/counter/x.tsx': ['./till.tsx', '#web/kit/rupees.tsx', '#files/read-sheets.ts'],
  'src/web/features/counter/x.test.tsx': ['#web/features/posting/post.tsx', '#test/school.ts'],
}

const importForms = [
  (specifier: string) => `import { thing } from '${specifier}'`,
  (specifier: string) => `import type { Thing } from '${specifier}'`,
  (specifier: string) => `const quote = /'/; export * as thing from '${specifier}'`,
  (specifier: string) => `export const load = () => import('${specifier}')`,
  (specifier: string) => `export type Thing = import('${specifier}').Thing`,
]

const toSources = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => toSource(path, text))

describe('the import rules', () => {
  const examplesOf = (files: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(files).flatMap(([path, specifiers]) =>
      specifiers.flatMap((specifier) => importForms.map((form) => toSource(path, form(specifier)))),
    )
  const isReported = (source: Source) => forbiddenImports(source).length > 0

  it('refuse each forbidden import in every form, and allow the others', () => {
    expect(examplesOf(forbidden).filter((source) => !isReported(source))).toEqual([])
    expect(examplesOf(allowed).flatMap(forbiddenImports)).toEqual([])
  })

  it('let only the named folders create money and scopes', () => {
    const createsScope = "import { createScope } from '#server/records/scope.ts'"
    const createsMoney = "import { type Money, paisa as toMoney } from '#domain/money.ts'"
    expect(
      toSources({
        'src/server/services/x.ts': createsScope,
        'src/server/auth/x.ts': createsScope,
        'src/web/ui/x.ts': createsMoney,
        'src/reports/x.ts': createsMoney,
      }).flatMap(forbiddenImports),
    ).toEqual([
      'src/server/services/x.ts: src/server/services may not import createScope',
      'src/web/ui/x.ts: src/web/ui may not import paisa',
    ])
  })

  it('refuse an import cycle, including a type-only one', () => {
    const cycle = toSources({
      'src/domain/a.ts': "import type { B } from './b.ts'",
      'src/domain/b.ts': "export { c } from './c.ts'",
      'src/domain/c.ts': "export type A = import('./a.ts').A",
      'src/domain/d.ts': "import './a.ts'",
    })
    expect(importCycles(cycle).map((paths) => paths.toSorted())).toEqual([
      ['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/c.ts'],
    ])
  })

  it('find folders that import each other, and shared files that only one job uses', () => {
    const kit = "import '#web/kit/shown.tsx'"
    const sources = toSources({
      'src/web/features/counter/a.tsx': kit,
      'src/web/features/counter/b.tsx': kit,
      'src/web/features/posting/a.test.tsx': kit,
      'src/web/kit/shown.tsx': "import './used-by-shown.tsx'\nimport './used-by-two.tsx'",
      'src/web/kit/used-by-shown.tsx': '',
      'src/web/kit/used-by-two.tsx': "import '#web/features/counter/a.tsx'",
      'src/web/app/a.tsx': "import '#web/kit/used-by-two.tsx'",
    })
    expect(singleUseFiles(sources)).toEqual(['src/web/kit/shown.tsx', 'src/web/kit/used-by-shown.tsx'])
    expect(mutualImports(sources)).toEqual(['src/web/features/counter src/web/kit'])
  })

  it('report a list entry that no longer applies', () => {
    const entries = [...allowedMutualImports, ...singleUse]
    expect(importFaults([])).toEqual(entries.map((entry) => `${entry}: remove it from the list`))
  })
})
