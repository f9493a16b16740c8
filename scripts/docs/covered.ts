import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** A test, or a group of tests, that names a clause with `covers`. */
export interface Coverage {
  readonly clause: string
  readonly path: string
  /** The title as written, `%s` included. */
  readonly title: string
}

/** Lists the paths of the test files from the root. */
const testFiles = () =>
  ['src', 'test', 'stress', 'e2e'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:test|stress|spec)\.tsx?$/.test(name))
      .toSorted()
      .map((name) => `${folder}/${name}`),
  )

/** Reads `covers` calls without running the tests. Throws for a call that is not a statement in a test's body. */
export const readCoverage = (paths = testFiles()): Coverage[] =>
  paths.flatMap((path) => {
    const code = readFileSync(path, 'utf8')
    if (!code.includes('covers(')) return []
    const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
    return coversCalls(source).flatMap((call) => {
      const title = titleOfTestAround(call)
      return call.arguments.map((argument) => {
        if (title === undefined || !ts.isStringLiteral(argument)) {
          const { line } = source.getLineAndCharacterOfPosition(call.getStart())
          throw new Error(`${path}:${line + 1}: covers() names clauses as literals, in the body of a test`)
        }
        return { clause: argument.text, path, title }
      })
    })
  })

function coversCalls(node: ts.Node): ts.CallExpression[] {
  const calls: ts.CallExpression[] = []
  const visit = (child: ts.Node): void => {
    if (ts.isCallExpression(child) && isCovers(child.expression)) calls.push(child)
    ts.forEachChild(child, visit)
  }
  visit(node)
  return calls
}

const isCovers = (called: ts.Expression) => ts.isIdentifier(called) && called.text === 'covers'

/** Returns the title of `it('title', () => { covers(…) })`, of its variants and of `describe`. */
function titleOfTestAround(call: ts.CallExpression): string | undefined {
  const block = ts.isExpressionStatement(call.parent) ? call.parent.parent : undefined
  const test = block && ts.isBlock(block) ? block.parent.parent : undefined
  if (!test || !ts.isCallExpression(test)) return undefined
  const [title] = test.arguments
  return title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
    ? title.getText().slice(1, -1).replaceAll(/\\(.)/g, '$1')
    : undefined
}
