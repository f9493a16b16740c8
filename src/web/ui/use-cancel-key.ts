import { useEffect, useRef } from 'react'

/**
 * Escape calls off what is under way. Something with `data-popup` must stand on the page meanwhile, or the screen
 * would be left by the same key.
 */
export function useCancelKey(underWay: boolean, cancel: () => void): void {
  const latest = useRef(cancel)
  useEffect(() => {
    latest.current = cancel
  })
  useEffect(() => {
    if (!underWay) return
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) latest.current()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [underWay])
}
