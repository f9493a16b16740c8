// Triggers hash the rows of money and history (decision record 44); migration 13 defines the text of each kind of row.

import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Digest } from '#domain/digest.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Scope } from '#server/records/scope.ts'

/** The columns in which a closing stores the last hash. */
export interface LastHash {
  readonly hash_place: number | null
  readonly hash: Buffer | null
}

const noHash: LastHash = { hash_place: null, hash: null }

/** Finds the last committed hash of the campus. */
export async function findLastHash({ trx, campus }: Scope): Promise<LastHash> {
  const row = await trx
    .selectFrom('book_hashes')
    .select(['place as hash_place', 'hash'])
    .where('campus', '=', campus)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? noHash
}

const digits = (hash: string) => `left(encode(${hash}, 'hex'), 16)`

/** SQL: the digest that a closing `c` states; null for a closing from before there were hashes. */
export const digestOfClosing = `case when c.hash is not null then
  json_build_object('place', c.hash_place, 'digits', ${digits('c.hash')}) end`

/** The digest of a campus, and the last receipt that has a hash; null if no row has a hash. */
export interface CampusDigest {
  readonly campus: string
  readonly digest: Digest | null
  readonly receiptNo: number | null
}

export async function listDigests(db: Kysely<Schema>): Promise<CampusDigest[]> {
  const { rows } = await sql<CampusDigest>`
    select c.campus, case when h.hash is not null then
        json_build_object('place', h.place, 'digits', ${digitsOfLast}) end as digest,
      (select max(number)::int from book_hashes r where r.campus = c.campus and r.kind = 'receipt') as "receiptNo"
    from campuses c left join lateral
      (select place, hash from book_hashes where campus = c.campus order by place desc limit 1) h on true
    order by c.campus`.execute(db)
  return rows
}

const digitsOfLast: RawBuilder<unknown> = sql.raw(digits('h.hash'))

/** Hashes the rows of a campus that were written without triggers, in the order of entry. On the owner's connection. */
export async function hashRowsOf(trx: Transaction<Schema>, campus: string): Promise<void> {
  await sql`select hash_rows_of(${campus})`.execute(trx)
}
