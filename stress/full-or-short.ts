/** True if STRESS=short, with which `.ci/run` runs the tests of `npm run stress` with fewer rounds. */
const isShort = process.env['STRESS'] === 'short'

/** Returns the number of rounds, calls, rows or students for this run. */
export const fullOrShort = (full: number, short: number): number => (isShort ? short : full)

const givenSeed = process.env['STRESS_SEED']

/** Returns options of fast-check. A short run uses one seed unless STRESS_SEED is set, so only the code can fail it. */
export const randomBooks = (
  full: number,
  short: number,
): { readonly numRuns: number; readonly seed?: number } => ({
  numRuns: fullOrShort(full, short),
  ...((isShort || givenSeed !== undefined) && { seed: Number(givenSeed ?? 1) }),
})
