import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { IconDownload, IconHelpCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { importTemplate, startImport } from '#contract/imports.ts'
import { formatCount } from '#domain/count.ts'
import {
  importKinds,
  importKindWords,
  mostImportRows,
  mostTableBytes,
  type ImportKind,
} from '#domain/import/import.ts'
import { noChoice, readFileTable } from '#domain/import/sheets.ts'
import type * as fileReader from '#files/read-sheets.ts'
import type { SheetsRead } from '#files/read-sheets.ts'
import type { BodyOf } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { useChange } from '#web/api/use-change.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { DropArea } from '#web/ui/drop-area.tsx'
import { lazyDialog } from '#web/ui/load-once.ts'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { FilePreview, offersChoice, type GivenFile, type TableInFile } from './file-preview.tsx'
import { kindHints, type StartedImport } from './import-words.ts'

type Given =
  | { readonly state: 'read'; readonly file: GivenFile }
  | { readonly state: 'unreadable'; readonly message: string }
  | { readonly state: 'nothing' | 'reading' }

/** Reads with code that is fetched when it is first needed. */
async function reading(read: (reader: typeof fileReader) => SheetsRead | Promise<SheetsRead>) {
  const reader = await import('#files/read-sheets.ts').catch(() => null)
  return reader
    ? read(reader)
    : ({ ok: false, message: 'No connection to the server. Please try again.' } as const)
}

/** The chosen file, read on this computer. */
function useGiven(what: ImportKind) {
  const [given, setGiven] = useState<Given>({ state: 'nothing' })
  const take = async (fileName: string, read: Parameters<typeof reading>[0]) => {
    setGiven({ state: 'reading' })
    const file = await reading(read)
    setGiven(file.ok ? takenFile({ fileName, ...file }, what) : unreadable(file.message))
  }
  const refuse = (message: string) => setGiven(unreadable(message))
  const takeFile = (file: File) => void take(file.name.slice(0, 200), ({ readFile }) => readFile(file))
  const takeText = (text: string) => void take('Pasted cells', ({ readPasted }) => readPasted(text))
  usePasted(given.state !== 'read', takeText)
  return { given, takeFile, takeText, refuse, forget: () => setGiven({ state: 'nothing' }) }
}

/** Sends a table as a whole; nothing is shown if the user has left the screen meanwhile. */
function useUpload(done: (started: StartedImport) => void) {
  const { send, sending } = useChange(startImport)
  const tellFailure = useTellFailure()
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const upload = async (body: SentTable) => {
    try {
      const started = await send({ body })
      if (!isLeft.current) done(started)
    } catch (error) {
      if (!isLeft.current) await tellFailure(error)
    }
  }
  return { upload, sending }
}

/** The user chooses the kind of file, drops a file or pastes cells, and sends it after a look at its first rows. */
export function GiveStep({ done }: { readonly done: (started: StartedImport) => void }) {
  const [what, setWhat] = useState<ImportKind>('students')
  const { given, takeFile, takeText, refuse, forget } = useGiven(what)
  const { upload, sending } = useUpload(done)

  function send({ fileName }: GivenFile, { headings, rows }: TableInFile) {
    const table = { what, fileName, headings, rows }
    const message = tooLargeToSend(table)
    if (message === null) void upload(table)
    else refuse(message)
  }

  return (
    <TitledCard title="What the file holds">
      <KindChoice what={what} onChoose={setWhat} disabled={sending} />
      {given.state === 'read' ? (
        <FilePreview
          what={what}
          file={given.file}
          sending={sending}
          forget={forget}
          send={(table) => send(given.file, table)}
        />
      ) : (
        <Source
          isReading={given.state === 'reading'}
          failure={given.state === 'unreadable' ? given.message : null}
          onFile={takeFile}
          onRefuse={refuse}
          onText={takeText}
        />
      )}
    </TitledCard>
  )
}

const unreadable = (message: string): Given => ({ state: 'unreadable', message })

/** A file that was read, or the reason that no part of it can be sent. */
function takenFile(file: GivenFile, what: ImportKind): Given {
  const table = readFileTable(what, file.sheets, noChoice)
  if (!table.ok) return unreadable(table.message)
  const { headings, rows } = table
  const message = offersChoice(what, table)
    ? null
    : tooLargeToSend({ what, fileName: file.fileName, headings, rows })
  return message === null ? { state: 'read', file } : unreadable(message)
}

type SentTable = BodyOf<typeof startImport>

/** The reason that a table is not sent; null if it is. */
function tooLargeToSend(table: SentTable): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(table)).length
  if (bytes <= mostTableBytes) return null
  return `The table has ${Math.ceil(bytes / 1_000_000)} MB of text; at most ${mostTableBytes / 1_000_000} MB go in at once. Divide the file.`
}

/** Takes text pasted anywhere on the page except into a field. */
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

/** The area for dropping or choosing a file, and the field for pasted cells. */
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

interface KindChoiceProps {
  readonly what: ImportKind
  readonly onChoose: (what: ImportKind) => void
  readonly disabled: boolean
}

/** The kind of the file, with its template and a link to the help. */
function KindChoice({ what, onChoose, disabled }: KindChoiceProps) {
  const orientation = usePhone() ? 'vertical' : 'horizontal'
  const choose = (value: string) => {
    const kind = importKinds.find((other) => other === value)
    if (kind) onChoose(kind)
  }
  return (
    <Stack gap={6} align="flex-start">
      <SegmentedControl
        className="import-kinds"
        aria-label="What the file holds"
        orientation={orientation}
        value={what}
        onChange={choose}
        disabled={disabled}
        data={importKinds.map((kind) => ({ value: kind, label: importKindWords[kind] }))}
      />
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {kindHints[what]}
        </Text>
        <Template what={what} />
        <Help />
      </Group>
    </Stack>
  )
}

/** A link to an empty file with the headings of a kind. */
function Template({ what }: { readonly what: ImportKind }) {
  const tellFailure = useTellFailure()
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download(importTemplate, { params: { what } }).catch(tellFailure)}
    >
      Template
    </Button>
  )
}

const ImportHelp = lazyDialog(
  () => import('./import-help.tsx'),
  (file) => file.ImportHelp,
)

function Help() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconHelpCircle size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        How to import a file
      </Button>
      {isOpen && <ImportHelp close={() => setOpen(false)} />}
    </>
  )
}
