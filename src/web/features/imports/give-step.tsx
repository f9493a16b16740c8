import { mostImportRows, importKinds, importKindWords, type ImportKind } from '#domain/import.ts'
import { count, formatCount } from '#domain/count.ts'
import { Table } from '#web/ui/table.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import {
  Button,
  Group,
  Loader,
  Paper,
  Progress,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
} from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { kindHints } from './import-words.ts'
import { readFile, readPasted, type FileRead } from './read-file.ts'
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

/** What the file holds is chosen, a file is dropped or cells are pasted, and after a look at its first rows it is sent. */
export function GiveStep({ resumed, done }: GiveStepProps) {
  const [what, setWhat] = useState<ImportKind>(resumed?.what ?? 'students')
  const [given, setGiven] = useState<Given>({ state: 'nothing' })
  const upload = useUpload(done)
  const take = async (reading: Promise<FileRead>) => {
    setGiven({ state: 'reading' })
    const read = await reading
    setGiven(isOther(read, resumed) ? { state: 'unreadable', message: otherFile(resumed) } : read)
  }
  usePasted(given.state !== 'read', (text) => void take(readPasted(text)))

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
        <Preview
          given={given}
          upload={upload}
          forget={forget}
          send={() => void upload.upload(given.table, what, resumed ?? null)}
        />
      ) : (
        <Source
          isReading={given.state === 'reading'}
          failure={given.state === 'unreadable' ? given.message : null}
          onFile={(file) => void take(readFile(file))}
          onText={(text) => void take(readPasted(text))}
        />
      )}
    </TitledCard>
  )
}

const isOther = (read: FileRead, resumed: Resumed | undefined): resumed is Resumed =>
  resumed !== undefined && read.state === 'read' && read.table.fileHash !== resumed.fileHash

const otherFile = ({ fileName, importNo }: Resumed): string =>
  `This is not the file of import ${importNo}, ${fileName}. Choose the same file, or begin a new import.`

interface KindChoiceProps {
  readonly what: ImportKind
  readonly onChoose: (what: ImportKind) => void
  readonly disabled: boolean
}

function KindChoice({ what, onChoose, disabled }: KindChoiceProps) {
  const choose = (value: string) => {
    const kind = importKinds.find((other) => other === value)
    if (kind) onChoose(kind)
  }
  return (
    <Stack gap={6} align="flex-start">
      <SegmentedControl
        className="import-kinds"
        aria-label="What the file holds"
        value={what}
        onChange={choose}
        disabled={disabled}
        data={importKinds.map((kind) => ({ value: kind, label: importKindWords[kind] }))}
      />
      <Text size="sm" c="dimmed">
        {kindHints[what]}
      </Text>
    </Stack>
  )
}

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

/** Where a file is dropped or chosen, or cells are pasted, and what is wrong with what was given. */
function Source({ isReading, failure, onFile, onText }: SourceProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useNoStrayDrop()
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // The same file can be chosen again once it is mended.
    currentTarget.value = ''
    if (file) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <div className="import-sources">
      <Paper
        withBorder
        className="import-drop"
        data-over={isOver || undefined}
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={field}
          type="file"
          hidden
          aria-label="File"
          accept=".xlsx,.csv,.tsv,.txt"
          onChange={choose}
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
      <Textarea
        label="Or paste cells from Excel"
        description="With their headings, by Ctrl+V"
        rows={4}
        value=""
        disabled={isReading}
        onPaste={(event) => {
          event.preventDefault()
          onText(event.clipboardData.getData('text/plain'))
        }}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </div>
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

const rowsShown = 5

interface PreviewProps {
  readonly given: Extract<FileRead, { readonly state: 'read' }>
  readonly upload: ReturnType<typeof useUpload>
  readonly send: () => void
  readonly forget: () => void
}

/** The first rows of the file as they were read, and how much of it is sent. */
function Preview({ given: { table, encoding, headingRow }, upload, send, forget }: PreviewProps) {
  const { headings, rows, fileName } = table
  const { progress, sending } = upload
  return (
    <Stack gap="sm">
      <Text role="status">
        <bdi>{fileName}</bdi>: {count(rows.length, 'row')}, {count(headings.length, 'column')}, headings in
        row {formatCount(headingRow)}.
      </Text>
      {encoding !== null && (
        <Text>
          Read as {encoding}. Where the letters below are wrong, save the file as .xlsx in Excel and choose
          that one.
        </Text>
      )}
      <Paper
        withBorder
        className="wide-frame"
        role="region"
        aria-label="The first rows, scrolls"
        tabIndex={0}
      >
        <Table aria-label="The first rows" className="import-preview" verticalSpacing={5}>
          <Table.Thead>
            <Table.Tr>
              {headings.map((heading, place) => (
                <Table.Th key={place} dir="auto">
                  {heading}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, rowsShown).map(({ rowNo, cells }) => (
              <Table.Tr key={rowNo}>
                {headings.map((_, place) => (
                  <Table.Td key={place} dir="auto">
                    {cells[place]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      {progress && <SentRows sent={progress.sent} of={progress.of} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={forget} disabled={sending}>
          Choose another file
        </Button>
        <Button onClick={send} loading={sending} autoFocus>
          {progress && !sending ? 'Go on sending' : 'Go on'}
        </Button>
      </Group>
    </Stack>
  )
}

/** `1,240 of 2,000 rows`, with a bar. */
function SentRows({ sent, of }: { readonly sent: number; readonly of: number }) {
  const words = `${formatCount(sent)} of ${count(of, 'row')} sent`
  return (
    <Stack gap={4}>
      <Progress.Root>
        <Progress.Section value={(100 * sent) / of} aria-label={words} />
      </Progress.Root>
      <Text size="sm" c="dimmed" role="status" className="figures">
        {words}
      </Text>
    </Stack>
  )
}
