import { useLayoutEffect } from 'react'

/** Focuses the dialog before the next key, and restores the focus at the end. */
export function useFocusInside(container: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    container.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [container])
}
