import { preferredColourSchemes } from '#web/api/preferences.ts'
import { useSession } from '#web/api/session.ts'
import { Page } from '#web/app/page.tsx'
import '#web/ui/app.css'
import { theme, variables } from '#web/ui/theme.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { addSignedInRoutes, fetchScreens, routes } from './routes.tsx'

// What was stored is only believed after the server has said so; the guard waits for it.
if (useSession.getState().isSignedIn) void useSession.getState().restore()
fetchScreens()

const colorSchemes = preferredColourSchemes()
const router = createBrowserRouter(routes, { patchRoutesOnNavigation: addSignedInRoutes })

const root = document.getElementById('root')
if (!root) throw new Error('The page lacks its root element')
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <Page router={router} />
    </MantineProvider>
  </StrictMode>,
)
