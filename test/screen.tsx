import { MantineProvider } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { confirmPassword } from '#contract/own-sessions.ts'
import { call } from '#web/api/call.ts'
import { keepConfirmation, usePasswordQuestion } from '#web/api/confirmation.ts'
import { openQueries } from '#web/api/queries.ts'
import { useSession } from '#web/api/session.ts'
import { Page } from '#web/portal.tsx'
import { routes } from '#web/routes.tsx'
import { signedInRoutes } from '#web/signed-in-routes.tsx'
import { theme, variables } from '#web/ui/theme.ts'
import { password, type TestSchool } from './school.ts'

export interface OpenScreen {
  readonly user: UserEvent
  readonly path: () => string
  /** Such as `?roll=3`. */
  readonly search: () => string
  /** Goes to an address within the open page. */
  readonly goTo: (address: string) => Promise<void>
  /** Goes back as the browser's back button does. */
  readonly browserBack: () => Promise<void>
  /** While `isDown`, no call reaches the server. */
  readonly network: { isDown: boolean }
  /** Delays calls whose address contains `part`, as a slow connection would, until the returned function is called. */
  readonly holdBack: (part: string) => () => void
  /** Removes the session cookie, so that the server does not recognise the session. */
  readonly dropSession: () => void
  /** Stops the retries of a change that waits for the connection. */
  readonly stopTrying: () => Promise<void>
  /** The page's query cache. */
  readonly queries: QueryClient
}

interface PageRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** Sends the page's fetch calls to the app in this process, with a browser's cookies. */
function connect(school: TestSchool): Pick<OpenScreen, 'network' | 'holdBack' | 'dropSession'> {
  const network = { isDown: false }
  const held = new Map<string, Promise<void>>()
  const cookies = new Map<string, string>()
  const answerTo = async ({ method, url, headers: sent, body }: PageRequest): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await school.app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: { ...sent, ...(cookie && { cookie }) },
      ...(body !== '' && { payload: body }),
    })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    const headers = Object.entries(answer.headers).filter(([name]) => name !== 'set-cookie')
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
    })
  }
  function holdBack(part: string): () => void {
    let release = () => {}
    held.set(part, new Promise((resolve) => (release = resolve)))
    return () => release()
  }
  const heldFor = (url: string) =>
    Promise.all([...held].filter(([part]) => url.includes(part)).map(([, released]) => released))
  globalThis.fetch = async (input, init) => {
    const { signal, method = 'GET', headers, body } = init ?? {}
    const url = typeof input === 'string' ? input : new Request(input).url
    await heldFor(url)
    signal?.throwIfAborted()
    if (network.isDown) throw new TypeError('Failed to fetch')
    const answer = await answerTo({
      method,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === 'string' ? body : '',
    })
    signal?.throwIfAborted()
    // A read gets no answer once the connection breaks: a late answer would suggest that it is back.
    if (network.isDown && method === 'GET') throw new TypeError('Failed to fetch')
    return answer
  }
  return { network, holdBack, dropSession: () => void cookies.delete('session') }
}

/** True if the password is entered as soon as a call needs it; tests of the password question answer it themselves. */
let entersPassword = true
usePasswordQuestion.subscribe(({ question }) => {
  if (!question || !entersPassword) return
  void call(confirmPassword, { body: { password } }).then(({ confirmation }) => {
    keepConfirmation(confirmation)
    question.answer(true)
  })
})

/** Opens the real page at a path, connected to the real app in this process; `null` opens it signed out. */
export async function openScreen(
  school: TestSchool,
  path: string,
  userId: string | null,
  { confirms = true }: { readonly confirms?: boolean } = {},
): Promise<OpenScreen> {
  entersPassword = confirms
  const connection = connect(school)
  await useSession.getState().signOut()
  if (userId !== null) await useSession.getState().signIn(userId, password)
  const queries = openQueries()
  const router = createMemoryRouter([...routes, ...signedInRoutes(queries)], {
    initialEntries: ['/dashboard', path],
    initialIndex: 1,
  })
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  render(
    <MantineProvider theme={theme} cssVariablesResolver={variables} env="test">
      <Page router={router} />
    </MantineProvider>,
  )
  return {
    user,
    path: () => router.state.location.pathname,
    search: () => router.state.location.search,
    goTo: (address) => act(async () => router.navigate(address)),
    browserBack: () => act(() => router.navigate(-1)),
    stopTrying: async () => user.click(await screen.findByRole('button', { name: 'Stop trying' })),
    queries,
    ...connection,
  }
}

/** Opens a screen from the dashboard's chosen tab. */
export async function openEntry(user: UserEvent, name: string | RegExp): Promise<void> {
  const panel = await screen.findByRole('tabpanel')
  await user.click(within(panel).getByRole('link', { name }))
}

/** Presses a button of an alert or question and returns its text. */
export async function answerAlert(
  { user }: OpenScreen,
  title: string | RegExp,
  button = 'OK',
): Promise<string | null> {
  const dialog = await screen.findByRole('alertdialog', { name: title })
  const text = dialog.textContent
  await user.click(within(dialog).getByRole('button', { name: button }))
  return text
}
