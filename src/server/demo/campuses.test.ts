// @module-tag gate

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { passwords } from '#test/school.ts'
import { fillDemoSchool } from './fill-demo-school.ts'

/** Returns the number of rows in a table or subquery; `from` is the text after FROM. */
async function count(database: TestDatabase, from: string): Promise<number> {
  const { rows } = await sql
    .raw<{ count: number }>(`select count(*)::int as count from ${from}`)
    .execute(database.kysely)
  return rows[0]?.count ?? 0
}

describe('the campuses of the demo school', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
    await fillDemoSchool(database.kysely, {
      students: 300,
      now: new Date('2026-11-21T12:00:00+05:00'),
      passwords,
    })
  })
  afterAll(() => database.close())

  test('both campuses use the cash drawer; City Campus has audit rules and a pending request, Main Campus has neither', async () => {
    expect(await count(database, 'campus_rules where cash_drawer')).toBe(2)
    expect(
      await count(
        database,
        `campus_rules where campus = 'Main Campus' and approval_limit is null and not blind_count`,
      ),
    ).toBe(1)
    expect(
      await count(
        database,
        `campus_rules where campus = 'City Campus' and approval_limit = 500000 and blind_count`,
      ),
    ).toBe(1)
    expect(await count(database, `approvals where campus = 'City Campus' and state = 'pending'`)).toBe(1)
  })

  const unpostedClasses = { 'Main Campus': ['9', '10'], 'City Campus': ['Play Group', 'Hifz'] }

  describe.each(['Main Campus', 'City Campus'] as const)('%s', (campus) => {
    const countHere = (from: string) => count(database, from.replaceAll(':here', `campus = '${campus}'`))

    test.each([
      ['a voucher paid exactly', `vouchers where :here and fee_paid and received > 0 and net_balance = 0`],
      [
        'a voucher paid in part',
        `vouchers where :here and not fee_paid and received > 0 and carried_to is null`,
      ],
      [
        'a voucher paid in two parts',
        `(select from receipts where :here and kind = 'receipt' and reason = '' group by voucher_no having count(*) > 1) as receipts_in_parts`,
      ],
      [
        'an unpaid voucher',
        `vouchers where :here and posted and not fee_paid and received = 0 and carried_to is null`,
      ],
      [
        'a carried voucher that is still owed',
        `vouchers where :here and carried_to is not null and not fee_paid`,
      ],
      [
        'a carried voucher that was paid with its carrying voucher',
        `vouchers where :here and carried_to is not null and fee_paid`,
      ],
      ['arrears of two months', `vouchers where :here and arrears > monthly_fee * 1.4`],
      ['a voucher paid in advance', `vouchers where :here and net_balance < 0 and received > 0`],
      [
        'a voucher that an advance paid',
        `vouchers where :here and arrears < 0 and fee_paid and received = 0`,
      ],
      ['a voucher that was replaced', `vouchers where :here and replaced_by is not null`],
      [
        'a paid voucher that replaces another',
        `vouchers where :here and received > 0 and voucher_no in (select replaced_by from vouchers where :here)`,
      ],
      ['a voucher with an examination fee', `vouchers where :here and examination_fee > 0 and note <> ''`],
      ['a corrected receipt', `receipts where :here and kind = 'reversal'`],
      ['a student who left', `students where :here and state = 'removed'`],
      ['a graduate', `students where :here and state = 'graduated'`],
      [
        'an admission of this month',
        `vouchers where :here and kind = 'admission' and year = 2026 and month = 11`,
      ],
      ['a sibling concession', `fees where :here and discount > 0 and discount < monthly_fee`],
      [
        'siblings',
        `(select from students where :here group by father_home_phone having count(*) > 2) as families`,
      ],
      ['a student of another religion', `students where :here and religion <> 'Islam'`],
      ['a receipt of today', `receipts where :here and received_on = '2026-11-21'`],
    ])('has %s', async (_what, query) => {
      covers('decisions 1.demo.vouchers')

      expect(await countHere(query)).toBeGreaterThan(0)
    })

    test('has vouchers of three months', async () => {
      covers('decisions 1.demo.vouchers')

      const { rows } = await sql<{ month: number; count: number }>`
        select month, count(*)::int as count from vouchers
        where campus = ${campus} and kind = 'monthly' and year = 2026 and not voided group by month order by month`.execute(
        database.kysely,
      )
      expect(rows.map(({ month }) => month)).toEqual([9, 10, 11])
      for (const { count: vouchers } of rows) expect(vouchers).toBeGreaterThan(270)
    })

    test('has classes whose vouchers of this month are not posted', async () => {
      const { rows } = await sql<{ class: string; month: number }>`
        select distinct student_class as class, month from vouchers
        where campus = ${campus} and not posted and not voided order by student_class`.execute(
        database.kysely,
      )
      expect(rows).toEqual(unpostedClasses[campus].map((unposted) => ({ class: unposted, month: 11 })))
    })
  })

  test.each([
    [
      'books that were closed for the first month',
      `book_closings where closed_until = '2026-09-30' and figures is not null`,
    ],
    ['days that are closed', `campus_rules where closed_until = '2026-09-30'`],
    [
      'a write-off that the admin approved',
      `adjustments where kind = 'write-off' and approved_by = 'admin@city.demo'`,
    ],
    [
      'a pending request by the desk',
      `approvals where state = 'pending' and requested_by = 'desk@city.demo'`,
    ],
    ['a voided run of one voucher', `voucher_runs where roll_no is not null and void_reason is not null`],
    ['a voucher of the wrong month', `vouchers where voided and month = 12`],
  ])('have %s at City Campus only', async (_what, query) => {
    expect(await count(database, `${query} and campus = 'City Campus'`)).toBe(1)
    expect(await count(database, `${query} and campus <> 'City Campus'`)).toBe(0)
  })

  test.each([
    ['a closing that is not accepted yet', `cashier_closings where accepted_at is null and difference = 0`],
    ['a closing that is short', `cashier_closings where difference = -10000 and remark <> ''`],
    ['an accepted closing', `cashier_closings where accepted_by = 'office@main.demo'`],
    ['a deposit', `deposits where cash > 0`],
  ])('have %s at Main Campus only', async (_what, query) => {
    expect(await count(database, `${query} and campus = 'Main Campus'`)).toBe(1)
    expect(await count(database, `${query} and campus <> 'Main Campus'`)).toBe(0)
  })

  test('City Campus has examination fees that the next voucher will charge', async () => {
    const charged = (campus: string) =>
      count(database, `fees where campus = '${campus}' and examination_fee > 0`)
    expect(await charged('Main Campus')).toBe(0)
    expect(await charged('City Campus')).toBeGreaterThan(0)
  })

  test('have at least one student who pays nothing', async () => {
    expect(await count(database, 'fees where monthly_fee > 0 and discount = monthly_fee')).toBeGreaterThan(0)
  })

  test('share no student, family or fee', async () => {
    const shared = (columns: string) =>
      count(
        database,
        `(select from students join fees using (campus, roll_no) group by ${columns} having count(distinct campus) > 1) as shared`,
      )
    expect(await shared('student_name, father_name')).toBe(0)
    expect(await shared('father_home_phone')).toBe(0)
    expect(await shared('student_class, monthly_fee')).toBe(0)
  })
})
