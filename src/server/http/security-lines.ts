// Security events in the server's own log, marked `security`, or in a file for syslog to read.

import { appendFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { SecurityLines } from '#server/auth/security-log.ts'
import type { RecordedEvent } from '#server/records/recorded-event.ts'
import { eventValues } from '#server/records/security-events.ts'

/** User and campus by their ids, never by a name. */
function lineOf(recorded: RecordedEvent) {
  const { user_id: user, request_id: requestId, what: _, details, ...others } = eventValues(recorded)
  return { security: true, at: recorded.now.toISOString(), user, requestId, ...others, ...details }
}

const wordsOf = (recorded: RecordedEvent): string => eventValues(recorded).what

/** An alert is a warning. */
export const linesInLog = (log: FastifyBaseLogger): SecurityLines => ({
  write(events) {
    for (const recorded of events) {
      log[recorded.alert === null ? 'info' : 'warn'](lineOf(recorded), wordsOf(recorded))
    }
  },
  close: async () => {},
})

/**
 * Alerts are warnings in the server's log too. The file is opened for each batch, so that it can be moved away at any time. If it
 * cannot be written, `onError` is called: the table has the events.
 */
export function linesInFile(
  path: string,
  log: FastifyBaseLogger,
  onError: (problem: unknown) => void,
): SecurityLines {
  let waiting: string[] = []
  let writing: Promise<void> | null = null
  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.join('')
      waiting = []
      await appendFile(path, batch, { mode: 0o600 }).catch(onError)
    }
    writing = null
  }
  const inLog = linesInLog(log)
  return {
    write(events) {
      for (const recorded of events) {
        const level = recorded.alert === null ? 'info' : 'warn'
        waiting.push(`${JSON.stringify({ level, ...lineOf(recorded), msg: wordsOf(recorded) })}\n`)
      }
      inLog.write(events.filter(({ alert }) => alert !== null))
      writing ??= writeAll()
    },
    close: async () => {
      await writing
    },
  }
}
