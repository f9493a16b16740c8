import { lastRollNumber } from '#contract/admissions.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'

/** The number the next admission is likely to get; the server gives the real one (decisions §4). */
export function useForecast() {
  const { campus } = useStaff()
  const { data, error, refetch } = useCall(keys.lastRollNumber(campus), lastRollNumber, {})
  return {
    next: data ? data.lastRollNumber + 1 : null,
    failed: error !== null,
    retry: () => void refetch(),
    /** Whether it can be told: waits for the number that is on its way, and asks again for one that never came. */
    told: async () => (data ?? (await refetch({ cancelRefetch: false })).data) !== undefined,
  }
}
export type Forecast = ReturnType<typeof useForecast>
