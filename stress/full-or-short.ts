/** `npm run stress` runs the full form; `.ci/run` sets STRESS=short and runs the same tests with fewer rounds. */
const isShort = process.env['STRESS'] === 'short'

/** A number of rounds, calls, rows or students for the form that is run. */
export const fullOrShort = (full: number, short: number): number => (isShort ? short : full)
