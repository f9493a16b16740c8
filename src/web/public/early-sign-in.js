// Runs before the sign-in's HTML, which is there before the page's code. A file, as the CSP allows no inline script.
;(() => {
  // Keeps the browser from sending the form itself; the form's code repeats the press once it is loaded.
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      // Only the sign-in's form, until its code listens: this listener stays while other screens open in this page.
      if (!(form instanceof HTMLFormElement) || !form.matches('[data-sign-in]:not([data-listens])')) return
      event.preventDefault()
      event.stopImmediatePropagation()
      form.dataset.pressed = ''
    },
    { capture: true },
  )
  // A known user goes to the dashboard: the form would only flash.
  let known = false
  try {
    known = JSON.parse(localStorage.getItem('root') ?? '{}').state?.isSignedIn === true
  } catch {
    // Storage is blocked or unreadable: the user is unknown.
  }
  if (known)
    new MutationObserver((_changes, observer) => {
      const root = document.getElementById('root')
      if (!root) return
      root.hidden = true
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
})()
