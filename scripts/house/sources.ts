import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import ts from 'typescript'

/** A file of the repository's own code, parsed. */
export interface Source {
  readonly path: string
  readonly room: string
  readonly isTest: boolean
  readonly lines: number
  readonly tree: ts.SourceFile
  /** The files that it imports, types included, as paths from the root. */
  readonly imports: readonly string[]
}

/** The folders of the code by name; everything under `test`, `stress` and `e2e` counts as tests. */
export const rooms = {
  domain: 'src/domain',
  files: 'src/files',
  reports: 'src/reports',
  contract: 'src/contract',
  server: 'src/server',
  web: 'src/web',
  test: 'test',
  stress: 'stress',
  e2e: 'e2e',
  bench: 'bench',
  scripts: 'scripts',
}

/** Reads every TypeScript and JavaScript file of these folders below the working directory. */
export const readSources = (): Source[] =>
  Object.entries(rooms)
    .filter(([, folder]) => existsSync(folder))
    .flatMap(([room, folder]) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
        .toSorted()
        .map((name) => readSource(room, `${folder}/${name}`)),
    )

function readSource(room: string, path: string): Source {
  const text = readFileSync(path, 'utf8')
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return {
    path,
    room,
    isTest: /^(?:test|stress|e2e)\/|\.test\.tsx?$/.test(path),
    lines: text.split('\n').length - 1,
    tree,
    imports: importsOf(tree).flatMap((specifier) => resolve(path, specifier)),
  }
}

/** The specifiers of imports, re-exports, `import()` and `import()` types. */
function importsOf(tree: ts.SourceFile): string[] {
  const specifiers: string[] = []
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node)
    if (specifier && ts.isStringLiteral(specifier)) specifiers.push(specifier.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return specifiers
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  const isImportCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isImportCall ? node.arguments[0] : undefined
}

const resolve = (from: string, specifier: string): string[] => {
  const [, room = '', rest = ''] = /^#(\w+)\/(.*)$/.exec(specifier) ?? []
  if (specifier.startsWith('.')) return [join(dirname(from), specifier)]
  const folder = Object.entries(rooms).find(([name]) => name === room)?.[1]
  return folder ? [`${folder}/${rest}`] : []
}
