/** Runs `act` once the page is idle; after half a second if the browser cannot report that. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 500)
}
