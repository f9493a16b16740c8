import { copyText } from '#web/ui/copy-text.ts'
import { useFocusInside } from '#web/ui/focus-inside.ts'
import { Button, FocusTrap, Group, Overlay, Paper, Portal, Text, Title } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import './secret-shown.css'

/** A secret that was just made for a user and is shown once. */
export interface ShownSecret {
  /** Before the user's name in the title. */
  readonly title: string
  readonly name: string
  readonly message: string
  readonly secret: string
}

interface Props {
  readonly shown: ShownSecret
  readonly close: () => void
}

/** The one time that a secret is shown: only its button closes it, so that no key pressed by habit loses it. */
export const SecretShown = (props: Props) => (
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

function Dialog({ shown: { title, name, message, secret }, close }: Props) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState<boolean | null>(null)
  useFocusInside(container)
  const copy = async () => {
    if (text.current) setCopied(await copyText(text.current))
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
        {title} <bdi>{name}</bdi>
      </Title>
      <Text id={`${id}-message`} mt="xs">
        {message}
      </Text>
      <Group gap="sm" mt="md" wrap="nowrap">
        <code ref={text} className="secret-shown" translate="no">
          {secret}
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
