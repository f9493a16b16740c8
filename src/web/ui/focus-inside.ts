import { useLayoutEffect } from 'react'

/** The focus goes into the dialog before the next key is pressed, and back to where it was at the end. */
export function useFocusInside(container: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    container.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [container])
}
