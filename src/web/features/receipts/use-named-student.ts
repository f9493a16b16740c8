import { useDraft } from '#web/api/drafts.ts'
import { useRollInAddress } from '#web/parts/roll-in-address.ts'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'

/** Finds the student for whom the counter was opened (`?roll=1023`), once: who comes back to it finds what was typed. */
export function useNamedStudent(find: (number: string) => void): void {
  const rollNo = useRollInAddress()
  const { key } = useLocation()
  const [found, setFound] = useDraft('receive payment: opened for', () => '')
  const opened = useEffectEvent(() => {
    if (rollNo === null || found === key) return
    setFound(key)
    find(String(rollNo))
  })
  useEffect(() => opened(), [key])
}
