import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookHashTampering } from '#test/book-hash-tampering.ts'
import { cashierTampering } from '#test/cashier-tampering.ts'
import { covers } from '#test/covers.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { historyTampering } from '#test/history-tampering.ts'
import { importTampering, openingTampering } from '#test/import-tampering.ts'
import { bringIn, bringInBalance, withdrawLastImport } from '#test/moving-in.ts'
import { read } from '#test/repository.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { bookTampering, type Tampering } from '#test/tampering.ts'
import { bookLaws, brokenLaws } from './book-laws.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
  await runEveryOperation(school)
  await moveIn()
})
afterAll(async () => school[Symbol.asyncDispose]())

/** Imports four students: 20 owes 7,500 and pays a part, 21 owes 100, 22 has an advance, and 23 is withdrawn. */
async function moveIn(): Promise<void> {
  await bringIn(school, { rollNo: 20, balance: 7500 })
  await bringIn(school, { rollNo: 21 })
  await bringIn(school, { rollNo: 22, balance: -3000 })
  await bringIn(school, { rollNo: 23, balance: 10 })
  await withdrawLastImport(school)
  await bringInBalance(school, 21, 100)
  const desk = await school.as('desk@main.test')
  const payment = await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red20open', {
    receivedAmount: 2500,
  })
  const generation = await desk.post('/finances/generateVoucher/student/20', { fromDate: '2026-12-01' })
  expect([payment.status, generation.status]).toEqual([200, 200])
}

it('a school with every kind of event breaks no law', async () => {
  expect(await brokenLaws(school.db)).toEqual([])
})

it('docs/reliability.md states the number of laws', () => {
  expect(read('docs/reliability.md')).toContain(`(now ${Object.keys(bookLaws).length})`)
})

describe('tampered books', () => {
  // With its constraints, the database itself would refuse most of the tampering.
  beforeAll(async () => {
    await sql`
      do $$
      declare rule record;
      begin
        for rule in select conname as name, conrelid::regclass as holder from pg_constraint
          where contype in ('c', 'f', 'u') and conrelid <> 0 and connamespace = 'public'::regnamespace and conislocal
          order by contype
        loop
          execute format('alter table %s drop constraint if exists %I cascade', rule.holder, rule.name);
        end loop;
        drop index one_voucher_per_month;
        drop index fee_changes_in_force;
        drop trigger keep_posted_arrears on vouchers;
        drop trigger keep_acceptance on cashier_closings;
      end $$`.execute(school.db)
  })

  // The type requires an entry for each law.
  const tamperingByLaw: Record<keyof typeof bookLaws, Tampering> = {
    ...bookTampering,
    ...bookHashTampering,
    ...cashierTampering,
    ...historyTampering,
    ...importTampering,
  }
  const tamperings = [
    ...Object.entries(tamperingByLaw).map(([law, tampering]) => ({
      law,
      tampering,
    })),
    ...openingTampering.map(([law, ...tampering]) => ({ law, tampering })),
  ]

  it.each(tamperings)('are detected: $law', async ({ law, tampering }) => {
    const [statement, keyStart, campus = 'Main Campus'] = tampering
    covers('decisions 6.fee-change.edited-by')

    const undone = new Error('undone')
    const tamper = school.db.transaction().execute(async (trx) => {
      await sql.raw(statement).execute(trx)
      const broken = await brokenLaws(trx, { [law]: Reflect.get(bookLaws, law) as string })
      expect(broken).toMatchObject([{ law, count: broken[0]?.rows.length }])
      const key: unknown = expect.stringMatching(new RegExp(`^${keyStart}`))
      expect(broken[0]?.rows).toContainEqual({ campus, key })
      throw undone
    })
    await expect(tamper).rejects.toBe(undone)
  })
})
