import { readClauseDocuments } from '#scripts/docs/clauses.ts'
import { listFiles, read } from './repository.ts'

const rooms = ['src', 'test', 'e2e', 'stress', 'bench', 'scripts', 'docs']
const generated = ['docs/spec-ledger.md', 'docs/openapi.json']

/** Counts the citations (`spec 5.amounts`, `decisions 3.arrears`) and names those that no document states. */
export function checkCitations(): { cited: number; faults: string[] } {
  const documents = readClauseDocuments()
  const stated = new Set(
    documents.flatMap(({ headings, clauses }) => [...headings, ...clauses.map(({ name }) => name)]),
  )
  const files = [
    ...rooms.flatMap((room) => listFiles(room)),
    ...listFiles().filter((path) => /^[^/]+\.md$/.test(path)),
  ].filter((path) => /\.(?:tsx?|mjs|sql|md|css)$/.test(path) && !generated.includes(path))
  const found = files.flatMap((path) => citationsIn(read(path)).map((citation) => ({ path, citation })))
  return {
    cited: found.length,
    faults: found
      .filter(({ citation }) => !stated.has(citation))
      .map(({ path, citation }) => `${path} cites ${citation}`),
  }
}

/** A paragraph sign names a section in a way that no document states, so it counts as a wrong citation. */
const citationsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:spec|decisions) \d(?:\.[a-z\d-]+){0,2}|\u00a7.{0,20}/g)].map(
    ([citation]) => citation,
  )
