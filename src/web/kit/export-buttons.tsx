import { Button, Group, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import type { FileFormat } from '#contract/fields.ts'
import { CallFailed } from '#web/api/call.ts'
import { isBusy, retryWhileBusy } from '#web/api/retry-while-busy.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useIsSlow } from '#web/ui/states.tsx'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'

/** Downloads a file of the rows on the screen from the server and saves it. */
export type SaveFile = (format: FileFormat, signal: AbortSignal) => Promise<void>

interface Props {
  readonly save: SaveFile
  /** The content of the file: `The whole report, 1,204 vouchers`. */
  readonly holds: string
}

const formats = [
  { format: 'xlsx', label: 'Excel' },
  { format: 'csv', label: 'CSV' },
] as const

/** A fixed width keeps the button in place when its label changes. */
const buttonLook = { variant: 'subtle', miw: 84 } as const

const Sign = ({ of: Icon }: { readonly of: ComponentType<{ size: number; 'aria-hidden': true }> }) => (
  <Icon size={16} aria-hidden />
)

/** Makes one file at a time; a second press or Escape cancels it. */
export function ExportButtons({ save, holds }: Props) {
  const { making, make, cancel } = useMaking(save)
  // A double-click must not cancel the file that it requested.
  const isSlow = useIsSlow(making !== null)
  useCancelKey(making !== null, cancel)
  return (
    <Group gap={4} className="no-print" data-popup={making !== null || undefined}>
      {formats.map(({ format, label }) =>
        making === format ? (
          <Button
            key={format}
            {...buttonLook}
            aria-busy
            {...(isSlow && { 'aria-label': `Cancel the ${label} file` })}
            leftSection={<Sign of={isSlow ? Loader : IconDownload} />}
            onClick={() => isSlow && cancel()}
          >
            {isSlow ? 'Cancel' : label}
          </Button>
        ) : (
          <Button
            key={format}
            {...buttonLook}
            title={holds}
            disabled={making !== null}
            leftSection={<Sign of={IconDownload} />}
            onClick={() => void make(format)}
          >
            {label}
          </Button>
        ),
      )}
    </Group>
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
