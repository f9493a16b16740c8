type Clause = `${'spec' | 'decisions'} ${number}.${string}.${string}` | `security ${string}.${string}`

/**
 * Call it as the first statement of a test, with the clauses of `docs/spec` and `docs/security.md` that the test
 * covers. It does nothing at run time: `npm run docs` reads the calls and writes `docs/spec-ledger.md`.
 */
export function covers(..._clauses: readonly [Clause, ...Clause[]]): void {}
