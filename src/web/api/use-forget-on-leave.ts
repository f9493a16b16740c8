import { useEffect, useEffectEvent, useRef } from 'react'
import { useSession } from './session.ts'

/**
 * Runs `forget` when the screen is left, so that the next visit starts empty. A lost session does not count: after the
 * sign-in the screen returns with the typed text (decisions 5.session).
 */
export function useForgetOnLeave(forget: () => void): void {
  const isOpen = useRef(false)
  const leave = useEffectEvent(forget)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      if (!useSession.getState().isSignedIn) return
      // Strict mode closes and reopens every screen once: only a screen that stays closed was left.
      queueMicrotask(() => {
        if (!isOpen.current) leave()
      })
    }
  }, [])
}
