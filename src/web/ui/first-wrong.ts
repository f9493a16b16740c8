import { useCallback, useEffect, useRef, useState } from 'react'

/** A form and a way to put the cursor where it is needed next: the first field marked wrong, else the first one to fill. */
export function useFirstWrong() {
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked === 0) return
    const field =
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      form.current?.querySelector<HTMLElement>('input:not([readonly], :disabled), select, textarea')
    field?.focus()
  }, [asked])
  // Only after the marks are drawn, so it is asked for by a change of state.
  const focusFirstWrong = useCallback(() => setAsked((times) => times + 1), [])
  return { form, focusFirstWrong }
}
