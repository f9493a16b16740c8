import { startTypeAhead } from '#web/ui/type-ahead.ts'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Goes to the screen before this one; to the dashboard where this one was opened by its address. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return useCallback(() => {
    // The next key is for the screen that comes, not for the field that is left.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    startTypeAhead()
    // The router calls the first entry of a visit 'default'.
    if (key === 'default') void navigate('/dashboard')
    else void navigate(-1)
  }, [key, navigate])
}
