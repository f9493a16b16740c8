import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { startTypeAhead } from '#web/ui/type-ahead.ts'

/** The key that the router gives the first entry of a visit. */
const firstKey = 'default'

/** Goes to the screen before this one; to the dashboard if this one was opened by its address. */
export function useGoBack(): () => void {
  return useGoBackFrom(useLocation().key)
}

/** The same for a screen that writes its own address: `key` is the one with which it was opened. */
export function useGoBackFrom(key: string): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    // The next key is for the screen that comes, not for the field that is left.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    startTypeAhead()
    if (key === firstKey) void navigate('/dashboard')
    else void navigate(-1)
  }, [key, navigate])
}
