import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { draftOf, useDraft } from '#web/api/drafts.ts'
import { useRollInAddress } from './list-addresses.ts'

/**
 * Finds the voucher or student in the address (`?voucher=5Red1023-202611`, `?roll=1023`) once; a return visit keeps the
 * typed text. `screen` is the name of the draft.
 */
export function useInitialSearch(screen: string, find: (number: string) => void): void {
  const [params] = useSearchParams()
  const rollNo = useRollInAddress()
  const voucherNo = params.get('voucher')?.trim().slice(0, 120)
  const number = voucherNo || (rollNo === null ? '' : String(rollNo))
  const { key } = useLocation()
  const draft = `${screen}: opened for`
  const [, setOpenedFor] = useDraft(draft, () => '')
  const open = useEffectEvent(() => {
    // Read now: a return visit brings its drafts back after the first render.
    if (number === '' || draftOf(draft, '') === key) return
    setOpenedFor(key)
    find(number)
  })
  useEffect(() => open(), [key])
}
