// Only the running server can use its embedded database: `backup` and `verify` reach it through a socket in DATA_DIR.

import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#server/database/schema.ts'
import { logBackup, type BackupEvent } from '#server/records/campus/backups.ts'
import { recordCommand } from '#server/records/security-events.ts'
import { rehearsalCommand } from './restore-backup.ts'
import { CommandError } from './terminal.ts'
import { verifyBooks, type Verdict } from './verify-books.ts'
import { packBackup } from './write-backup.ts'

type Request = 'backup' | 'verify' | `${typeof logMark}${string}`

/** The start of a request to log an event, which follows as JSON. */
const logMark = 'log '
const loggedEvent = z.object({
  at: z.coerce.date(),
  act: z.enum(['backup', 'rehearsal']),
  file: z.string(),
  madeAt: z.nullable(z.coerce.date()),
  encrypted: z.boolean(),
  problem: z.nullable(z.string()),
})

/** Disconnects a client that stops reading, because it occupies the database's only connection. */
const clientTimeoutMs = 20_000
const maxRequestBytes = 2048
const doneMark = 'done'
const soundMark = 'sound'
const brokenMark = 'broken'

// The operating system cuts a longer path without an error.
const maxPathBytes = 100

/** Returns the path of the socket, relative to the working directory if that is shorter. */
function socketPathIn(dataDir: string): string {
  const path = resolve(dataDir, 'control', 'socket')
  const fromHere = relative('', path)
  const shorter = fromHere.length < path.length ? fromHere : path
  if (Buffer.byteLength(shorter) <= maxPathBytes) return shorter
  throw new CommandError(`The path ${path} is too long for a socket: a backup needs the server stopped`)
}

interface ServerSide {
  readonly db: Kysely<Schema>
  readonly clock: () => Date
  readonly onError: (problem: unknown) => void
}

/** Returns the first line; null if none arrives. */
function readRequest(socket: Socket): Promise<string | null> {
  return new Promise((done) => {
    let received = ''
    socket.once('close', () => done(null))
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8')
      const end = received.indexOf('\n')
      if (end >= 0) done(received.slice(0, end))
      else if (received.length > maxRequestBytes) done(null)
    })
  })
}

async function answer(socket: Socket, { db, clock }: ServerSide): Promise<void> {
  socket.setTimeout(clientTimeoutMs, () => socket.destroy())
  const request = await readRequest(socket)
  if (request === 'backup') {
    await pipeline(packBackup(db, clock()), socket)
    await recordCommand(db, 'backup', clock())
  } else if (request === 'verify') {
    socket.setTimeout(0)
    const { sound, lines } = await verifyBooks(db)
    socket.end([...lines, sound ? soundMark : brokenMark].join('\n'))
  } else if (request?.startsWith(logMark)) {
    const event = loggedEvent.parse(JSON.parse(request.slice(logMark.length)))
    await logBackup(db, event)
    // A backup was recorded when it was sent.
    if (event.act === 'rehearsal') await recordCommand(db, rehearsalCommand, clock())
    socket.end(doneMark)
  } else {
    socket.destroy()
  }
}

/**
 * Serves backups and checks of the books while this server has the embedded database; returns a function that stops it.
 * Only the server's own user can open the socket. If it cannot be created, calls `onError` and continues without it.
 */
export async function openControlSocket(dataDir: string, side: ServerSide): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    answer(socket, side).catch((problem: unknown) => {
      socket.destroy()
      side.onError(problem)
    })
  })
  await listen(server, dataDir).catch(side.onError)
  server.on('error', side.onError)
  return () =>
    new Promise((closed) => {
      server.close(() => closed())
      for (const socket of sockets) socket.destroy()
    })
}

async function listen(server: Server, dataDir: string): Promise<void> {
  const path = socketPathIn(dataDir)
  const folder = dirname(path)
  // Closes the folder to other users before the socket exists. A socket left over by a crash would make `listen` fail.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  rmSync(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  chmodSync(path, 0o600)
}

/** Sends a request to the running server; the caller reads the reply from the socket. */
export function askServer(dataDir: string, request: Request): Promise<Socket> {
  return new Promise((connected, reject) => {
    const socket = connect(socketPathIn(dataDir))
    socket.once('error', () =>
      reject(
        new CommandError('The server that is running on this data directory does not answer: stop it first'),
      ),
    )
    socket.once('connect', () => {
      socket.write(`${request}\n`)
      connected(socket)
    })
  })
}

export async function verifyOnServer(dataDir: string): Promise<Verdict> {
  const socket = await askServer(dataDir, 'verify')
  // A reply that was cut off lacks its last line.
  const lines = (await text(socket).catch(() => '')).split('\n')
  const mark = lines.pop()
  if (mark !== soundMark && mark !== brokenMark) {
    throw new CommandError('The running server could not check the books; its log says why')
  }
  return { sound: mark === soundMark, lines }
}

export async function logOnServer(dataDir: string, event: BackupEvent): Promise<void> {
  const socket = await askServer(dataDir, `${logMark}${JSON.stringify(event)}`)
  if ((await text(socket).catch(() => '')) !== doneMark) {
    throw new CommandError('It was done, but the running server could not note it; its log says why')
  }
}
