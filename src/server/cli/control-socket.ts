// The embedded database belongs to the running server: what the operator asks beside it comes through a socket in its folder.

import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Schema } from '#server/database/schema.ts'
import type { Kysely } from 'kysely'
import { dumpPacked } from './dump.ts'
import { CannotDo } from './problems.ts'
import { verifyBooks, type Verdict } from './verify-books.ts'

type Request = 'backup' | 'verify'

/** A reader who stops reading does not hold up the office for longer. */
const readerMs = 20_000
const longestRequest = 32
const soundMark = 'sound'

// A longer path would be cut without a word.
const longestPath = 100

/** Where the socket is, from here where that is shorter. */
function socketIn(dataDir: string): string {
  const path = resolve(dataDir, 'control', 'socket')
  const fromHere = relative('', path)
  const shorter = fromHere.length < path.length ? fromHere : path
  if (Buffer.byteLength(shorter) <= longestPath) return shorter
  throw new CannotDo(`The path ${path} is too long for a socket: a backup needs the server stopped`)
}

interface Served {
  readonly db: Kysely<Schema>
  readonly clock: () => Date
  readonly onError: (problem: unknown) => void
}

/** The first line that comes; null where none does. */
function readRequest(socket: Socket): Promise<string | null> {
  return new Promise((done) => {
    let asked = ''
    socket.once('close', () => done(null))
    socket.on('data', (chunk) => {
      asked += chunk.toString('latin1')
      const end = asked.indexOf('\n')
      if (end >= 0) done(asked.slice(0, end))
      else if (asked.length > longestRequest) done(null)
    })
  })
}

async function answer(socket: Socket, { db, clock }: Served): Promise<void> {
  socket.setTimeout(readerMs, () => socket.destroy())
  const request = await readRequest(socket)
  if (request === 'backup') {
    await pipeline(dumpPacked(db, clock()), socket)
  } else if (request === 'verify') {
    socket.setTimeout(0)
    const { sound, lines } = await verifyBooks(db)
    socket.end([...lines, sound ? soundMark : 'broken'].join('\n'))
  } else {
    socket.destroy()
  }
}

/**
 * Lets the operator have a backup or the books checked while this server holds the embedded database; answers how to
 * end it. Only the user whom the server runs as reaches the socket; without one the server works all the same.
 */
export async function openControlSocket(dataDir: string, served: Served): Promise<() => Promise<void>> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    answer(socket, served).catch((problem: unknown) => {
      socket.destroy()
      served.onError(problem)
    })
  })
  await listen(server, dataDir).catch(served.onError)
  server.on('error', served.onError)
  return () =>
    new Promise((closed) => {
      server.close(() => closed())
      for (const socket of open) socket.destroy()
    })
}

async function listen(server: Server, dataDir: string): Promise<void> {
  const path = socketIn(dataDir)
  const folder = dirname(path)
  // The folder is closed to others before there is anything in it; a socket left by a crash is in the way.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  rmSync(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  chmodSync(path, 0o600)
}

/** What the server that holds the embedded database in a folder answers, as it comes. */
export function askServer(dataDir: string, request: Request): Promise<Socket> {
  return new Promise((connected, reject) => {
    const socket = connect(socketIn(dataDir))
    socket.once('error', () =>
      reject(
        new CannotDo('The server that is running on this data directory does not answer: stop it first'),
      ),
    )
    socket.once('connect', () => {
      socket.write(`${request}\n`)
      connected(socket)
    })
  })
}

/** Has the running server check the books. */
export async function verifyThroughServer(dataDir: string): Promise<Verdict> {
  const socket = await askServer(dataDir, 'verify')
  // What was cut off lacks its last line.
  const lines = (await text(socket).catch(() => '')).split('\n')
  const mark = lines.pop()
  if (mark !== soundMark && mark !== 'broken') {
    throw new CannotDo('The running server could not check the books; its log says why')
  }
  return { sound: mark === soundMark, lines }
}
