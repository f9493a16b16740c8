import { useEffect, useRef } from 'react'

/** Cancels on Escape. An element with `data-popup` must be on the page, or the key would also leave the screen. */
export function useCancelKey(isActive: boolean, cancel: () => void): void {
  const latest = useRef(cancel)
  useEffect(() => {
    latest.current = cancel
  })
  useEffect(() => {
    if (!isActive) return
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) latest.current()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [isActive])
}
