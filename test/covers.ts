type Clause = `${'spec' | 'decisions'} ${number}.${string}.${string}` | `security ${string}.${string}`

/**
 * Names the clauses of `docs/spec` and `docs/security.md` that the test around it covers, as the first statement of
 * its body. It does nothing at run time: `npm run docs` reads the calls and writes `docs/spec-ledger.md` from them.
 */
export function covers(..._clauses: readonly [Clause, ...Clause[]]): void {}
