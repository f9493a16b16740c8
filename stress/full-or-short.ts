/** `npm run stress` runs the full form; `.ci/run` sets STRESS=short and runs the same tests with fewer rounds. */
const isShort = process.env['STRESS'] === 'short'

/** The number of rounds, calls, rows or students in the current form. */
export const fullOrShort = (full: number, short: number): number => (isShort ? short : full)

const givenSeed = process.env['STRESS_SEED']

/** The number of books for fast-check. The short form repeats the same ones unless STRESS_SEED is set, so only code can fail it. */
export const randomBooks = (
  full: number,
  short: number,
): { readonly numRuns: number; readonly seed?: number } => ({
  numRuns: fullOrShort(full, short),
  ...((isShort || givenSeed !== undefined) && { seed: Number(givenSeed ?? 1) }),
})
