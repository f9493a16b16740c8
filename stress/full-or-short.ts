/** `npm run stress` runs the full form; `.ci/run` sets STRESS=short and runs the same tests with fewer rounds. */
const isShort = process.env['STRESS'] === 'short'

/** Returns the number of rounds, calls, rows or students for the current form. */
export const fullOrShort = (full: number, short: number): number => (isShort ? short : full)
