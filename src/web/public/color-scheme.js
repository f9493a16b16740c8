// Runs before the first paint, so that a dark screen never flashes white; a file of its own because the
// Content-Security-Policy allows no script inside the page.
;(() => {
  let chosen = null
  try {
    // The second key is the one before the preferences, until the page has carried it over.
    chosen =
      JSON.parse(localStorage.getItem('preferences') ?? '{}').colours ?? localStorage.getItem('colorScheme')
  } catch {
    // Storage is closed to the page, or holds something else: the machine's own setting holds.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
