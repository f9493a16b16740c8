// Writes security events to the server's own log, marked `security`, or to a file for syslog to read.

import { appendFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { SecurityLines } from '#server/auth/security-log.ts'
import type { RecordedEvent } from '#server/records/recorded-event.ts'
import { eventValues } from '#server/records/security-events.ts'

/** Returns the line of an event, with the ids of user and campus, never a name. */
function lineOf(recorded: RecordedEvent) {
  const { user_id: user, request_id: requestId, what: _, details, ...others } = eventValues(recorded)
  return { security: true, at: recorded.now.toISOString(), user, requestId, ...others, ...details }
}

const wordsOf = (recorded: RecordedEvent): string => eventValues(recorded).what

/** Writes events to the server's log, alerts as warnings. */
export const linesInLog = (log: FastifyBaseLogger): SecurityLines => ({
  write(events) {
    for (const recorded of events) {
      log[recorded.alert === null ? 'info' : 'warn'](lineOf(recorded), wordsOf(recorded))
    }
  },
  close: async () => {},
})

/**
 * Writes events to a file, and alerts as warnings to the server's log too. Opens the file for each batch, so that it
 * can be moved away at any time. Calls `onError` if the file cannot be written; the table has the events.
 */
export function linesInFile(
  path: string,
  log: FastifyBaseLogger,
  onError: (problem: unknown) => void,
): SecurityLines {
  let queue: string[] = []
  let writing: Promise<void> | null = null
  const writeAll = async () => {
    while (queue.length > 0) {
      const batch = queue.join('')
      queue = []
      await appendFile(path, batch, { mode: 0o600 }).catch(onError)
    }
    writing = null
  }
  const inLog = linesInLog(log)
  return {
    write(events) {
      for (const recorded of events) {
        const level = recorded.alert === null ? 'info' : 'warn'
        queue.push(`${JSON.stringify({ level, ...lineOf(recorded), msg: wordsOf(recorded) })}\n`)
      }
      inLog.write(events.filter(({ alert }) => alert !== null))
      writing ??= writeAll()
    },
    close: async () => {
      await writing
    },
  }
}
