import type { Kysely } from 'kysely'
import { count, formatCount } from '#domain/count.ts'
import { formatDigest } from '#domain/digest.ts'
import type { Schema } from '#server/database/schema.ts'
import { listDigests, type CampusDigest } from '#server/records/books/book-hashes.ts'
import {
  bookLaws,
  brokenLaws,
  sumBooks,
  type BookSums,
  type BrokenLaw,
} from '#server/records/laws/book-laws.ts'
import { alignColumns } from './terminal.ts'

/** The result of a check of the books; the last line has the sums. */
export interface Verdict {
  readonly sound: boolean
  readonly lines: readonly string[]
}

/** `2 campuses, 600 students, 1,459 vouchers, 1,264 receipts and 1,292 lines of history` */
export const formatSums = ({
  campuses,
  students,
  vouchers,
  receipts,
  changes,
}: Omit<BookSums, 'erased'>): string =>
  [
    count(campuses, 'campus', 'campuses'),
    count(students, 'student'),
    count(vouchers, 'voucher'),
    `${count(receipts, 'receipt')} and ${count(changes, 'line')} of history`,
  ].join(', ')

function formatBroken({ law, count: total, rows }: BrokenLaw): string[] {
  const more = total - rows.length
  return [
    `Broken: ${law}`,
    ...alignColumns(rows.map(({ campus, key }) => [`  ${campus}`, key])),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ]
}

/** `Main Campus  digest 3f2a 91bc 04de 77aa, up to entry 1,459  receipt 632`, to compare with paper. */
const formatDigests = (digests: readonly CampusDigest[]): string[] =>
  alignColumns(
    digests.map(({ campus, digest, receiptNo }) => [
      campus,
      digest === null ? 'no entries' : `digest ${formatDigest(digest)}`,
      receiptNo === null ? 'no receipts' : `receipt ${formatCount(receiptNo)}`,
    ]),
  )

/** Checks every campus against every law (decisions 3.books, decisions 4.states). */
export async function verifyBooks(db: Kysely<Schema>): Promise<Verdict> {
  const broken: BrokenLaw[] = []
  // Checks one law at a time, so that on the embedded database a waiting request can run between two laws.
  for (const [law, breakers] of Object.entries(bookLaws)) {
    broken.push(...(await brokenLaws(db, { [law]: breakers })))
  }
  const rows = broken.reduce((sum, { count: total }) => sum + total, 0)
  const result =
    broken.length === 0
      ? 'nothing is broken'
      : `${count(rows, 'row breaks', 'rows break')} ${count(broken.length, 'law')}`
  const sums = await sumBooks(db)
  const checked = `${count(Object.keys(bookLaws).length, 'law')} checked on ${formatSums(sums)}`
  const erased = `The personal data of ${count(sums.erased, 'student')} were erased; the hash of each erasure holds what is left`
  return {
    sound: broken.length === 0,
    lines: [
      ...broken.flatMap(formatBroken),
      ...formatDigests(await listDigests(db)),
      ...(sums.erased > 0 ? [erased] : []),
      `${checked}: ${result}`,
    ],
  }
}
