import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { CallFailed } from '#web/api/call.ts'
import { openQueries } from '#web/api/queries.ts'
import { BrokenScreen, Frame } from './frame.tsx'

function FailingScreen(): never {
  throw new CallFailed({ status: 500, code: 'broken', msg: 'An error occurred', requestId: 'req-7f3a' })
}

test('a screen that fails shows the header, the reference number and a Reload button', async () => {
  // React logs the errors that it catches.
  const consoleError = vi.spyOn(console, 'error').mockReturnValue()
  const router = createMemoryRouter([
    {
      Component: Frame,
      children: [{ ErrorBoundary: BrokenScreen, children: [{ path: '/', Component: FailingScreen }] }],
    },
  ])
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={openQueries()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(await screen.findByRole('heading', { name: 'An error occurred' })).toBe(document.activeElement)
  expect(screen.getByText('Reference req-7f3a')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.getByRole('banner')).toBeTruthy()
  consoleError.mockRestore()
})
