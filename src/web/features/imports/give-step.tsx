import { count, formatCount } from '#domain/count.ts'
import { mostImportRows, type ImportKind } from '#domain/import.ts'
import type * as fileReader from '#web/files/read-file.ts'
import type { FileRead, FileTable } from '#web/files/read-file.ts'
import { DropArea } from '#web/ui/drop-area.tsx'
import { Table } from '#web/ui/table.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { Button, Group, Paper, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { KindChoice } from './kind-choice.tsx'
import { isTooLongToSend, useUpload, type Begun, type Started } from './use-upload.ts'

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
  const reader = await import('#web/files/read-file.ts').catch(() => null)
  if (reader) return read(reader)
  return unreadable('No connection to the server. Please try again.')
}

/** What the file holds is chosen, a file is dropped or cells are pasted, and after a look at its first rows it is sent. */
export function GiveStep({ resumed, done }: GiveStepProps) {
  const [what, setWhat] = useState<ImportKind>(resumed?.what ?? 'students')
  const [given, setGiven] = useState<Given>({ state: 'nothing' })
  const upload = useUpload(done)
  const take = async (promised: Promise<FileRead>) => {
    setGiven({ state: 'reading' })
    const read = await promised
    setGiven(read.state === 'read' ? (unsendable(read.table, resumed) ?? read) : read)
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
          onRefuse={(message) => setGiven(unreadable(message))}
          onText={(text) => void take(reading(({ readPasted }) => readPasted(text)))}
        />
      )}
    </TitledCard>
  )
}

const unreadable = (message: string): FileRead => ({ state: 'unreadable', message })

/** Why a file that was read is not sent; null where it is. */
function unsendable({ rows, fileHash }: FileTable, resumed: Resumed | undefined): FileRead | null {
  const tooLong = rows.find(isTooLongToSend)
  if (tooLong) return unreadable(`Row ${tooLong.rowNo} has too much text to be sent. Shorten it.`)
  if (resumed === undefined || fileHash === resumed.fileHash) return null
  const { fileName, importNo } = resumed
  return unreadable(
    `This is not the file of import ${importNo}, ${fileName}. Choose the same file, or begin a new import.`,
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
  readonly onRefuse: (message: string) => void
  readonly onText: (text: string) => void
}

/** Where a file is dropped or chosen, or cells are pasted. */
const Source = (props: SourceProps) => (
  <div className="import-sources">
    <DropArea
      title="Drop an Excel or CSV file here"
      hint={`.xlsx, .csv, .tsv or .txt, at most ${formatCount(mostImportRows)} rows. The file is read on this computer; only its rows are sent.`}
      accept=".xlsx,.csv,.tsv,.txt"
      isReading={props.isReading}
      failure={props.failure}
      onFile={props.onFile}
      onRefuse={props.onRefuse}
    />
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

const rowsShown = 5

interface FilePreviewProps {
  readonly given: Extract<FileRead, { readonly state: 'read' }>
  readonly upload: ReturnType<typeof useUpload>
  readonly send: () => void
  readonly forget: () => void
}

/** The first rows of the file as they were read, and how much of it is sent. */
function FilePreview({ given: { table, encoding, skipped }, upload, send, forget }: FilePreviewProps) {
  const { headings, rows, fileName } = table
  const { progress, sending } = upload
  return (
    // While rows are sent it is a popup in the eyes of the screen, which Escape therefore does not leave.
    <Stack gap="sm" data-popup={sending || undefined}>
      <Text role="status">
        <bdi>{fileName}</bdi>: {count(rows.length, 'row')}, {count(headings.length, 'column')}
        {skipped.length > 0 &&
          `, and ${count(skipped.length, 'row')} of totals or headings that are not sent`}
        .
      </Text>
      {encoding !== null && (
        <Text>
          Read as {encoding}. Where the letters below are wrong, save the file as .xlsx in Excel and choose
          that one.
        </Text>
      )}
      <FirstRows table={table} />
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

/** The first rows as they were read, in a frame that scrolls. */
const FirstRows = ({ table: { headings, rows } }: { readonly table: FileTable }) => (
  <Paper withBorder className="wide-frame" role="region" aria-label="The first rows, scrolls" tabIndex={0}>
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
)

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
