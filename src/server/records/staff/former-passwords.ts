import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { Scope } from '#server/records/scope.ts'

/** The hashes of the caller's last passwords, the present one first; none where the caller was disabled meanwhile. */
export async function listOwnPasswordHashes({ trx }: Scope, most: number): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select hash from own_password_hashes(${most}::int) as hash`.execute(trx)
  return rows.map(({ hash }) => hash)
}

/** The same of any user, on the owner's connection. */
export async function listPasswordHashes(
  db: Kysely<Schema>,
  userId: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from staff where user_id = ${userId}
    union all
    (select password_hash from former_passwords where user_id = ${userId} order by place desc limit ${most - 1})`.execute(
    db,
  )
  return rows.map(({ hash }) => hash)
}
