import { preferredColourSchemes } from '#web/api/preferences.ts'
import { openQueries } from '#web/api/queries.ts'
import { useSession } from '#web/api/session.ts'
import { DialogHost } from '#web/ui/alert-dialog.tsx'
import '#web/ui/app.css'
import { theme, variables } from '#web/ui/theme.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { fetchScreens, routes } from './routes.tsx'

// What was stored is only believed after the server has said so; the guard waits for it.
if (useSession.getState().isSignedIn) void useSession.getState().restore()
fetchScreens()

const colorSchemes = preferredColourSchemes()
const router = createBrowserRouter(routes)

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
      <QueryClientProvider client={openQueries()}>
        <RouterProvider router={router} />
        <DialogHost />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
