import { Button, Group, Paper, Text } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { Spinner } from './states.tsx'
import './drop-area.css'

interface DropAreaProps {
  /** The heading, such as `Drop an Excel or CSV file here`. */
  readonly title: string
  readonly hint: string
  /** File endings, separated by commas. */
  readonly accept: string
  readonly isReading: boolean
  readonly failure: string | null
  readonly onFile: (file: File) => void
  /** Called if something else was dropped, such as a folder. */
  readonly onRefuse: (message: string) => void
}

/** Takes a dropped or chosen file and shows its error. */
export function DropArea({ title, hint, accept, isReading, failure, onFile, onRefuse }: DropAreaProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = ({ dataTransfer }: DragEvent) => {
    setOver(false)
    const { files, items } = dataTransfer
    const [file] = files
    if (!file || isReading) return
    if (files.length > 1) onRefuse(`These are ${files.length} files. Drop one file at a time.`)
    else if (items[0]?.webkitGetAsEntry()?.isDirectory)
      onRefuse('This is a folder. Drop the file that is in it.')
    else onFile(file)
  }
  return (
    <Paper
      className="drop-area"
      data-over={isOver || undefined}
      onDragOver={({ dataTransfer }) => setOver(hasFiles(dataTransfer))}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={drop}
    >
      <input
        ref={field}
        type="file"
        hidden
        aria-label="File"
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) onFile(file)
          // Lets the user choose the same file again once it is corrected.
          currentTarget.value = ''
        }}
      />
      {isReading ? (
        <Group role="status" gap="sm">
          <Spinner label="Reading the file" />
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

const hasFiles = ({ types }: DataTransfer): boolean => types.includes('Files')

/** Keeps the browser from opening a file that is dropped outside the area; for every step of a screen with work. */
export function useNoStrayDrop(): void {
  useEffect(() => {
    const prevent = (event: globalThis.DragEvent) => {
      const { target, dataTransfer } = event
      const isOnArea = target instanceof Element && target.closest('.drop-area') !== null
      // Text may still be dragged into a field.
      if (!dataTransfer || !(hasFiles(dataTransfer) || isOnArea)) return
      event.preventDefault()
      dataTransfer.dropEffect = isOnArea && hasFiles(dataTransfer) ? 'copy' : 'none'
    }
    document.addEventListener('dragover', prevent)
    document.addEventListener('drop', prevent)
    return () => {
      document.removeEventListener('dragover', prevent)
      document.removeEventListener('drop', prevent)
    }
  }, [])
}
