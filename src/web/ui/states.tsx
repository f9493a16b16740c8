import { Alert, Button, Group, Loader, Overlay, Stack, Text } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'

/** A wait shorter than this shows no spinner. */
const spinnerDelayMs = 300

/** True once a wait has lasted long enough to be shown. */
export function useIsSlow(waiting = true, ms = spinnerDelayMs): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setOver(true), ms)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [waiting, ms])
  return over && waiting
}

export const Spinner = ({ label, c }: { readonly label: string; readonly c?: 'dimmed' }) => (
  <>
    <Loader size="sm" aria-hidden />
    <Text {...(c && { c })}>{label}</Text>
  </>
)

/** Reserves its space from the start and appears after 300 ms, so that nothing flickers. */
export function Loading({ label }: { readonly label: string }) {
  const isShown = useIsSlow()
  return (
    <Group role="status" gap="sm" mih={56} justify="center">
      {isShown && <Spinner label={label} c="dimmed" />}
    </Group>
  )
}

interface WholePageLoadingProps {
  readonly label: string
  /** True if the page below shows through. */
  readonly over?: boolean
}

/** Covers the whole page while nothing else can be done. */
export const WholePageLoading = ({ label, over }: WholePageLoadingProps) => (
  <Overlay
    fixed
    center
    zIndex={400}
    color="var(--mantine-color-body)"
    opacity={over ? 0.85 : 1}
    backgroundOpacity={1}
  >
    <Group role="status" gap="sm">
      <Spinner label={label} />
    </Group>
  </Overlay>
)

interface EmptyProps {
  readonly title: string
  readonly hint?: ReactNode
  readonly action?: ReactNode
}

export const Empty = ({ title, hint, action }: EmptyProps) => (
  <Stack role="status" gap={4} align="center" py="xl" ta="center">
    <Text fw={600}>{title}</Text>
    {hint !== undefined && <Text c="dimmed">{hint}</Text>}
    {action}
  </Stack>
)

interface FailedProps {
  /** The message of a failed call and, if the server failed, its reference number. */
  readonly failure: { readonly msg: string; readonly requestId?: string | undefined }
  readonly retry?: (() => void) | undefined
}

/** A notice that stays until the failure is resolved. */
export const Failed = ({ failure, retry }: FailedProps) => (
  <Alert role="alert" color="red" variant="outline" title={failure.msg}>
    {(failure.requestId !== undefined || retry) && (
      <Group gap="sm">
        {failure.requestId !== undefined && <Text>Reference {failure.requestId}</Text>}
        {retry && (
          <Button size="compact-md" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    )}
  </Alert>
)

/** Replaces a part of a screen that could not be loaded; a notice elsewhere shows the reason. */
export const NotLoaded = ({ what, retry }: { readonly what: string; readonly retry: () => void }) => (
  <Group gap="sm" mih={32}>
    <Text c="dimmed">{what} could not be loaded.</Text>
    <Button size="compact-sm" variant="default" onClick={retry}>
      Try again
    </Button>
  </Group>
)
