import { Button, Group, Loader, Progress, Stack, Text } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { usePatience } from './states.tsx'
import { useCancelKey } from './use-cancel-key.ts'

/** A load that lasts longer than this shows its progress. */
const barAfterMs = 1000

interface Props {
  readonly label: string
  /** The share that has loaded, 0 to 1; null while it is not known. */
  readonly fraction: number | null
  /** The load in words; empty or left out if it is not known. */
  readonly coming?: string
  readonly onCancel: () => void
}

/**
 * A load that may take long: shows itself after 300 ms and its progress after a second; Escape or its button cancels
 * it.
 */
export function LoadingProgress({ label, fraction, coming, onCancel }: Props) {
  const shown = usePatience()
  const long = usePatience(true, barAfterMs)
  useFocusBack()
  useCancelKey(true, onCancel)
  return (
    // A popup in the eyes of the screen, which Escape therefore does not leave.
    <Stack className="no-print" data-popup gap="xs" h={160} pt="md" align="center">
      <Group role="status" gap="sm" h={24}>
        {shown && (
          <>
            <Loader size="sm" aria-hidden />
            <Text c="dimmed">{label}</Text>
          </>
        )}
      </Group>
      <Group gap="sm" h={20} w={320} maw="100%" wrap="nowrap">
        {long && fraction !== null && <Bar label={label} perCent={Math.round(100 * fraction)} />}
      </Group>
      <Text size="xs" c="dimmed" className="figures" h={18}>
        {shown && coming}
      </Text>
      {shown && (
        <Button size="compact-md" variant="default" onClick={onCancel}>
          Cancel loading
        </Button>
      )}
    </Stack>
  )
}

const Bar = ({ label, perCent }: { readonly label: string; readonly perCent: number }) => (
  <>
    <Progress.Root flex={1}>
      <Progress.Section value={perCent} aria-label={label} />
    </Progress.Root>
    <Text size="xs" className="figures" w={40} ta="right">
      {perCent} %
    </Text>
  </>
)

/** Returns the focus from the button, once that is gone, to where the load was begun. */
function useFocusBack(): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () =>
      // An element that was disabled meanwhile takes the focus only after this drawing.
      queueMicrotask(() => {
        const nowhere = document.activeElement === document.body
        if (nowhere && before instanceof HTMLElement) before.focus({ preventScroll: true })
      })
  }, [])
}
