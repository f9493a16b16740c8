// Runs before the first paint, so that a dark screen does not flash white. A file, as the CSP allows no inline script.
;(() => {
  let chosen = null
  try {
    chosen = JSON.parse(localStorage.getItem('preferences') ?? '{}').colours
  } catch {
    // Storage is blocked or unreadable: the system's setting applies.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
