import { useSession } from '#web/api/session.ts'
import { DialogHost, dropDialogs } from '#web/ui/alert-dialog.tsx'
import { useEffect, type ComponentProps } from 'react'
import { RouterProvider } from 'react-router'

/** What is asked goes with the session in which it was asked. */
const dropDialogsAtEnd = () =>
  useSession.subscribe((session, before) => {
    if (before.isSignedIn && !session.isSignedIn) dropDialogs()
  })

/** The screens, and above them what outlives their frame: a message about the end of a session is shown over the sign-in. */
export function Page({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  useEffect(dropDialogsAtEnd, [])
  return (
    <>
      <RouterProvider router={router} />
      <DialogHost />
    </>
  )
}
