import { renderToString } from 'react-dom/server'
import { createMemoryRouter } from 'react-router'
import { preferredColourSchemes } from '#web/api/preferences.ts'
import { Portal } from './portal.tsx'
import { routes } from './routes.tsx'

/** Renders the HTML of `/login` for an unknown user, as the page first shows it. Run by the build. */
export const signInHtml = (): string =>
  renderToString(
    <Portal
      router={createMemoryRouter(routes, { initialEntries: ['/login'] })}
      colorSchemes={preferredColourSchemes()}
    />,
  )
