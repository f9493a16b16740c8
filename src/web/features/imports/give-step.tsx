import { Text, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { count, formatCount } from '#domain/count.ts'
import { noChoice, readFileTable } from '#domain/import-sheets.ts'
import { mostImportRows, type ImportKind } from '#domain/import.ts'
import type * as fileReader from '#files/read-sheets.ts'
import type { SheetsRead } from '#files/read-sheets.ts'
import { sha256 } from '#files/sha-256.ts'
import { DropArea } from '#web/ui/drop-area.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { FilePreview, offersChoice, type GivenFile, type TableInFile } from './file-preview.tsx'
import { KindChoice } from './kind-choice.tsx'
import { isTooLongToSend, useUpload, type Begun, type SentTable, type Started } from './use-upload.ts'

/** An import with some rows stored, to be continued. */
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

/** The file that was given, read on this computer. */
function useGiven(what: ImportKind, resumed: Resumed | undefined) {
  const [given, setGiven] = useState<Given>({ state: 'nothing' })
  const take = async (fileName: string, read: Parameters<typeof reading>[0]) => {
    setGiven({ state: 'reading' })
    const file = await reading(read)
    setGiven(file.ok ? takenFile({ fileName, ...file }, what, resumed) : unreadable(file.message))
  }
  const refuse = (message: string) => setGiven(unreadable(message))
  const takeFile = (file: File) => void take(file.name.slice(0, 200), ({ readFile }) => readFile(file))
  const takeText = (text: string) => void take('Pasted cells', ({ readPasted }) => readPasted(text))
  usePasted(given.state !== 'read', takeText)
  return { given, takeFile, takeText, refuse, forget: () => setGiven({ state: 'nothing' }) }
}

/** The user chooses the kind of file, drops a file or pastes cells, and sends it after a look at its first rows. */
export function GiveStep({ resumed, done }: GiveStepProps) {
  const [what, setWhat] = useState<ImportKind>(resumed?.what ?? 'students')
  const { given, takeFile, takeText, refuse, forget } = useGiven(what, resumed)
  const upload = useUpload(done)

  /** Sends the table, unless it is not that of the import to go on with. */
  function send({ fileName }: GivenFile, table: TableInFile) {
    const sent = sentTable(fileName, table)
    const message = unsendable(sent, resumed)
    if (message === null) void upload.upload(sent, what, resumed ?? null)
    else refuse(message)
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
          what={what}
          file={given.file}
          upload={upload}
          forget={() => {
            upload.forget()
            forget()
          }}
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

/** The rows as they are sent. The hash is of what is sent, as by the command: the same rows are recognised in another format too. */
function sentTable(fileName: string, { headings, rows }: TableInFile): SentTable {
  const fileHash = sha256(new TextEncoder().encode(JSON.stringify([headings, rows])))
  return { fileName, fileHash, headings, rows }
}

/** A file that was read, or why it cannot be sent in any way. */
function takenFile(file: GivenFile, what: ImportKind, resumed: Resumed | undefined): Given {
  const table = readFileTable(what, file.sheets, noChoice)
  if (!table.ok) return unreadable(table.message)
  const message = offersChoice(what, table) ? null : unsendable(sentTable(file.fileName, table), resumed)
  return message === null ? { state: 'read', file } : unreadable(message)
}

/** The reason that a table is not sent; null if it is. */
function unsendable({ rows, fileHash }: SentTable, resumed: Resumed | undefined): string | null {
  const tooLong = rows.find(isTooLongToSend)
  if (tooLong) return `Row ${tooLong.rowNo} has too much text to be sent. Shorten it.`
  if (resumed === undefined || fileHash === resumed.fileHash) return null
  const { fileName, importNo } = resumed
  return `This is not the file of import ${importNo}, ${fileName}. Choose the same file, or begin a new import.`
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
