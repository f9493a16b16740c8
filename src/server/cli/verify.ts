import type { Schema } from '#server/database/schema.ts'
import { bookLaws, brokenLaws, sumBooks, type BookSums, type BrokenLaw } from '#server/records/book-laws.ts'
import type { Kysely } from 'kysely'
import { columns } from './words.ts'

/** The books as the laws find them, told line by line; the last line has the sums. */
export interface Verdict {
  readonly sound: boolean
  readonly lines: readonly string[]
}

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

/** `2 campuses, 600 students, 1,459 vouchers, 1,264 receipts and 1,292 lines of history` */
export const tellSums = ({ campuses, students, vouchers, receipts, changes }: BookSums): string =>
  [
    count(campuses, 'campus', 'campuses'),
    count(students, 'student'),
    count(vouchers, 'voucher'),
    `${count(receipts, 'receipt')} and ${count(changes, 'line')} of history`,
  ].join(', ')

function tellBroken({ law, count: rowsInAll, rows }: BrokenLaw): string[] {
  const more = rowsInAll - rows.length
  return [
    `Broken: ${law}`,
    ...columns(rows.map(({ campus, key }) => [`  ${campus}`, key])),
    ...(more > 0 ? [`  and ${more.toLocaleString('en')} more`] : []),
  ]
}

/** Asks every law of the books of every campus (decisions 3.books, decisions 4.states). */
export async function verifyBooks(db: Kysely<Schema>): Promise<Verdict> {
  const broken: BrokenLaw[] = []
  // One after the other, so that an office at work on the embedded database need not wait for all of them.
  for (const [law, breakers] of Object.entries(bookLaws)) {
    broken.push(...(await brokenLaws(db, { [law]: breakers })))
  }
  const rows = broken.reduce((sum, { count: rowsInAll }) => sum + rowsInAll, 0)
  const found =
    broken.length === 0
      ? 'nothing is broken'
      : `${count(rows, 'row breaks', 'rows break')} ${count(broken.length, 'law')}`
  const asked = `${count(Object.keys(bookLaws).length, 'law')} asked of ${tellSums(await sumBooks(db))}`
  return { sound: broken.length === 0, lines: [...broken.flatMap(tellBroken), `${asked}: ${found}`] }
}
