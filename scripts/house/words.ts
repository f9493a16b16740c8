import ts from 'typescript'

/** The identifiers of a file, each once. */
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

/** The conditions `… === 1 ? … : …` that choose between two texts, as they are written. */
export function pluralsIn(tree: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isConditionalExpression(node) &&
      comparesWithOne(node.condition) &&
      isText(node.whenTrue) &&
      isText(node.whenFalse)
    )
      found.push(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
