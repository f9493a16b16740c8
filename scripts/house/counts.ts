import ts from 'typescript'
import { feeHeads } from '#domain/fee-heads.ts'
import { nodesIn, type Source } from './sources.ts'

/** The functions that convert rupees and dates between wire and domain. */
const converters = new Set([
  'rupees',
  'inRupees',
  'jsonRupees',
  'calendarDate',
  'wireDate',
  'wirePeriod',
  'wireInstant',
  'printedWireDate',
])

/** Lists the fee heads that the code of a file names by key or column; comments do not count. */
function feeHeadsNamed({ tree }: Source): string[] {
  const texts = nodesIn(tree).flatMap((node) =>
    ts.isIdentifier(node) ||
    ts.isStringLiteralLike(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isTemplateHead(node)
      ? [node.text]
      : [],
  )
  const words = new Set(texts.join(' ').match(/\w+/g))
  return feeHeads.filter(({ key, column }) => words.has(key) || words.has(column)).map(({ key }) => key)
}

/** Lists the product files that name at least four fee heads, except their table and descriptions of the database. */
export const filesOfFeeHeads = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, isTest }) => path.startsWith('src/') && !isTest && !listsOfHeads.test(path))
    .filter((source) => feeHeadsNamed(source).length >= 4)
    .map(({ path }) => path)

/** Reports product files that list the fee heads themselves; the demo school may, to set the amount of each head. */
export const feeHeadFaults = (sources: readonly Source[]): string[] =>
  filesOfFeeHeads(sources)
    .filter((path) => path !== 'src/server/demo/fee-plan.ts')
    .map((path) => `${path}: lists the fee heads, which domain/fee-heads.ts does`)

const listsOfHeads = /^src\/(?:domain\/fee-heads\.ts$|server\/database\/(?:schema\.ts$|migrations\/))/

/** Counts type assertions (`as X` and `<X>`), except `as const`. */
export const assertions = ({ tree }: Source): number =>
  nodesIn(tree).filter((node) => ts.isAssertionExpression(node) && !ts.isConstTypeReference(node.type)).length

/** Counts comments that disable the linter or the compiler. */
export const suppressions = ({ tree }: Source): number =>
  tree.text.match(/(?:\/\/|\/\*) *(?:(?:oxlint|eslint)-disable|@ts-(?:ignore|expect-error|nocheck))/g)
    ?.length ?? 0

/** Lists the converters that a file calls or passes, except in contract/wire.ts and in the file that parses dates. */
export const conversions = ({ path, tree }: Source): string[] =>
  path === 'src/contract/wire.ts' || path === 'src/domain/calendar.ts'
    ? []
    : nodesIn(tree).flatMap((node) =>
        ts.isIdentifier(node) && converters.has(node.text) && isCalledOrPassed(node) ? [node.text] : [],
      )

const isCalledOrPassed = (node: ts.Identifier) =>
  ts.isCallExpression(node.parent) &&
  (node.parent.expression === node || node.parent.arguments.includes(node))

/** Counts exports that re-export a name of another folder: `export … from '#…'`, or an exported import. */
export function reExports({ tree }: Source): number {
  const imported = new Set(
    tree.statements.flatMap((statement) =>
      ts.isImportDeclaration(statement) && isOtherFolder(statement.moduleSpecifier)
        ? nodesIn(statement).flatMap((node) => (ts.isImportSpecifier(node) ? [node.name.text] : []))
        : [],
    ),
  )
  return tree.statements.filter(
    (statement) =>
      ts.isExportDeclaration(statement) &&
      (statement.moduleSpecifier
        ? isOtherFolder(statement.moduleSpecifier)
        : nodesIn(statement).some((node) => ts.isIdentifier(node) && imported.has(node.text))),
  ).length
}

const isOtherFolder = (specifier: ts.Expression) =>
  ts.isStringLiteral(specifier) && specifier.text.startsWith('#')
