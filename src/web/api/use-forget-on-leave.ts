import { useEffect, useEffectEvent, useRef } from 'react'
import { useSession } from './session.ts'

/**
 * Runs `forget` when the screen is left, by whatever way, so that the next visit starts empty. A session that was lost is
 * no leaving: the screen comes back after the sign-in with what was typed (decisions 5.session).
 */
export function useForgetOnLeave(forget: () => void): void {
  const isOpen = useRef(false)
  const leave = useEffectEvent(forget)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      if (!useSession.getState().isSignedIn) return
      // React's strict mode closes and reopens every screen once: only one that stays closed was left.
      queueMicrotask(() => {
        if (!isOpen.current) leave()
      })
    }
  }, [])
}
