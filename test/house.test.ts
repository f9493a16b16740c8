import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { satisfies } from 'semver'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { feeHeads } from '#domain/fee-heads.ts'
import { readClauseDocuments } from '#scripts/docs/clauses.ts'
import { readCoverage } from '#scripts/docs/covered.ts'
import { ledgerFaults } from '#scripts/docs/spec-ledger.ts'
import { feeHeadFaults } from '#scripts/house/counts.ts'
import { mayImport } from '#scripts/house/rules.ts'
import { toSource } from '#scripts/house/sources.ts'
import { commentFaults, declaredNameFaults, nameFaults, pluralsIn } from '#scripts/house/words.ts'
import { checkCitations, listFiles, listPackages, read, root } from './repository.ts'
import { createTemporaryProject } from './temporary-project.ts'

describe('the linter and the compiler', () => {
  it('report the system clock in domain, needless suppressions and other violations', async () => {
    const faults = {
      'src/domain/today.ts': ['export const today = () => new Date()\n', 'eslint(no-restricted-globals)'],
      'src/domain/loose.ts': ['export const loose: any = 1\n', 'typescript(no-explicit-any)'],
      'src/domain/sure.ts': [
        'export const sure = (text?: string) => text!\n',
        'typescript(no-non-null-assertion)',
      ],
      'src/domain/BigName.ts': ['export const name = 1\n', 'unicorn(filename-case)'],
      'src/server/lost.ts': [
        'const save = async () => 1\nexport const lost = () => {\n  save()\n}\n',
        'typescript(no-floating-promises)',
      ],
      'src/server/loud.ts': ["export const loud = () => console.log('paid')\n", 'eslint(no-console)'],
      'src/server/alone.ts': ['export default 1\n', 'import(no-default-export)'],
      'src/server/long.ts': [`export const long = [\n${'  1,\n'.repeat(250)}]\n`, 'eslint(max-lines)'],
    } as const
    const needless = {
      'src/domain/quiet.ts': '// oxlint-disable-next-line no-console -- none\nexport const quiet = 1\n',
    }
    const texts = Object.fromEntries(Object.entries(faults).map(([path, [text]]) => [path, text]))
    using project = createTemporaryProject({ ...texts, ...needless })
    const report = await project.lint()
    const missed = Object.entries(faults).filter(
      ([path, [, rule]]) => !report.rulesBrokenIn(path).includes(rule),
    )
    expect(missed.map(([path]) => path)).toEqual([])
    expect(report.rulesBrokenIn('src/domain/quiet.ts')).not.toEqual([])
  })

  it('accept a refusal only with the facts of its code', async () => {
    const domainFiles = [
      'outcome',
      'refusals',
      'money',
      'count',
      'school',
      'calendar',
      'rights',
      'student-search',
    ].map((name) => `src/domain/${name}.ts`)
    using project = createTemporaryProject({
      ...Object.fromEntries(domainFiles.map((path) => [path, read(path)])),
      'src/domain/examples.ts': `import { refuse } from './outcome.ts'
export const complete = [refuse('no-receipts'), refuse('voucher-carried', { carriedTo: '5Red1-202611' })]
export const bare = () => refuse('voucher-carried')
export const inRupees = () => refuse('balance-changed', { balance: 4000 })
export const wrong = () => refuse('voucher-carried', { replacedBy: '5Red1-202611' })
export const needless = () => refuse('no-receipts', { receiptNo: 5 })
`,
    })
    const output = await project.compile('domain')
    const lines = [...output.matchAll(/^(\S+?)\((\d+),/gm)].map(([, path, line]) => `${path} ${line}`)
    expect(lines).toEqual([3, 4, 5, 6].map((line) => `src/domain/examples.ts ${line}`))
  })

  it('give domain, contract and reports neither the DOM nor Node', async () => {
    using project = createTemporaryProject({
      'src/domain/page.ts': 'export const page = () => window.name\n',
      'src/domain/host.ts': "export const host = () => process.env['HOST']\n",
      'src/contract/wire.ts': "export const wire = () => fetch('/')\n",
      'src/reports/list.ts': 'export const list = () => document.title\n',
    })
    const output = await project.compile('domain')
    for (const path of [
      'src/domain/page.ts',
      'src/domain/host.ts',
      'src/contract/wire.ts',
      'src/reports/list.ts',
    ]) {
      expect(output).toContain(`${path}(1,`)
    }
  })
})

describe('singular and plural', () => {
  const parse = (text: string) => ts.createSourceFile('sample.tsx', text, ts.ScriptTarget.Latest, true)

  it('are recognised as two texts that a comparison with one chooses between', () => {
    const words = [
      "n === 1 ? 'day' : 'days'",
      '`${n}${n !== 1 ? "s" : ""}`',
      '<b>{n === 1 ? `one` : `${n}`}</b>',
    ]
    for (const text of words) expect(pluralsIn(parse(text))).toHaveLength(1)
    for (const text of ['n === 1 ? whole(n) : []', "n === 2 ? 'a' : 'b'", 'n === 1 ? name : `${name} (2)`'])
      expect(pluralsIn(parse(text))).toEqual([])
  })
})

describe('a name', () => {
  it('is refused if it contains an undesired word, in upper or lower case', () => {
    const names = ['patience', 'nobodyFound', 'long_patience', 'giveWay', 'Entry']
    const source = (name: string) => toSource('src/domain/sample.ts', `export const ${name} = 1`)
    for (const name of names) expect(nameFaults([source(name)])).toHaveLength(1)
    for (const name of ['entry', 'patient', 'toldest']) expect(nameFaults([source(name)])).toEqual([])
  })

  it('is refused with its line if it is declared and is on the list', () => {
    const faultsOf = (text: string) => declaredNameFaults([toSource('src/web/sample.ts', text)])
    const declarations = [
      'interface Asked {}',
      'type Told = 1',
      'function tellOf() {}',
      'const { a: hasGone } = b',
    ]
    for (const text of declarations)
      expect(faultsOf(`\n${text}`)).toEqual([expect.stringMatching(/^src\/web\/sample\.ts:2: /)])
    for (const text of ['const asked = 1', "const word = 'Asked'", 'page.Told()', 'const HistoryTold = 1'])
      expect(faultsOf(text)).toEqual([])
  })
})

describe('a comment', () => {
  const faultsOf = (text: string) => commentFaults([toSource('src/domain/sample.ts', text)])

  it('is refused if a sentence begins with a question word, or if it begins with a pronoun or "of"', () => {
    for (const word of ['What', 'Whether', 'Where', 'Who'])
      for (const text of [
        `/** ${word} is owed. */`,
        `/**\n * ${word} is owed.\n */`,
        `const owed = 1 // ${word} is owed.`,
        `// Paid. ${word} is owed.`,
      ])
        expect(faultsOf(text)).toHaveLength(1)
    for (const word of ['Of', 'They', 'Those', 'These', 'The same'])
      expect(faultsOf(`/** ${word} vouchers. */`)).toHaveLength(1)
    for (const text of [
      '/** The amount that is owed. */',
      '// Says what is owed, and where.',
      "const url = 'x: What?'",
    ])
      expect(faultsOf(text)).toEqual([])
  })
})

describe('a file that lists the fee heads', () => {
  it('is reported, except for the table itself', () => {
    const keys = feeHeads.map(({ key }) => `${key}: 0`).join(', ')
    const faultsOf = (path: string) => feeHeadFaults([toSource(path, `export const list = { ${keys} }`)])
    expect(faultsOf('src/web/kit/list.ts')).toHaveLength(1)
    expect(faultsOf('src/domain/fee-heads.ts')).toEqual([])
  })
})

/** Returns a path and all folders that contain it. */
const withFolders = (path: string): string[] => (path === '.' ? [] : [path, ...withFolders(dirname(path))])

describe('the repository', () => {
  /** Packages that declare a newer Node but work on 20.19, each with the reason why this is known. */
  const knownToRun: Record<string, string> = {}

  it('contains only packages that support Node 20.19', () => {
    const packages = listPackages()
    expect(packages.length).toBeGreaterThan(100)
    const tooNew = packages.filter(
      ({ name, node }) => !(name in knownToRun) && !satisfies('20.19.0', node ?? '*'),
    )
    expect(tooNew.map(({ path, node }) => `${path} requires ${node}`)).toEqual([])
  })

  it('covers every clause with a test or a decision record, and names no unknown clause', () => {
    const coverage = readCoverage()
    expect(coverage.length).toBeGreaterThan(400)
    expect(ledgerFaults(readClauseDocuments(), coverage)).toEqual([])
  })

  it('cites only sections that exist in docs/spec', () => {
    const { cited, faults } = checkCitations()
    expect(cited).toBeGreaterThan(200)
    expect(faults).toEqual([])
  })

  it('names in ARCHITECTURE each folder of the first two levels under src, and only paths that exist', () => {
    const tree = [...new Set(listFiles().flatMap(withFolders))]
    const folders = tree.filter((path) => /^src(?:\/[\w-]+){1,2}$/.test(path))
    const cited = [...read('ARCHITECTURE.md').matchAll(/`([\w-]+(?:\/[\w.<>-]+)+)`/g)].map(([, path = '']) =>
      path.replace('/<job>', ''),
    )
    expect(folders.filter((folder) => !cited.includes(folder))).toEqual([])
    expect(cited.filter((name) => !tree.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([])
    expect(Object.keys(mayImport).filter((path) => !tree.includes(path.replace(/\/\*\/?$/, '')))).toEqual([])
  })

  it('has no broken link in its Markdown files', () => {
    const broken = listFiles()
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...read(path).matchAll(/\]\(\s*<?([^)\s>#]+)[^)]*\)/g)]
          .map(([, target = '']) => target)
          .filter((target) => !/^[a-z][\w+.-]*:/i.test(target))
          .filter((target) => !existsSync(join(root, dirname(path), decodeURIComponent(target))))
          .map((target) => `${path} → ${target}`),
      )
    expect(broken).toEqual([])
  })
})
