import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useDraft } from '#web/api/drafts.ts'
import { useRollInAddress } from './roll-in-address.ts'

/**
 * Finds the voucher or student in the address (`?voucher=5Red1023-202611`, `?roll=1023`) once; a return visit keeps the
 * typed text. `screen` is the name of its draft.
 */
export function useInitialSearch(screen: string, find: (number: string) => void): void {
  const [asked] = useSearchParams()
  const rollNo = useRollInAddress()
  const voucherNo = asked.get('voucher')?.trim().slice(0, 120)
  const number = voucherNo || (rollNo === null ? '' : String(rollNo))
  const { key } = useLocation()
  const [found, setFound] = useDraft(`${screen}: opened for`, () => '')
  const opened = useEffectEvent(() => {
    if (number === '' || found === key) return
    setFound(key)
    find(number)
  })
  useEffect(() => opened(), [key])
}
