import ts from 'typescript'
import { importsOf, nodesIn, readSources, resolve, rooms, type Source } from '#scripts/house/sources.ts'

const reportFile = 'src/web/places/report-places.tsx'
const routeFiles = [
  'src/web/routes.tsx',
  'src/web/signed-in-routes.tsx',
  'src/web/places/places.ts',
  reportFile,
]
const everyScreen = 'every screen'

const web = new Map(readSources([rooms.web]).map((source) => [source.path, source]))
const routes = routeFiles.flatMap((path) => web.get(path) ?? [])

/** Returns screens by the calls that their code imports: paths, `every screen` for the frame, `reports` for reports. */
export function screensOfCalls(): ReadonlyMap<string, readonly string[]> {
  const screens = new Map<string, Set<string>>()
  for (const [screen, files] of routes.flatMap(filesOfScreens))
    for (const file of reachedFrom(files))
      for (const call of contractImports(file))
        screens.set(call, (screens.get(call) ?? new Set()).add(screen))
  return new Map(
    [...screens].map(([call, by]) => [call, by.has(everyScreen) ? [everyScreen] : [...by].toSorted()]),
  )
}

/** Lists the files that a route file loads, by the path of their screen. */
function filesOfScreens({ tree, path: from }: Source): (readonly [path: string, files: readonly string[]])[] {
  const filesIn = (nodes: readonly ts.Node[]) =>
    nodes.flatMap(importsOf).flatMap((specifier) => resolve(from, specifier) ?? [])
  const screens = nodesIn(tree)
    .flatMap(screenIn)
    .map(({ path, loaded }) => ({ path, nodes: [loaded, ...declarationsNamedIn(loaded, tree)] }))
  return [
    ...screens.map(({ path, nodes }) => [path, filesIn(nodes)] as const),
    [
      everyScreen,
      filesIn(tree.statements.filter(ts.isImportDeclaration)).filter((file) =>
        file.startsWith('src/web/app/'),
      ),
    ],
    ['reports', from === reportFile ? filesIn(tree.statements.filter(ts.isVariableStatement)) : []],
  ]
}

/** Finds a screen that is declared as a place, `staff('/path', 'Label', 'Screen')`, or as a route, with `lazy`. */
function screenIn(node: ts.Node): { path: string; loaded: ts.Node; isRoute: boolean }[] {
  if (ts.isCallExpression(node)) return placeIn(node)
  if (!ts.isPropertyAssignment(node)) return []
  const isPath = node.name.getText() === 'path' && ts.isStringLiteral(node.initializer)
  const loaded = node.parent.properties.find(({ name }) => /^(?:lazy|Component)$/.test(name?.getText() ?? ''))
  return isPath && loaded && /^\/./.test(node.initializer.text)
    ? [{ path: node.initializer.text, loaded, isRoute: true }]
    : []
}

/** Finds the place that a call declares, with the line that imports its screen. */
function placeIn({ arguments: [path, , screen] }: ts.CallExpression) {
  if (!path || !screen || !ts.isStringLiteral(path) || !ts.isStringLiteral(screen)) return []
  return nodesIn(screen.getSourceFile())
    .filter((node) => ts.isPropertyAssignment(node) && node.name.getText() === screen.text)
    .map((loaded) => ({ path: path.text, loaded, isRoute: false }))
}

/** Lists the paths of the screens outside the menu; `isGuarded` is true if a screen needs a session. */
export const screensBesideMenu = (): { path: string; isGuarded: boolean }[] =>
  routes
    .flatMap(({ tree }) => nodesIn(tree))
    .flatMap((node) =>
      screenIn(node)
        .filter(({ isRoute }) => isRoute)
        .map(({ path }) => ({ path, isGuarded: isBehindGuard(node) })),
    )

/** True for a route below `{ element: <SignedInOnly /> }`. */
const isBehindGuard = (node: ts.Node): boolean =>
  ts.isObjectLiteralExpression(node) &&
  node.properties.some((property) => /^element: <SignedInOnly\b/.test(property.getText()))
    ? true
    : !ts.isSourceFile(node) && isBehindGuard(node.parent)

/** Returns the imports and constants that a node names. */
const declarationsNamedIn = (node: ts.Node, { statements }: ts.SourceFile): ts.Node[] => {
  const names = new Set(nodesIn(node).flatMap((child) => (ts.isIdentifier(child) ? [child.text] : [])))
  const isNamed = (child: ts.Node) =>
    (ts.isImportSpecifier(child) || ts.isVariableDeclaration(child)) && names.has(child.name.getText())
  return statements.filter((statement) => nodesIn(statement).some(isNamed))
}

/** Returns the files and all that they import, directly or not, except through the routes, which load every screen. */
function reachedFrom(files: readonly string[]): Set<Source> {
  const reached = new Set<Source>()
  const queue = [...files]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const source = web.get(path)
    if (!source || reached.has(source) || routeFiles.includes(path)) continue
    reached.add(source)
    queue.push(...source.imports.flatMap(({ target }) => target ?? []))
  }
  return reached
}

/** Returns the names that a file imports from the contract, except types. */
const contractImports = ({ tree }: Source): string[] =>
  tree.statements
    .filter(ts.isImportDeclaration)
    .filter(({ moduleSpecifier }) => moduleSpecifier.getText().startsWith("'#contract/"))
    .flatMap(nodesIn)
    .flatMap((node) =>
      ts.isImportSpecifier(node) && !node.isTypeOnly && !node.parent.parent.isTypeOnly
        ? [(node.propertyName ?? node.name).text]
        : [],
    )
