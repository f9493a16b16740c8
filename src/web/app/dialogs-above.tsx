import { useEffect } from 'react'
import { useSession } from '#web/api/session.ts'
import { DialogHost, dropDialogs } from '#web/ui/alert-dialog.tsx'

const dropDialogsAtEnd = () =>
  useSession.subscribe((session, previous) => {
    if (previous.isSignedIn && !session.isSignedIn) dropDialogs()
  })

/** Shows dialogs above every screen, and drops them when the session ends. */
export function DialogsAbove() {
  useEffect(dropDialogsAtEnd, [])
  return <DialogHost />
}
