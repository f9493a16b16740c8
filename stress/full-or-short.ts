/** `npm run stress` runs the full form; `.ci/run` sets STRESS=short and runs the same tests with fewer rounds. */
const isShort = process.env['STRESS'] === 'short'

/** Returns the number of rounds, calls, rows or students for the current form. */
export const fullOrShort = (full: number, short: number): number => (isShort ? short : full)

const givenSeed = process.env['STRESS_SEED']

/**
 * The number of random books played in the current form, for fast-check. The short form repeats the same ones, so that
 * only a change of the code makes it fail; STRESS_SEED chooses others.
 */
export const randomBooks = (
  full: number,
  short: number,
): { readonly numRuns: number; readonly seed?: number } => ({
  numRuns: fullOrShort(full, short),
  ...((isShort || givenSeed !== undefined) && { seed: Number(givenSeed ?? 1) }),
})
