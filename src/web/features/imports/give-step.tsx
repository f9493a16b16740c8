import { mostImportRows, type ImportKind } from '#domain/import.ts'
import { count, formatCount } from '#domain/count.ts'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { Button, Group, Loader, Paper, Text, Textarea } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { KindChoice } from './kind-choice.tsx'
import type * as fileReader from './read-file.ts'
import type { FileRead } from './read-file.ts'
import { FilePreview } from './file-preview.tsx'
import { useUpload, type Begun, type Started } from './use-upload.ts'

/** An import of which some rows are stored, to be gone on with. */
export interface Resumed extends Begun {
  readonly what: ImportKind
  readonly fileName: string
  readonly fileHash: string
  readonly rows: number
}

interface GiveStepProps {
  readonly resumed?: Resumed
  readonly done: (importNo: number, started: Started | null) => void
}

type Given = FileRead | { readonly state: 'nothing' | 'reading' }

/** Reads with code that is fetched when it is first needed. */
async function reading(read: (reader: typeof fileReader) => Promise<FileRead>): Promise<FileRead> {
  const reader = await import('./read-file.ts').catch(() => null)
  if (reader) return read(reader)
  return { state: 'unreadable', message: 'No connection to the server. Please try again.' }
}

/** What the file holds is chosen, a file is dropped or cells are pasted, and after a look at its first rows it is sent. */
export function GiveStep({ resumed, done }: GiveStepProps) {
  const [what, setWhat] = useState<ImportKind>(resumed?.what ?? 'students')
  const [given, setGiven] = useState<Given>({ state: 'nothing' })
  const upload = useUpload(done)
  const take = async (promised: Promise<FileRead>) => {
    setGiven({ state: 'reading' })
    const read = await promised
    setGiven(isOther(read, resumed) ? { state: 'unreadable', message: otherFile(resumed) } : read)
  }
  usePasted(given.state !== 'read', (text) => void take(reading(({ readPasted }) => readPasted(text))))

  const forget = () => {
    upload.forget()
    setGiven({ state: 'nothing' })
  }
  return (
    <TitledCard title={resumed ? `Go on with import ${resumed.importNo}` : 'What the file holds'}>
      {resumed ? (
        <Text>
          {formatCount(resumed.received)} of {count(resumed.rows, 'row')} of <bdi>{resumed.fileName}</bdi> are
          stored. Choose the same file again to send the rest.
        </Text>
      ) : (
        <KindChoice what={what} onChoose={setWhat} disabled={upload.progress !== null} />
      )}
      {given.state === 'read' ? (
        <FilePreview
          given={given}
          upload={upload}
          forget={forget}
          send={() => void upload.upload(given.table, what, resumed ?? null)}
        />
      ) : (
        <Source
          isReading={given.state === 'reading'}
          failure={given.state === 'unreadable' ? given.message : null}
          onFile={(file) => void take(reading(({ readFile }) => readFile(file)))}
          onText={(text) => void take(reading(({ readPasted }) => readPasted(text)))}
        />
      )}
    </TitledCard>
  )
}

const isOther = (read: FileRead, resumed: Resumed | undefined): resumed is Resumed =>
  resumed !== undefined && read.state === 'read' && read.table.fileHash !== resumed.fileHash

const otherFile = ({ fileName, importNo }: Resumed): string =>
  `This is not the file of import ${importNo}, ${fileName}. Choose the same file, or begin a new import.`

/** Takes what is pasted anywhere on the page but into a field. */
function usePasted(isOpen: boolean, take: (text: string) => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      if (target instanceof Element && target.closest('input, textarea, [role=dialog]')) return
      const text = clipboardData?.getData('text/plain') ?? ''
      if (text.trim() !== '') latest.current(text)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [isOpen])
}

interface SourceProps {
  readonly isReading: boolean
  readonly failure: string | null
  readonly onFile: (file: File) => void
  readonly onText: (text: string) => void
}

/** Where a file is dropped or chosen, or cells are pasted. */
const Source = (props: SourceProps) => (
  <div className="import-sources">
    <DropArea {...props} />
    <Textarea
      label="Or paste cells from Excel"
      description="With their headings, by Ctrl+V"
      rows={8}
      value=""
      disabled={props.isReading}
      onPaste={(event) => {
        event.preventDefault()
        props.onText(event.clipboardData.getData('text/plain'))
      }}
      onChange={(event) => props.onText(event.currentTarget.value)}
    />
  </div>
)

/** Takes a file, and says what is wrong with the one that was given. */
function DropArea({ isReading, failure, onFile }: SourceProps) {
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
      className="import-drop"
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
        accept=".xlsx,.csv,.tsv,.txt"
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
          <Text>Drop an Excel or CSV file here</Text>
          <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => field.current?.click()}>
            Choose a file
          </Button>
        </>
      )}
      <div role="alert">{failure !== null && <Text c="var(--portal-error)">{failure}</Text>}</div>
      <Text size="sm" c="dimmed">
        .xlsx, .csv, .tsv or .txt, at most {formatCount(mostImportRows)} rows. The file is read on this
        computer; only its rows are sent.
      </Text>
    </Paper>
  )
}

/** A file that misses the frame would be opened by the browser in place of the page. */
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
