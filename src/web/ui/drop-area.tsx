import { Button, Group, Loader, Paper, Text } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import './drop-area.css'

interface DropAreaProps {
  /** What is dropped here: `Drop an Excel or CSV file here`. */
  readonly title: string
  readonly hint: string
  /** The endings of the files that can be chosen, with commas between them. */
  readonly accept: string
  readonly isReading: boolean
  /** What is wrong with the file that was given; null where nothing is. */
  readonly failure: string | null
  readonly onFile: (file: File) => void
}

/** Takes a file that is dropped or chosen, and says what is wrong with the one that was given. */
export function DropArea({ title, hint, accept, isReading, failure, onFile }: DropAreaProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useNoStrayDrop()
  const take = (files: FileList | null) => {
    setOver(false)
    const file = files?.[0]
    if (file) onFile(file)
  }
  return (
    <Paper
      className="drop-area"
      data-over={isOver || undefined}
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => take(event.dataTransfer.files)}
    >
      <input
        ref={field}
        type="file"
        hidden
        aria-label="File"
        accept={accept}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          // The same file can be chosen again once it is mended.
          currentTarget.value = ''
        }}
      />
      {isReading ? (
        <Group role="status" gap="sm">
          <Loader size="sm" aria-hidden />
          <Text>Reading the file</Text>
        </Group>
      ) : (
        <>
          <IconFileSpreadsheet size={28} aria-hidden />
          <Text>{title}</Text>
          <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => field.current?.click()}>
            Choose a file
          </Button>
        </>
      )}
      <div role="alert">{failure !== null && <Text c="var(--portal-error)">{failure}</Text>}</div>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    </Paper>
  )
}

/** A file that misses the area would be opened by the browser in place of the page. */
function useNoStrayDrop(): void {
  useEffect(() => {
    const prevent = (event: Event) => event.preventDefault()
    document.addEventListener('dragover', prevent)
    document.addEventListener('drop', prevent)
    return () => {
      document.removeEventListener('dragover', prevent)
      document.removeEventListener('drop', prevent)
    }
  }, [])
}
