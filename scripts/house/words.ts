import ts from 'typescript'
import { nodesIn, type Source } from './sources.ts'

/** Words that a reader has to decode; CONTRIBUTING lists better words. */
const undesired = new Set(
  'anew asked calm cellar door knock mend nobody patience slowing standing tell tells told trouble unmark verb whoever whom'.split(
    ' ',
  ),
)
const undesiredNames = /^(giveWay|handOver|asksFor|studentAtHand|plannedAnew|Entry|Entered)$/

const isUndesired = (name: string): boolean =>
  undesiredNames.test(name) || name.split(/(?=[A-Z])|_/).some((word) => undesired.has(word.toLowerCase()))

/** Reports undesired names; the web folder is not checked until its rewrite. */
export const nameFaults = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ room }) => room !== 'web')
    .flatMap(({ path, tree }) =>
      [...identifiersIn(tree)].filter(isUndesired).map((name) => `${path}: another name than ${name}`),
    )

/** Whole names that may not be declared; CONTRIBUTING has the names to use instead. */
const refusedNames = new Set(
  'Asked AskedHistory Begun DayAsked Ending Found Held Inside Patience Peeked Started Told Trouble What Whom Whose goOnAfter hasGone isCrowded lend lent orRefuse outlastCrowd patienceMs sayGenerated sayWhy tell tellOf usePatience'.split(
    ' ',
  ),
)

/** Reports declarations of refused names. */
export const declaredNameFaults = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, tree }) =>
    nodesIn(tree)
      .filter((node) => ts.isIdentifier(node) && refusedNames.has(node.text) && isDeclaredName(node))
      .map((node) => `${path}:${lineOf(node)}: declare another name than ${node.getText()}`),
  )

const isDeclaredName = (node: ts.Node): boolean =>
  'name' in node.parent && node.parent.name === node && !ts.isPropertyAccessExpression(node.parent)

const lineOf = (node: ts.Node): number =>
  node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1

const comments = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*/gm
const questionFirst = /(?:^\s*\/[/*]+|[.:;])[\s*]+(?:What|Who|Whose|Where|Whether)\b/
const fragmentFirst = /^\s*\/[/*]+[\s*]+(?:Of|They|Those|These|The same)\b/

/** Reports comments that have a sentence with a question word first, or begin with a word whose noun is elsewhere. */
export const commentFaults = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) =>
    (text.match(comments) ?? [])
      .filter((comment) => questionFirst.test(comment) || fragmentFirst.test(comment))
      .map((comment) => `${path}: begin with the subject: ${comment.trim().slice(0, 60)}`),
  )

/** Reports choices between singular and plural outside `domain/count.ts`. */
export const pluralFaults = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, isTest }) => path.startsWith('src/') && !isTest)
    .flatMap(({ path, tree }) => pluralsIn(tree).map((text) => `${path}: domain/count.ts says ${text}`))

export function identifiersIn(tree: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return names
}

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
const comparesWithOne = (node: ts.Node) =>
  ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText()) && node.right.getText() === '1'

/** Finds the conditions `… === 1 ? … : …` between two texts. */
export function pluralsIn(tree: ts.SourceFile): string[] {
  const plurals: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isConditionalExpression(node) &&
      comparesWithOne(node.condition) &&
      isText(node.whenTrue) &&
      isText(node.whenFalse)
    )
      plurals.push(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return plurals
}
