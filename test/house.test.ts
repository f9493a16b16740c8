import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { readClauseDocuments } from '#scripts/docs/clauses.ts'
import { readCoverage } from '#scripts/docs/covered.ts'
import { ledgerFaults } from '#scripts/docs/spec-ledger.ts'
import { satisfies } from 'semver'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { readSources } from '#scripts/house/sources.ts'
import { importRules } from './import-rules.ts'
import { createTemporaryProject } from './temporary-project.ts'
import { checkCitations, listFiles, listPackages, read, root } from './repository.ts'

const restricted = 'eslint(no-restricted-imports)'

/** The ways one file can lean on another. */
const leaning = {
  value: (specifier: string) => `import { thing } from '${specifier}'\nexport const used = thing\n`,
  type: (specifier: string) => `import type { Thing } from '${specifier}'\nexport type Used = Thing\n`,
  'passed on': (specifier: string) => `export { thing } from '${specifier}'\n`,
}

const plantings = (kind: 'no' | 'yes') =>
  Object.entries(importRules).flatMap(([room, { [kind]: specifiers }]) =>
    specifiers.flatMap((specifier, at) =>
      Object.entries(leaning).map(([way, text], index) => ({
        path: `${room}/${kind}-${at}-${index}.ts`,
        message: `${room} → ${specifier} (${way})`,
        text: text(specifier),
      })),
    ),
  )

const asFiles = (planted: readonly { path: string; text: string }[]) =>
  Object.fromEntries(planted.map(({ path, text }) => [path, text]))

/** The identifiers of a file, each once. */
function identifiersIn(tree: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return names
}

describe('the arrows', () => {
  it('are reported, each of them, when an import goes against one, and let through what goes along', async () => {
    const [against, along] = [plantings('no'), plantings('yes')]
    using house = createTemporaryProject(asFiles([...against, ...along]))
    const report = await house.lint()
    const isReported = ({ path }: { path: string }) => report.rulesBrokenIn(path).includes(restricted)
    expect(report.files).toBe(against.length + along.length)
    expect(against.length).toBeGreaterThanOrEqual(19)
    expect(against.filter((one) => !isReported(one)).map(({ message }) => message)).toEqual([])
    expect(along.filter(isReported).map(({ message }) => message)).toEqual([])
  })

  it('hold for imports made while running, too', async () => {
    const planted = listFiles('src')
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
      .flatMap((path) =>
        [...read(path).matchAll(/\bimport\(\s*'([^']+)'\s*,?\s*\)/g)].map(([, specifier = ''], at) => ({
          path: posix.join(dirname(path), `planted-${at}-in-${posix.basename(path)}`),
          message: `${path} → ${specifier}`,
          text: leaning.value(specifier),
        })),
      )
    using house = createTemporaryProject(
      asFiles([...planted, { path: 'src/domain/one.ts', text: 'export const one = 1\n' }]),
    )
    const report = await house.lint()
    const against = planted.filter(({ path }) => report.rulesBrokenIn(path).includes(restricted))
    expect(against.map(({ message }) => message)).toEqual([])
  })
})

describe('the linter and the compiler', () => {
  it('refuse a knot, a day, a suppression without need and a shortcut', async () => {
    const faults = {
      'src/domain/left.ts': [
        "import { right } from './right.ts'\nexport const left = () => right\n",
        'import(no-cycle)',
      ],
      'src/domain/right.ts': [
        "import { left } from './left.ts'\nexport const right = () => left\n",
        'import(no-cycle)',
      ],
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
      'src/server/services/mints.ts': [
        "import { mintScope } from '#server/records/scope.ts'\nexport const mints = mintScope\n",
        restricted,
      ],
      'src/server/features/counter/queries.ts': [
        "import { sql } from 'kysely'\nexport const queries = sql\n",
        restricted,
      ],
      'src/server/long.ts': [`export const long = [\n${'  1,\n'.repeat(250)}]\n`, 'eslint(max-lines)'],
    } as const
    const needless = {
      'src/domain/calm.ts': '// oxlint-disable-next-line no-console -- none\nexport const calm = 1\n',
    }
    const texts = Object.entries(faults).map(([path, [text]]) => ({ path, text }))
    using house = createTemporaryProject({ ...asFiles(texts), ...needless })
    const report = await house.lint()
    const missed = Object.entries(faults).filter(
      ([path, [, rule]]) => !report.rulesBrokenIn(path).includes(rule),
    )
    expect(missed.map(([path]) => path)).toEqual([])
    expect(report.rulesBrokenIn('src/domain/calm.ts')).not.toEqual([])
  })

  it('know that a rule has neither page nor process', async () => {
    using house = createTemporaryProject({
      'src/domain/page.ts': 'export const page = () => window.name\n',
      'src/domain/host.ts': "export const host = () => process.env['HOST']\n",
      'src/contract/wire.ts': "export const wire = () => fetch('/')\n",
    })
    const words = await house.compile('domain')
    for (const path of ['src/domain/page.ts', 'src/domain/host.ts', 'src/contract/wire.ts']) {
      expect(words).toContain(`${path}(1,`)
    }
  })
})

describe('names', () => {
  /** Words of the first edition that had to be decoded; the words to say instead are in CONTRIBUTING. */
  const undesired = new Set(
    'anew asked calm cellar door knock mend nobody patience slowing standing tell tells told trouble unmark verb whoever whom'.split(
      ' ',
    ),
  )
  const undesiredNames =
    /^(orRefuse|giveWay|handOver|asksFor|studentAtHand|plannedAnew|Inside|Entry|Entered)$/

  it('use no undesired word', () => {
    // The page follows with its own rewrite.
    const sources = readSources().filter(({ room }) => room !== 'web')
    const isUndesired = (name: string) =>
      undesiredNames.test(name) || name.split(/(?=[A-Z])|_/).some((word) => undesired.has(word.toLowerCase()))
    const found = sources.flatMap(({ path, tree }) =>
      [...identifiersIn(tree)].filter(isUndesired).map((name) => `${path}: ${name}`),
    )
    expect(sources.length).toBeGreaterThan(200)
    expect(found).toEqual([])
  })
})

describe('the promises of the repository', () => {
  /** Packages that ask for a newer Node and yet run: name → why that is known. */
  const knownToRun: Record<string, string> = {}

  it('lets every installed package run on the oldest Node that is promised', () => {
    const packages = listPackages()
    expect(packages.length).toBeGreaterThan(100)
    const tooNew = packages.filter(
      ({ name, node }) => !(name in knownToRun) && !satisfies('20.19.0', node ?? '*'),
    )
    expect(tooNew.map(({ path, node }) => `${path} wants ${node}`)).toEqual([])
  })

  it('covers every clause with a test or a decision record, and no clause that is not stated', () => {
    const coverage = readCoverage()
    expect(coverage.length).toBeGreaterThan(400)
    expect(ledgerFaults(readClauseDocuments(), coverage)).toEqual([])
  })

  it('cites only sections that docs/spec has', () => {
    const { cited, faults } = checkCitations()
    expect(cited).toBeGreaterThan(200)
    expect(faults).toEqual([])
  })

  it('links to nothing that is not there', () => {
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
