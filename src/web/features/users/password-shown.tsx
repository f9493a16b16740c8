import { copyText } from '#web/ui/copy-text.ts'
import { useFocusInside } from '#web/ui/focus-inside.ts'
import { Button, FocusTrap, Group, Overlay, Paper, Portal, Text, Title } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import type { GivenPassword } from './passwords.ts'
import './password-shown.css'

interface Props {
  readonly given: GivenPassword
  readonly close: () => void
}

/** The one time that a new password is shown: only its button closes it, so that no key pressed by habit loses it. */
export const PasswordShown = (props: Props) => (
  <Portal>
    <Overlay fixed center zIndex={400} backgroundOpacity={0.45}>
      <FocusTrap>
        <div>
          <Dialog {...props} />
        </div>
      </FocusTrap>
    </Overlay>
  </Portal>
)

const copiedWords = new Map([
  [true, 'Copied'],
  [false, 'Copying failed. Please write it down.'],
])

function Dialog({ given: { userId, name, password }, close }: Props) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState<boolean | null>(null)
  useFocusInside(container)
  const copy = async () => {
    if (shown.current) setCopied(await copyText(shown.current))
  }
  return (
    <Paper
      ref={container}
      role="alertdialog"
      aria-modal
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      className="alert-dialog"
      withBorder
      shadow="md"
      p="lg"
    >
      <Title order={2} id={`${id}-title`}>
        Password of <bdi>{name}</bdi>
      </Title>
      <Text id={`${id}-message`} mt="xs">
        {userId} signs in with it, hyphens included. Copy it or write it down now: it is not shown again.
      </Text>
      <Group gap="sm" mt="md" wrap="nowrap">
        <code ref={shown} className="password-shown" translate="no">
          {password}
        </code>
        <Button variant="default" data-autofocus onClick={() => void copy()}>
          Copy
        </Button>
      </Group>
      <Text role="status" size="xs" c="dimmed" mih={20} mt={4}>
        {copied !== null && copiedWords.get(copied)}
      </Text>
      <Group justify="flex-end" mt="sm">
        <Button onClick={close}>Done</Button>
      </Group>
    </Paper>
  )
}
