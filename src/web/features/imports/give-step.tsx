import { Button, FileButton, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconHelpCircle, IconUpload } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react'
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
import type { BodyOf } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { useAct } from '#web/kit/form/use-act.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { lazyDialog } from '#web/ui/load-once.ts'
import { Spinner } from '#web/ui/states.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { FilePreview, type GivenFile, type TableInFile } from './file-preview.tsx'
import type { StartedImport } from './import-steps.tsx'

interface Given {
  readonly isReading?: boolean
  /** The file as it was read on this computer. */
  readonly file?: GivenFile
  /** The reason that no part of the file can be sent. */
  readonly failure?: string
}

/** Reads a file or pasted cells on this computer. The code is fetched when it is first needed. */
const readSheets = (from: File | string) =>
  import('#files/read-sheets.ts').then(
    ({ readFile, readPasted }) => (typeof from === 'string' ? readPasted(from) : readFile(from)),
    () => ({ ok: false, message: 'No connection to the server. Please try again.' }) as const,
  )

/** The user chooses the kind of file, drops a file or pastes cells, and sends it after a look at its first rows. */
export function GiveStep({ done }: { readonly done: (started: StartedImport) => void }) {
  const [what, setWhat] = useState<ImportKind>('students')
  const [{ file, ...given }, setGiven] = useState<Given>({})
  // Null once the user has left the screen, which must then show nothing.
  const shown = useRef<HTMLDivElement>(null)
  const upload = useAct(startImport, {
    sent: (body: BodyOf<typeof startImport>) => ({ body }),
    done: (started) => {
      if (shown.current) done(started)
    },
    refused: async () => shown.current === null,
  })
  const take = async (from: File | string) => {
    setGiven({ isReading: true })
    const sheets = await readSheets(from)
    if (!sheets.ok) return setGiven({ failure: sheets.message })
    const table = readFileTable(what, sheets.sheets, noChoice)
    const fileName = typeof from === 'string' ? 'Pasted cells' : from.name.slice(0, 200)
    setGiven(table.ok ? { file: { fileName, ...sheets } } : { failure: table.message })
  }

  function send(fileName: string, { headings, rows }: TableInFile) {
    const body = { what, fileName, headings, rows }
    const bytes = new TextEncoder().encode(JSON.stringify(body)).length
    if (bytes <= mostTableBytes) return upload.run(body)
    const [size, most] = [Math.ceil(bytes / 1_000_000), mostTableBytes / 1_000_000]
    const failure = `The table has ${size} MB of text; at most ${most} MB go in at once. Divide the file.`
    setGiven({ failure })
  }

  return (
    <div ref={shown}>
      <TitledCard title="What the file holds">
        <SegmentedControl
          {...(usePhone() && { w: '100%', orientation: 'vertical' })}
          aria-label="What the file holds"
          value={what}
          onChange={setWhat}
          disabled={upload.sending}
          data={importKinds.map((kind) => ({ value: kind, label: importKindWords[kind] }))}
        />
        <KindHelp what={what} />
        {file ? (
          <FilePreview
            {...{ what, file }}
            sending={upload.sending}
            forget={() => setGiven({})}
            send={(table) => send(file.fileName, table)}
          />
        ) : (
          <FileSources {...given} take={take} refuse={(failure) => setGiven({ failure })} />
        )}
      </TitledCard>
    </div>
  )
}

const ImportHelp = lazyDialog(
  () => import('./import-help.tsx'),
  (module) => module.ImportHelp,
)

const kindHints: Readonly<Record<ImportKind, string>> = {
  students: 'New students with their class, monthly fee and what they owe from before.',
  balances: 'What students who are in the portal already owe from before.',
  fees: 'New monthly fees and discounts, from the next voucher on.',
  contacts: 'Sections, addresses, phone numbers and the like.',
}

/** The template of a kind, which is an empty file with its headings, and a link to the help. */
function KindHelp({ what }: { readonly what: ImportKind }) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const tellFailure = useTellFailure()
  const small = { variant: 'subtle', size: 'compact-sm' } as const
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {kindHints[what]}
      </Text>
      <Button
        {...small}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download(importTemplate, { params: { what } }).catch(tellFailure)}
      >
        Template
      </Button>
      <Button
        {...small}
        leftSection={<IconHelpCircle size={16} aria-hidden />}
        onClick={() => setHelpOpen(true)}
      >
        How to import a file
      </Button>
      {isHelpOpen && <ImportHelp close={() => setHelpOpen(false)} />}
    </Group>
  )
}

interface FileSourcesProps extends Pick<Given, 'isReading' | 'failure'> {
  /** Takes a file or pasted cells. */
  readonly take: (from: File | string) => Promise<void>
  /** Called if something else was dropped, such as a folder. */
  readonly refuse: (message: string) => void
}

/** Takes a dropped or chosen file, or cells that are pasted anywhere on the page except into a field. */
function FileSources(props: FileSourcesProps) {
  const paste = useEffectEvent(({ target, clipboardData }: ClipboardEvent) => {
    if (target instanceof Element && target.closest('input, textarea, [role=dialog]')) return
    const text = clipboardData?.getData('text/plain') ?? ''
    if (text.trim() !== '') void props.take(text)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
  return (
    <Group gap="md" align="stretch">
      <DropArea {...props} />
      <Textarea
        label="Or paste cells from Excel"
        description="With their headings, by Ctrl+V"
        flex="1 1 200px"
        rows={8}
        value=""
        disabled={props.isReading === true}
        onPaste={(event) => {
          event.preventDefault()
          void props.take(event.clipboardData.getData('text/plain'))
        }}
        onChange={(event) => void props.take(event.currentTarget.value)}
      />
    </Group>
  )
}

function DropArea({ isReading, failure, take, refuse }: FileSourcesProps) {
  const [isOver, setOver] = useState(false)
  const drop = ({ dataTransfer: { files, items } }: DragEvent) => {
    setOver(false)
    const [file] = files
    if (!file || isReading) return
    if (files.length > 1) refuse(`These are ${files.length} files. Drop one file at a time.`)
    else if (items[0]?.webkitGetAsEntry()?.isDirectory) refuse(folder)
    else void take(file)
  }
  return (
    <Stack
      className="drop-area"
      data-over={isOver || undefined}
      align="center"
      justify="center"
      gap={8}
      p="md"
      ta="center"
      mih="min(240px, 30vw)"
      flex="2 1 380px"
      bdrs="sm"
      bg={isOver ? 'var(--portal-soft)' : 'transparent'}
      bd={`1px dashed var(--portal-${isOver ? 'focus' : 'field-border'})`}
      onDragOver={({ dataTransfer }) => setOver(hasFiles(dataTransfer))}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={drop}
    >
      {isReading ? (
        <Group role="status" gap="sm">
          <Spinner label="Reading the file" />
        </Group>
      ) : (
        <>
          <IconFileSpreadsheet size={28} aria-hidden />
          <Text>Drop an Excel or CSV file here</Text>
          <FileButton
            accept=".xlsx,.csv,.tsv,.txt"
            inputProps={{ 'aria-label': 'File' }}
            onChange={(file) => file && void take(file)}
          >
            {(choose) => (
              <Button {...choose} leftSection={<IconUpload size={16} aria-hidden />}>
                Choose a file
              </Button>
            )}
          </FileButton>
        </>
      )}
      <Text component="div" role="alert" c="var(--portal-error)">
        {failure}
      </Text>
      <Text size="sm" c="dimmed">
        {`.xlsx, .csv, .tsv or .txt, at most ${formatCount(mostImportRows)} rows. The file is read on this computer; only its rows are sent.`}
      </Text>
    </Stack>
  )
}

const folder = 'This is a folder. Drop the file that is in it.'
const hasFiles = ({ types }: DataTransfer): boolean => types.includes('Files')

/** Keeps the browser from opening a file that is dropped outside the area; for every step of a screen with work. */
export function useNoStrayDrop(): void {
  useEffect(() => {
    const prevent = (event: globalThis.DragEvent) => {
      const { target, dataTransfer } = event
      // Text may still be dragged into a field.
      if (!dataTransfer || !hasFiles(dataTransfer)) return
      event.preventDefault()
      dataTransfer.dropEffect = target instanceof Element && target.closest('.drop-area') ? 'copy' : 'none'
    }
    const listening = new AbortController()
    for (const type of ['dragover', 'drop'] as const) document.addEventListener(type, prevent, listening)
    return () => listening.abort()
  }, [])
}
