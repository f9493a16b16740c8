/** Does something once the page has nothing more urgent to do; if the browser cannot tell, after half a second. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 500)
}
