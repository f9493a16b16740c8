import { useEffect } from 'react'
import { useSession } from '#web/api/session.ts'
import { DialogHost, dropDialogs } from '#web/ui/alert-dialog.tsx'

const dropDialogsAtEnd = () =>
  useSession.subscribe((session, before) => {
    if (before.isSignedIn && !session.isSignedIn) dropDialogs()
  })

/** The dialogs of every screen. What is asked goes with the session in which it was asked. */
export function DialogsAbove() {
  useEffect(dropDialogsAtEnd, [])
  return <DialogHost />
}
