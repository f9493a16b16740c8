import { Box, Button, Group, Text } from '@mantine/core'
import { useRef, useState, type ReactNode, type Ref } from 'react'
import { OverlayDialog } from './overlay-dialog.tsx'

/** Copies the text of an element; false if the browser refuses. */
export async function copyText(element: HTMLElement): Promise<boolean> {
  getSelection()?.selectAllChildren(element)
  // Over plain http on an office network there is no clipboard, but the selection can be copied.
  if (!('clipboard' in navigator)) return document.execCommand('copy')
  return navigator.clipboard.writeText(element.textContent).then(
    () => true,
    () => false,
  )
}

/** Passwords, codes or links in unambiguous letters, one per line; a click selects them all. */
export const SecretText = ({
  secrets,
  ref,
}: Pick<ShownOnceProps, 'secrets'> & { readonly ref?: Ref<HTMLElement> }) => (
  <code ref={ref} className="secret-text" translate="no">
    {secrets.join('\n')}
  </code>
)

interface ShownOnceProps {
  readonly title: ReactNode
  readonly message: string
  readonly secrets: readonly string[]
  /** Left out if the secrets are not for paper. */
  readonly print?: () => void
  readonly close: () => void
}

/** Shows a secret once: only its button closes it, so that no key pressed by habit closes it. */
export function ShownOnce({ title, message, secrets, print, close }: ShownOnceProps) {
  const text = useRef<HTMLElement>(null)
  const [outcome, setOutcome] = useState('')
  const copy = async () => {
    if (!text.current) return
    setOutcome((await copyText(text.current)) ? 'Copied' : 'Copying failed. Please write it down.')
  }
  return (
    <OverlayDialog level="shown once" role="alertdialog" title={title} message={message}>
      <Box mt="sm">
        <SecretText ref={text} secrets={secrets} />
      </Box>
      <Text role="status" size="xs" c="dimmed" mih={20} mt={4}>
        {outcome}
      </Text>
      <Group justify="flex-end" gap="sm" mt="sm">
        <Button variant="default" data-autofocus onClick={() => void copy()}>
          Copy
        </Button>
        {print && (
          <Button variant="default" onClick={print}>
            Print
          </Button>
        )}
        <Button onClick={close}>Done</Button>
      </Group>
    </OverlayDialog>
  )
}
