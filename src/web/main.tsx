import { preferredColourSchemes } from '#web/api/preferences.ts'
import { useSession } from '#web/api/session.ts'
import '#web/ui/app.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { Portal } from './portal.tsx'
import { addSignedInRoutes, fetchScreens, routes } from './routes.tsx'

const { isSignedIn, restore } = useSession.getState()
// A stored session counts only once the server has confirmed it; the guard waits for the confirmation.
if (isSignedIn) void restore()
fetchScreens()

const root = document.getElementById('root')
if (!root) throw new Error('The page lacks its root element')
const router = createBrowserRouter(routes, { patchRoutesOnNavigation: addSignedInRoutes })
const portal = <Portal router={router} colorSchemes={preferredColourSchemes()} />

// The sign-in's HTML comes with the page: this code hydrates it and keeps the text typed meanwhile.
if (root.hasChildNodes() && !isSignedIn) hydrateRoot(root, portal)
else {
  root.replaceChildren()
  createRoot(root).render(portal)
}
// `early-sign-in.js` hides the form from a known user.
root.hidden = false
