import { Button, Group, Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'

interface FormDialogProps {
  readonly title: string
  readonly confirmLabel: string
  /** True if the act cannot be undone: its button is red. */
  readonly danger?: boolean
  readonly form: { readonly frame: ComponentProps<'form'>; readonly sending: boolean }
  readonly close: () => void
  readonly children: ReactNode
}

export const FormDialog = ({ title, confirmLabel, danger = false, form, close, children }: FormDialogProps) => (
  <Dialog title={title} close={close} size="lg">
    <form {...form.frame}>
      <Stack gap="md">
        {children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} disabled={form.sending}>
            Cancel
          </Button>
          <Button type="submit" {...(danger && { color: 'red' })} loading={form.sending}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  </Dialog>
)
