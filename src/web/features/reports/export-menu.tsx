import { Button, Loader } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { FileFormat } from '#contract/fields.ts'
import { CallFailed } from '#web/api/call.ts'
import { isBusy, retryWhileBusy } from '#web/api/try-again.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { MenuButton } from '#web/ui/popup-button.tsx'
import { useIsSlow } from '#web/ui/states.tsx'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'

/** Downloads a file of the report's rows from the server and saves it. */
type SaveFile = (format: FileFormat, signal: AbortSignal) => Promise<void>

export interface ExportProps {
  readonly save: SaveFile
  /** The content of the file: `The whole report, 1,204 vouchers`. */
  readonly holds: string
}

const formats = [
  { format: 'xlsx', label: 'Excel' },
  { format: 'csv', label: 'CSV' },
] as const

/** The entries that make a file, one at a time; `cancel` is null while no file is made. */
export function useExport({ save, holds }: ExportProps) {
  const { making, make, cancel } = useMaking(save)
  useCancelKey(making !== null, cancel)
  return {
    holds,
    entries: formats.map(({ format, label }) => ({ label, onPress: () => void make(format) })),
    cancel: making === null ? null : cancel,
  }
}

/** A menu with the formats; while a file is made, a button that cancels it, as Escape does. */
export function ExportMenu({ holds, entries, cancel }: ReturnType<typeof useExport>) {
  const isSlow = useIsSlow(cancel !== null)
  if (cancel)
    return (
      <Button
        variant="default"
        aria-busy
        data-popup
        {...(isSlow && { 'aria-label': 'Cancel the file' })}
        leftSection={<Loader size={14} aria-hidden />}
        // A double-click must not cancel the file that it requested.
        onClick={() => isSlow && cancel()}
      >
        {isSlow ? 'Cancel' : 'Export'}
      </Button>
    )
  return (
    <MenuButton
      position="bottom-end"
      heading={holds}
      entries={entries}
      button={
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          Export
        </Button>
      }
    />
  )
}

function useMaking(save: SaveFile) {
  const alert = useAlert()
  const running = useRef<AbortController>(null)
  const [making, setMaking] = useState<FileFormat | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function make(format: FileFormat): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setMaking(format)
    const saving = retryWhileBusy(() => save(format, controller.signal), controller.signal)
    const failure = await failureOf(saving, controller.signal)
    // A file that was cancelled, or whose report was left, shows no message.
    if (controller.signal.aborted) return
    setMaking(null)
    // A signed-out user is redirected to the sign-in and then back here.
    if (failure === null || failure.code === 'signed-out') return
    if (isBusy(failure)) await alert(failure.msg)
    else await alert('Failed to make the file', { tone: 'error', detail: failure.msg })
  }
  const cancel = () => {
    running.current?.abort()
    setMaking(null)
  }
  return { making, make, cancel }
}

async function failureOf(saving: Promise<void>, signal: AbortSignal): Promise<CallFailed | null> {
  try {
    await saving
    return null
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof CallFailed)) throw error
    return error
  }
}
