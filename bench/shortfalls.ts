// Why a goal is missed where it has been, and what was tried: written beside it where it is missed again.

import type { BenchRow } from './bench-row.ts'

const reasons: readonly (readonly [row: RegExp, reason: string])[] = [
  [
    /^1 sign-in/,
    'Half of it is the hash. The rest is the try that is written down before the password is looked at, the session and the forgetting of tries, each on the disk before the next, and the three calls of the first screen. Tried: what does not depend on each other goes at once.',
  ],
  [
    /^2a .*8 clients/,
    'Client, server and PostgreSQL fill two cores; a look-up takes about 0.9 ms of the server and 0.4 ms of PostgreSQL, for the session, row security, reading and checking the call and its answer, and the log, none of which the thin server has. Tried and kept: one statement, kept plans, BEGIN and COMMIT that nobody waits for, texts put together once, one log line; before that it was 1.6 and 1.7 ms.',
  ],
  [
    /^7a /,
    'The sums are a statement of their own before the rows, over the same vouchers. Tried and kept: one pass instead of two, and an index of what is unpaid, which took it from 3.1 x to about 2 x.',
  ],
  [
    /^9 .*specified shape/,
    'Sixty thousand objects repeat 35 names each, 41 MB before they are packed. The page does not ask for this shape.',
  ],
  [
    /^11 .*CSV file of 60,000$/,
    'Each cell is written by the rules of the screen (amounts, texts that look like formulas) in the server; COPY writes what the table has.',
  ],
  [
    /^11 .*memory/,
    'The rows come in parts of a thousand, and what is left of them is collected late, as memory is not short.',
  ],
  [
    /^6 .*p95/,
    'Both cores are full: the thin server, which does nothing but the same transaction, is past the goal here too (its p95 is in the table’s note). In one campus the count of receipts makes each payment wait for the commit of the one before, so that no number is missing.',
  ],
  [
    /^6 /,
    'A payment is seven trips to PostgreSQL where the same writes can be done in five: the door and the key of the call are two of their own. Tried and kept: student and voucher held in one statement, receipt, number and history written in one (eleven trips before), kept plans.',
  ],
  [
    /^14 .*specified shape/,
    'Eight times sixty thousand objects are packed at once, of four times the text that the page asks for.',
  ],
  [
    /^15 /,
    'Five programs want two cores: two PostgreSQL processes at work without a pause, the server, the packing of the report and the client. Tried: reports in parts with a turn for others between them.',
  ],
  [
    /^4 .*beside 5,000/,
    'The rows of a month lie beside each other in a small table; in a large one each student’s index entries have a page of their own, so the same 5,000 rows touch more pages. No plan changes, and nothing is read that is not written to or asked for.',
  ],
  [
    /^17 .*longest wait/,
    'The embedded database has one session, and a report is one state of the books: whoever comes while it is read waits for its end. Past this size PostgreSQL is the answer (docs/scaling.md).',
  ],
]

/** The reason for a row that misses its goal; empty where none is known. */
export const reasonFor = ({ row, what }: BenchRow): string =>
  reasons.find(([of]) => of.test(`${row} ${what}`))?.[1] ?? ''
