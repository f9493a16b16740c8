import { useSearchParams } from 'react-router'

/** Returns the roll number in the address (`?roll=1023`); null if there is no valid one. */
export function useRollInAddress(): number | null {
  const [params] = useSearchParams()
  const roll = params.get('roll') ?? ''
  return /^[1-9]\d{0,9}$/.test(roll) ? Number(roll) : null
}
