// Runs before the sign-in's HTML, which is there before the code of the page; a file of its own because the
// Content-Security-Policy allows no script inside the page.
;(() => {
  // Without this the browser would send the form itself. The form's code makes up for the press once it is there.
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      // Only the sign-in's, and only until then: the listener stays while other screens are opened in this page.
      if (!(form instanceof HTMLFormElement) || !form.matches('[data-sign-in]:not([data-listens])')) return
      event.preventDefault()
      event.stopImmediatePropagation()
      form.dataset.pressed = ''
    },
    { capture: true },
  )
  // A known user is taken to the dashboard: the form would only flash.
  let known = false
  try {
    known = JSON.parse(localStorage.getItem('root') ?? '{}').state?.isSignedIn === true
  } catch {
    // Storage is closed to the page, or holds something else: the user is not known.
  }
  if (known)
    new MutationObserver((_changes, observer) => {
      const root = document.getElementById('root')
      if (!root) return
      root.hidden = true
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
})()
