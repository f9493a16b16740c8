import { Button, Group } from '@mantine/core'

interface Props {
  /** What the form does, on its button. */
  readonly act: string
  readonly ready: boolean
  readonly sending: boolean
  readonly cancel: () => void
}

/** Cancel, and the one main button of the form at the end of the eye's way. */
export const FormButtons = ({ act, ready, sending, cancel }: Props) => (
  <Group justify="flex-end" gap="sm">
    <Button variant="default" disabled={sending} onClick={cancel}>
      Cancel
    </Button>
    <Button type="submit" disabled={!ready} loading={sending}>
      {act}
    </Button>
  </Group>
)
