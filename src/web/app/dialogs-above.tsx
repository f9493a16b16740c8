import { useEffect } from 'react'
import { useSession } from '#web/api/session.ts'
import { DialogHost, dropDialogs } from '#web/ui/alert-dialog.tsx'

const dropDialogsAtEnd = () =>
  useSession.subscribe((session, before) => {
    if (before.isSignedIn && !session.isSignedIn) dropDialogs()
  })

/** Open questions end with the session that asked them. */
export function DialogsAbove() {
  useEffect(dropDialogsAtEnd, [])
  return <DialogHost />
}
