import { useEffect, useEffectEvent } from 'react'

/** Cancels on Escape. An element with `data-popup` must be on the page, or the key would also leave the screen. */
export function useCancelKey(isActive: boolean, cancel: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing) cancel(event)
  })
  useEffect(() => {
    if (!isActive) return
    const listen = (event: KeyboardEvent) => press(event)
    // Listens in the capture phase: a popup that handled the key first would already be closed at this check.
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isActive])
}
