type Clause = `${'spec' | 'decisions'} ${number}.${string}.${string}` | `security ${string}.${string}`

/**
 * Names the clauses of `docs/spec` and `docs/security.md` that the enclosing test covers, as its first statement. Does
 * nothing at run time: `npm run docs` reads the calls and writes `docs/spec-ledger.md`.
 */
export function covers(..._clauses: readonly [Clause, ...Clause[]]): void {}
