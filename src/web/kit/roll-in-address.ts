import { useSearchParams } from 'react-router'

/** The roll number that a screen was opened for (`?roll=1023`); null if there is none that could be one. */
export function useRollInAddress(): number | null {
  const [asked] = useSearchParams()
  const roll = asked.get('roll') ?? ''
  return /^[1-9]\d{0,9}$/.test(roll) ? Number(roll) : null
}
