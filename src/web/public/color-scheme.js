// Runs before the first paint, so that a dark screen never flashes white; a file of its own because the
// Content-Security-Policy allows no script inside the page.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('colorScheme')
  } catch {
    // Storage is closed to the page: the machine's own setting holds.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
