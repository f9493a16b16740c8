import { lastRollNumber } from '#contract/admission.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'

/** The number the next admission is likely to get; the server gives the real one (decisions 4.roll-numbers.forecast). */
export function useForecast() {
  const { campus } = useStaff()
  const { data, error, refetch } = useCall(keys.lastRollNumber(campus), lastRollNumber, {})
  return {
    next: data ? data.lastRollNumber + 1 : null,
    failed: error !== null,
    retry: () => void refetch(),
    /** The number once it is known: waits for one on its way, asks again for one that never came; null where it cannot be read. */
    async settled(): Promise<number | null> {
      const answer = data ?? (await refetch({ cancelRefetch: false })).data
      return answer ? answer.lastRollNumber + 1 : null
    },
  }
}
export type Forecast = ReturnType<typeof useForecast>
