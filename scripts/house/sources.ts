import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import ts from 'typescript'

/** A file of the repository's own code. */
export interface Source {
  readonly path: string
  readonly room: string
  readonly isTest: boolean
  readonly lines: number
  readonly text: string
  /** Parsed on first access. */
  readonly tree: ts.SourceFile
  readonly imports: readonly Import[]
}

/** An import, re-export, `import()` or `import()` type; type-only imports are included. */
export interface Import {
  readonly specifier: string
  /** The file as a path from the root; null for a package. */
  readonly target: string | null
}

/** Folders of the code by name; `test`, `stress` and `e2e` count as tests. */
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

/** Reads the TypeScript and JavaScript files of these folders below the working directory. */
export const readSources = (folders: readonly string[] = Object.values(rooms)): Source[] =>
  folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
        .toSorted()
        .map((name) => toSource(`${folder}/${name}`, readFileSync(`${folder}/${name}`, 'utf8'))),
    )

export function toSource(path: string, text: string): Source {
  let tree: ts.SourceFile | undefined
  return {
    path,
    room: Object.entries(rooms).find(([, folder]) => path.startsWith(`${folder}/`))?.[0] ?? '',
    isTest: /^(?:test|stress|e2e)\/|\.test\.tsx?$/.test(path),
    text,
    lines: text.split('\n').length - 1,
    get tree() {
      return (tree ??= ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
    },
    imports: specifiersIn(path, text).map((specifier) => ({ specifier, target: resolve(path, specifier) })),
  }
}

const parseOptions: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
}

function specifiersIn(path: string, text: string): string[] {
  // TypeScript's preProcessFile reads a quote in a regular expression as a string, and then misses imports.
  const tree = ts.createSourceFile(path, text, parseOptions)
  const hasCalls = /\bimport\s*\(/.test(text)
  const specifiers: string[] = []
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node)
    if (specifier && ts.isStringLiteralLike(specifier)) specifiers.push(specifier.text)
    if (hasCalls) ts.forEachChild(node, visit)
  }
  tree.statements.forEach(visit)
  return specifiers
}

export function nodesIn(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return nodes
}

/** Returns the specifiers of imports, re-exports, `import()` and `import()` types. */
export const importsOf = (root: ts.Node): string[] =>
  nodesIn(root).flatMap((node) => {
    const specifier = specifierOf(node)
    return specifier && ts.isStringLiteral(specifier) ? [specifier.text] : []
  })

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  const isImportCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isImportCall ? node.arguments[0] : undefined
}

/** Returns the file that a specifier names, as a path from the root; null for a package. */
export function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const [, room = '', rest = ''] = /^#(\w+)\/(.*)$/.exec(specifier) ?? []
  const folder = Object.entries(rooms).find(([name]) => name === room)?.[1]
  return folder ? `${folder}/${rest}` : null
}
