import { useEffect, useRef } from 'react'

/** Escape cancels. An element with `data-popup` must be on the page meanwhile, or the same key would leave the screen. */
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
