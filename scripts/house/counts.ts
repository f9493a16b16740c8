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

/** The fee heads that a file's code names by key or column; comments do not count. */
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

/** The product files that name most fee heads, except the table itself and the database's description. */
export const filesOfFeeHeads = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, isTest }) => path.startsWith('src/') && !isTest && !listsOfHeads.test(path))
    .filter((source) => feeHeadsNamed(source).length >= 4)
    .map(({ path }) => path)

/** The product files that list the fee heads beside their table; the demo school sets each head's amount. */
export const feeHeadFaults = (sources: readonly Source[]): string[] =>
  filesOfFeeHeads(sources)
    .filter((path) => path !== 'src/server/demo/fee-plan.ts')
    .map((path) => `${path}: lists the fee heads, which domain/fee-heads.ts does`)

const listsOfHeads = /^src\/(?:domain\/fee-heads\.ts$|server\/database\/(?:schema\.ts$|migrations\/))/

/** The number of type assertions (`as X` and `<X>`), except `as const`. */
export const assertions = ({ tree }: Source): number =>
  nodesIn(tree).filter((node) => ts.isAssertionExpression(node) && !ts.isConstTypeReference(node.type)).length

/** The number of comments that disable the linter or the compiler. */
export const suppressions = ({ tree }: Source): number =>
  tree.text.match(/(?:\/\/|\/\*) *(?:(?:oxlint|eslint)-disable|@ts-(?:ignore|expect-error|nocheck))/g)
    ?.length ?? 0

/** The converters that a file calls or passes, outside contract/wire.ts and the file that parses dates. */
export const conversions = ({ path, tree }: Source): string[] =>
  path === 'src/contract/wire.ts' || path === 'src/domain/calendar.ts'
    ? []
    : nodesIn(tree).flatMap((node) =>
        ts.isIdentifier(node) && converters.has(node.text) && isCalledOrPassed(node) ? [node.text] : [],
      )

const isCalledOrPassed = (node: ts.Identifier) =>
  ts.isCallExpression(node.parent) &&
  (node.parent.expression === node || node.parent.arguments.includes(node))

/** Exports that re-export a name of another folder: `export … from '#…'`, or an exported import. */
export function reExports({ tree }: Source): number {
  const imported = new Set(
    tree.statements.flatMap((statement) =>
      ts.isImportDeclaration(statement) && isOtherRoom(statement.moduleSpecifier)
        ? nodesIn(statement).flatMap((node) => (ts.isImportSpecifier(node) ? [node.name.text] : []))
        : [],
    ),
  )
  return tree.statements.filter(
    (statement) =>
      ts.isExportDeclaration(statement) &&
      (statement.moduleSpecifier
        ? isOtherRoom(statement.moduleSpecifier)
        : nodesIn(statement).some((node) => ts.isIdentifier(node) && imported.has(node.text))),
  ).length
}

const isOtherRoom = (specifier: ts.Expression) =>
  ts.isStringLiteral(specifier) && specifier.text.startsWith('#')
