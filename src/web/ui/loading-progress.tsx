import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { Spinner, useIsSlow } from './states.tsx'
import { useCancelKey } from './use-cancel-key.ts'

const barAfterMs = 1000

interface Props {
  readonly label: string
  /** The share that has loaded, 0 to 1; null if unknown. */
  readonly fraction: number | null
  /** A description of the expected content; empty or left out if unknown. */
  readonly detail?: string
  readonly onCancel: () => void
}

/** Appears after 300 ms and shows its progress after a second; Escape or its button cancels the load. */
export function LoadingProgress({ label, fraction, detail, onCancel }: Props) {
  const isShown = useIsSlow()
  const isLong = useIsSlow(true, barAfterMs)
  const perCent = fraction === null ? null : Math.round(100 * fraction)
  const progress = useRef<HTMLDivElement>(null)
  useFocusBack(progress)
  useCancelKey(true, onCancel)
  return (
    // Counts as a popup, so that Escape does not leave the screen.
    <Stack ref={progress} className="no-print" data-popup gap="xs" h={160} pt="md" align="center">
      <Group role="status" gap="sm" h={24}>
        {isShown && <Spinner label={label} c="dimmed" />}
      </Group>
      <Group gap="sm" h={20} w={320} maw="100%" wrap="nowrap">
        {isLong && perCent !== null && (
          <>
            <Progress flex={1} value={perCent} aria-label={label} />
            <Text size="xs" className="figures" w={40} ta="right">
              {perCent} %
            </Text>
          </>
        )}
      </Group>
      <Text size="xs" c="dimmed" className="figures" h={18}>
        {isShown && detail}
      </Text>
      {isShown && (
        <Button size="compact-md" variant="default" onClick={onCancel}>
          Cancel loading
        </Button>
      )}
    </Stack>
  )
}

/** Returns the focus from the removed button to the element that had it before: a load may begin without a press. */
function useFocusBack(progress: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    let previous: EventTarget | null = document.activeElement
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Node && !progress.current?.contains(target)) previous = target
    }
    document.addEventListener('focusin', remember)
    return () => {
      document.removeEventListener('focusin', remember)
      // An element that was disabled meanwhile can take the focus only after this render.
      queueMicrotask(() => {
        const isLost = document.activeElement === document.body
        if (isLost && previous instanceof HTMLElement) previous.focus({ preventScroll: true })
      })
    }
  }, [progress])
}
