import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { startTypeAhead } from '#web/ui/type-ahead.ts'

/** The router's key of a visit's first entry. */
const firstKey = 'default'

/** Returns a function that goes to the previous screen, or to the dashboard if this one was opened by its address. */
export function useGoBack(): () => void {
  return useGoBackFrom(useLocation().key)
}

/** For a screen that changes its own address; `key` is the key of its first address. */
export function useGoBackFrom(key: string): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    // The next key press is for the next screen, not for the field that is left.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    startTypeAhead()
    if (key === firstKey) void navigate('/dashboard')
    else void navigate(-1)
  }, [key, navigate])
}
