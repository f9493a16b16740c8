import { useCallback, useEffect, useRef, useState } from 'react'

/** A form, and a function that focuses its first field marked wrong, else the first one to fill. */
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
  // Changes the state, so that the focus moves after the marks are drawn.
  const focusFirstWrong = useCallback(() => setAsked((times) => times + 1), [])
  return { form, focusFirstWrong }
}
