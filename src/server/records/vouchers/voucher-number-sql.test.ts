import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { classes, sections } from '#domain/school.ts'
import { admissionVoucherNo, monthlyVoucherNo, openingVoucherNo } from '#domain/voucher-number.ts'
import { reuseTestDatabase, type TestDatabase } from '#test/database.ts'
import { admissionVoucherNoSql, monthlyVoucherNoSql, openingVoucherNoSql } from './voucher-values.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await reuseTestDatabase()
})
afterAll(async () => database.close())

const columns = { studentClass: 'class', section: 'section', rollNo: 'roll_no', year: 'year', month: 'month' }

const vouchers = fc.record({
  studentClass: fc.constantFrom(...classes),
  section: fc.constantFrom(...sections),
  rollNo: fc.integer({ min: 1, max: 2_147_483_647 }),
  year: fc.integer({ min: 2000, max: 2099 }),
  month: fc.integer({ min: 1, max: 12 }),
  times: fc.integer({ min: 1, max: 12 }),
})

it('the database builds the same voucher numbers as the domain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(vouchers, { minLength: 1, maxLength: 50 }), async (list) => {
      const { rows } = await sql<{ admission: string; opening: string; first: string; repeated: string }>`
        select ${sql.raw(admissionVoucherNoSql(columns))} as admission, ${sql.raw(openingVoucherNoSql(columns))} as opening,
          ${sql.raw(monthlyVoucherNoSql(columns))} as first,
          ${sql.raw(monthlyVoucherNoSql({ ...columns, timesInMonth: 'times' }))} as repeated
        from rows from (jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as ("studentClass" school_class,
          section school_section, "rollNo" int, year int, month int, times int)) with ordinality
          as v (class, section, roll_no, year, month, times, place)
        order by place`.execute(database.kysely)
      expect(rows).toEqual(
        list.map(({ times, year, month, ...holder }) => ({
          admission: admissionVoucherNo(holder),
          opening: openingVoucherNo(holder),
          first: monthlyVoucherNo(holder, { year, month }),
          repeated: monthlyVoucherNo(holder, { year, month }, times),
        })),
      )
    }),
    { numRuns: 20 },
  )
})
