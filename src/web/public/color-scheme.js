// Runs before the first paint, so that a dark screen does not flash white. A file, as the CSP allows no inline script.
;(() => {
  let chosen = null
  try {
    // The second key is older than the preferences; the page moves it.
    chosen =
      JSON.parse(localStorage.getItem('preferences') ?? '{}').colours ?? localStorage.getItem('colorScheme')
  } catch {
    // Storage is blocked or unreadable: the system's setting applies.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
