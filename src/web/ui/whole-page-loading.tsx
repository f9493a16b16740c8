import { Group, Loader, Overlay, Text } from '@mantine/core'

interface Props {
  readonly label: string
  /** True if the page below shows through. */
  readonly over?: boolean
}

/** Covers the whole page while nothing else can be done. */
export const WholePageLoading = ({ label, over = false }: Props) => (
  <Overlay
    fixed
    center
    zIndex={400}
    color="var(--mantine-color-body)"
    backgroundOpacity={1}
    opacity={over ? 0.85 : 1}
  >
    <Group role="status" gap="sm">
      <Loader size="sm" aria-hidden />
      <Text>{label}</Text>
    </Group>
  </Overlay>
)
