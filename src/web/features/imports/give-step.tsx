import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { IconDownload, IconHelpCircle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
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

type Read = (reader: typeof fileReader) => SheetsRead | Promise<SheetsRead>

const unreadable = (message: string): Given => ({ state: 'unreadable', message })

/** A file that was read on this computer, or the reason that no part of it can be sent. */
async function readGiven(what: ImportKind, fileName: string, read: Read): Promise<Given> {
  // The code is fetched when it is first needed.
  const reader = await import('#files/read-sheets.ts').catch(() => null)
  if (!reader) return unreadable('No connection to the server. Please try again.')
  const sheets = await read(reader)
  if (!sheets.ok) return unreadable(sheets.message)
  const table = readFileTable(what, sheets.sheets, noChoice)
  if (!table.ok) return unreadable(table.message)
  const refusal = offersChoice(what, table) ? null : tooLargeToSend(sentTable(what, fileName, table))
  return refusal === null ? { state: 'read', file: { fileName, ...sheets } } : unreadable(refusal)
}

const sentTable = (what: ImportKind, fileName: string, { headings, rows }: TableInFile) => ({
  what,
  fileName,
  headings,
  rows,
})

/** The reason that a table is not sent; null if it is. */
function tooLargeToSend(table: ReturnType<typeof sentTable>): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(table)).length
  if (bytes <= mostTableBytes) return null
  return `The table has ${Math.ceil(bytes / 1_000_000)} MB of text; at most ${mostTableBytes / 1_000_000} MB go in at once. Divide the file.`
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
  const upload = async (body: ReturnType<typeof sentTable>) => {
    try {
      const started = await send({ body })
      if (!isLeft.current) done(started)
    } catch (error) {
      if (!isLeft.current) await tellFailure(error)
    }
  }
  return { upload, sending }
}

/** Takes text pasted anywhere on the page except into a field. */
function usePasted(isOpen: boolean, take: (text: string) => void): void {
  const takeLatest = useEffectEvent(take)
  useEffect(() => {
    if (!isOpen) return undefined
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      if (target instanceof Element && target.closest('input, textarea, [role=dialog]')) return
      const text = clipboardData?.getData('text/plain') ?? ''
      if (text.trim() !== '') takeLatest(text)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [isOpen])
}

/** The user chooses the kind of file, drops a file or pastes cells, and sends it after a look at its first rows. */
export function GiveStep({ done }: { readonly done: (started: StartedImport) => void }) {
  const [what, setWhat] = useState<ImportKind>('students')
  const [given, setGiven] = useState<Given>({ state: 'nothing' })
  const { upload, sending } = useUpload(done)
  const take = async (fileName: string, read: Read) => {
    setGiven({ state: 'reading' })
    setGiven(await readGiven(what, fileName, read))
  }
  const takeText = (text: string) => void take('Pasted cells', ({ readPasted }) => readPasted(text))
  usePasted(given.state !== 'read', takeText)

  function send(fileName: string, read: TableInFile) {
    const table = sentTable(what, fileName, read)
    const refusal = tooLargeToSend(table)
    if (refusal === null) void upload(table)
    else setGiven(unreadable(refusal))
  }

  return (
    <TitledCard title="What the file holds">
      <KindChoice what={what} onChoose={setWhat} disabled={sending} />
      {given.state === 'read' ? (
        <FilePreview
          what={what}
          file={given.file}
          sending={sending}
          forget={() => setGiven({ state: 'nothing' })}
          send={(table) => send(given.file.fileName, table)}
        />
      ) : (
        <div className="import-sources">
          <DropArea
            title="Drop an Excel or CSV file here"
            hint={`.xlsx, .csv, .tsv or .txt, at most ${formatCount(mostImportRows)} rows. The file is read on this computer; only its rows are sent.`}
            accept=".xlsx,.csv,.tsv,.txt"
            isReading={given.state === 'reading'}
            failure={given.state === 'unreadable' ? given.message : null}
            onFile={(file) => void take(file.name.slice(0, 200), ({ readFile }) => readFile(file))}
            onRefuse={(message) => setGiven(unreadable(message))}
          />
          <Textarea
            label="Or paste cells from Excel"
            description="With their headings, by Ctrl+V"
            rows={8}
            value=""
            disabled={given.state === 'reading'}
            onPaste={(event) => {
              event.preventDefault()
              takeText(event.clipboardData.getData('text/plain'))
            }}
            onChange={(event) => takeText(event.currentTarget.value)}
          />
        </div>
      )}
    </TitledCard>
  )
}

const ImportHelp = lazyDialog(
  () => import('./import-help.tsx'),
  (module) => module.ImportHelp,
)

interface KindChoiceProps {
  readonly what: ImportKind
  readonly onChoose: (what: ImportKind) => void
  readonly disabled: boolean
}

/** The kind of the file, with its template, an empty file with its headings, and a link to the help. */
function KindChoice({ what, onChoose, disabled }: KindChoiceProps) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const tellFailure = useTellFailure()
  const isPhone = usePhone()
  const saveTemplate = () => void download(importTemplate, { params: { what } }).catch(tellFailure)
  return (
    <Stack gap={6} align="flex-start">
      <SegmentedControl
        className="import-choice"
        aria-label="What the file holds"
        orientation={isPhone ? 'vertical' : 'horizontal'}
        value={what}
        onChange={onChoose}
        disabled={disabled}
        data={importKinds.map((kind) => ({ value: kind, label: importKindWords[kind] }))}
      />
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {kindHints[what]}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={saveTemplate}
        >
          Template
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconHelpCircle size={16} aria-hidden />}
          onClick={() => setHelpOpen(true)}
        >
          How to import a file
        </Button>
        {isHelpOpen && <ImportHelp close={() => setHelpOpen(false)} />}
      </Group>
    </Stack>
  )
}
