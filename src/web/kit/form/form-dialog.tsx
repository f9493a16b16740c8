import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'

interface Props {
  readonly title: string
  readonly confirmLabel: string
  /** True if the act cannot be undone: its button is red. */
  readonly danger?: boolean
  /** False if there is nothing to confirm: the dialog can only be closed. */
  readonly ready?: boolean
  readonly form: { readonly frame: ComponentProps<'form'>; readonly sending: boolean }
  readonly close: () => void
  readonly children: ReactNode
}

/** A dialog that sends a form, with Cancel and the act at its foot. */
export const FormDialog = ({ title, confirmLabel, danger, ready = true, form, close, children }: Props) => (
  <Dialog title={title} close={close} size="lg">
    <form {...form.frame}>
      <Stack gap="md">
        {children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} disabled={form.sending}>
            {ready ? 'Cancel' : 'Close'}
          </Button>
          {ready && (
            <Button type="submit" {...(danger && { color: 'red' })} loading={form.sending}>
              {confirmLabel}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  </Dialog>
)

/** The reason for an act, which the history keeps. */
export const ReasonInput = (field: TextInputProps) => (
  <TextInput {...field} label="Reason" required maxLength={500} autoComplete="off" />
)
