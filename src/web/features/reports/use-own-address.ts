import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useNavigate } from 'react-router'

/** Marks an address that the screen itself has written. */
const ownAddress = { ofReport: true }

/** Calls back once the browser has painted what the page holds now; returns how to cancel it. */
function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(act)
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * Writes the search part of the screen's address. The browser's history has it at once, for Back, reload and copied links. The
 * router hears of it after the next paint, because it draws the page once more and forces a layout.
 */
export function useOwnAddress(): (before: string, address: string) => void {
  const navigate = useNavigate()
  const router = useContext(DataRouterContext)?.router
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])
  return (before, address) => {
    const tellRouter = () =>
      void navigate({ search: address }, { replace: true, preventScrollReset: true, state: ownAddress })
    cancel.current()
    const { location, history } = window
    // A router that does not use the browser's history.
    const isElsewhere = location.pathname !== router?.state.location.pathname || location.search !== before
    if (isElsewhere) return tellRouter()
    history.replaceState(history.state, '', address)
    cancel.current = afterPaint(() => {
      // Where the user is leaving, writing would call that off.
      if (router?.state.navigation.state === 'idle' && location.search === address) tellRouter()
    })
  }
}
