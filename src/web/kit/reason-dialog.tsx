import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'

interface ReasonDialogProps {
  readonly title: string
  readonly confirmLabel: string
  readonly ready: boolean
  readonly sending: boolean
  readonly onConfirm: (reason: string) => void
  readonly close: () => void
  /** The consequences, above the reason. */
  readonly children: ReactNode
}

/** Shows the consequences and asks for the reason, which the history keeps. */
export function ReasonDialog({
  title,
  confirmLabel,
  ready,
  sending,
  onConfirm,
  close,
  children,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (!ready || sending) return
    if (reason.trim() === '') return setMissing(true)
    onConfirm(reason.trim())
  }

  return (
    <Dialog title={title} close={close} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {children}
          {ready && (
            <TextInput
              label="Reason"
              required
              maxLength={500}
              data-autofocus
              value={reason}
              error={isMissing && reason.trim() === '' ? 'Please enter a reason' : null}
              onChange={(event) => setReason(event.currentTarget.value)}
              disabled={sending}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} disabled={sending}>
              {ready ? 'Cancel' : 'Close'}
            </Button>
            {ready && (
              <Button type="submit" loading={sending}>
                {confirmLabel}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
