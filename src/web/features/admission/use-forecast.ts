import { lastRollNumber } from '#contract/admission.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'

/** The likely number of the next admission; the server assigns the real one (decisions 4.roll-numbers.forecast). */
export function useForecast() {
  const { campus } = useStaff()
  const { data, error, refetch } = useCall(keys.lastRollNumber(campus), lastRollNumber, {})
  return {
    next: data ? data.lastRollNumber + 1 : null,
    failed: error !== null,
    retry: () => void refetch(),
    /** Waits for the number, or requests it again after a failure; null if it cannot be loaded. */
    async settled(): Promise<number | null> {
      const answer = data ?? (await refetch({ cancelRefetch: false })).data
      return answer ? answer.lastRollNumber + 1 : null
    },
  }
}
export type Forecast = ReturnType<typeof useForecast>
