import { Box, Button, Group, Text } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { copyText } from './copy-text.ts'
import { OverlayDialog } from './overlay-dialog.tsx'
import { SecretText } from './secret-text.tsx'

const copiedWords = new Map([
  [true, 'Copied'],
  [false, 'Copying failed. Please write it down.'],
])

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
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = async () => {
    if (text.current) setCopied(await copyText(text.current))
  }
  return (
    <OverlayDialog level="shown once" role="alertdialog" title={title} message={message}>
      <Box mt="sm">
        <SecretText ref={text} secrets={secrets} />
      </Box>
      <Text role="status" size="xs" c="dimmed" mih={20} mt={4}>
        {copied !== null && copiedWords.get(copied)}
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
