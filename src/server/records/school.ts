import type { Schema } from '#server/database/schema.ts'
import type { Kysely } from 'kysely'

export interface School {
  readonly name: string
  readonly taxNumber: string
}

export const schoolRecords = (db: Kysely<Schema>) => ({
  /** The school's name and tax number, as header and vouchers show them. */
  async find(): Promise<School> {
    const row = await db.selectFrom('school').select(['name', 'tax_number']).executeTakeFirst()
    return { name: row?.name ?? 'School', taxNumber: row?.tax_number ?? '' }
  },
})
