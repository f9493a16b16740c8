import { useEffect, useRef, useState } from 'react'
import { mostRowsOfPiece, sendImportRows, startImport } from '#contract/imports.ts'
import type { TableRow } from '#domain/import-table.ts'
import { longestCell, type ImportKind } from '#domain/import.ts'
import { CallFailed, type Reply } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'

/** The most bytes of a piece; a call may have 64 kB. */
const mostBytes = 60_000

/** The table of a file as it is sent. */
export interface SentTable {
  readonly fileName: string
  /** SHA-256 of headings and rows as hex. */
  readonly fileHash: string
  readonly headings: readonly string[]
  readonly rows: readonly TableRow[]
}

interface SentRow {
  rowNo: number
  cells: string[]
}

const sentRow = ({ rowNo, cells }: TableRow): SentRow => ({ rowNo, cells: [...cells] })

const encoder = new TextEncoder()
const bytesOf = (row: SentRow): number => encoder.encode(JSON.stringify(row)).length

/** True if a row alone has more bytes than a piece may have. */
export const isTooLongToSend = (row: TableRow): boolean => bytesOf(sentRow(row)) > mostBytes

/** The rows in pieces that fit into a call each, in their order; made when they are asked for, so that the file is not held twice. */
export function* piecesOf(rows: readonly TableRow[]): Generator<SentRow[]> {
  let piece: SentRow[] = []
  let bytes = 0
  for (const row of rows) {
    const sent = sentRow(row)
    // With the comma after it.
    const size = bytesOf(sent) + 1
    if (piece.length > 0 && (bytes + size > mostBytes || piece.length === mostRowsOfPiece)) {
      yield piece
      piece = []
      bytes = 0
    }
    piece.push(sent)
    bytes += size
  }
  if (piece.length > 0) yield piece
}

/** How much of a file has arrived. */
interface Progress {
  readonly importNo: number
  readonly sent: number
  readonly of: number
}

/** The server's reply when an import was begun. */
export type Started = Omit<Reply<typeof startImport>, 'msg'>

/** An import of which some rows are stored, to go on with. */
export interface Begun {
  readonly importNo: number
  readonly received: number
}

/** Sends the rows of a file piece by piece; one that has no answer is repeated, and after a failure it goes on at that piece. */
export function useUpload(done: (importNo: number, started: Started | null) => void) {
  const { campus } = useStaff()
  const start = useChange(startImport)
  const send = useChange(sendImportRows)
  const tellFailure = useTellFailure()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [sending, setSending] = useState(false)
  const started = useRef<Started>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  async function begin(table: SentTable, what: ImportKind): Promise<Begun> {
    const { fileName, fileHash, headings, rows } = table
    const body = {
      what,
      fileName,
      fileHash,
      headings: headings.map((heading) => heading.slice(0, longestCell)),
      rowCount: rows.length,
    }
    const { msg: _, ...reply } = await start.send({ params: { campus }, body })
    started.current = reply
    return { importNo: reply.importNo, received: 0 }
  }

  async function sendRows({ rows }: SentTable, { importNo, received }: Begun): Promise<void> {
    let sent = received
    setProgress({ importNo, sent, of: rows.length })
    for (const piece of piecesOf(rows.slice(received))) {
      if (isLeft.current) return
      await send.send({ params: { campus, importNo }, body: { rows: piece } })
      sent += piece.length
      setProgress({ importNo, sent, of: rows.length })
    }
    if (!isLeft.current) done(importNo, started.current)
  }

  /** Begins an import of the file, or goes on with the one that has some of its rows. */
  async function upload(table: SentTable, what: ImportKind, begun: Begun | null): Promise<void> {
    setSending(true)
    try {
      const failed = progress && { importNo: progress.importNo, received: progress.sent }
      await sendRows(table, failed ?? begun ?? (await begin(table, what)))
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (!isLeft.current) await tellFailure(error)
    } finally {
      setSending(false)
    }
  }
  return { upload, progress, sending, forget: () => setProgress(null) }
}
