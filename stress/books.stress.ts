// The books balance after random sequences of real calls; the laws are checked on the rows (decisions 3.books.balance).

import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookLaws } from '#server/records/laws/book-laws.ts'
import { receiptLaws } from '#server/records/laws/cashier-laws.ts'
import { voucherLaws } from '#server/records/laws/voucher-laws.ts'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { randomBooks } from './full-or-short.ts'
import {
  anAction,
  everyActionOnce,
  perform,
  replacedAfterVoid,
  type Action,
  type Campus,
} from './random-actions.ts'
import { everyAdjustment } from './random-adjustments.ts'
import { everyDeparture } from './random-departures.ts'

/** The laws to check after every action. The laws of students and history take longer and are checked at the end. */
const moneyLaws = { ...voucherLaws, ...receiptLaws }

/** Finds the rows that break the laws, in one query: a query per law would take longer than the actions themselves. */
async function findViolations(laws: Readonly<Record<string, string>>): Promise<unknown[]> {
  const queries = Object.entries(laws).map(
    ([law, breakers]) => sql`select ${law}::text as law, b.campus, b.key from (${sql.raw(breakers)}) b`,
  )
  const query = sql.join(queries, sql` union all `).$castTo<unknown>()
  return (await query.execute(school.db)).rows
}

/** Returns the name under which an action is counted: the call of an adjustment, the outcome of a removal. */
function nameOf(action: Action): string {
  if (action.action === 'adjust') return action.how
  return action.action === 'leave' ? action.outcome : action.action
}

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

it('the books balance after every random action, and a refused action changes nothing', async () => {
  covers('decisions 3.receipts.numbers', 'decisions 3.receipts.sum', 'decisions 3.corrections.history')
  covers('decisions 3.books.balance', 'decisions 6.unposted.chain')

  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(anAction, { minLength: 12, maxLength: 14 }), async (sequence) => {
      await school.reset()
      const campus: Campus = { school, desk: await school.as('desk@main.test'), months: 0 }
      await perform(campus, { action: 'admit', monthlyFee: 5000, share: 0, once: 1000 })
      let before = await readAllRows(school.db)
      for (const action of sequence) {
        const answers = await perform(campus, action)
        if (action.action === 'receive' && answers.some(({ status }) => status === 200)) {
          const arrearsChanges = await school.db
            .selectFrom('changes')
            .select('change_no')
            .where('what', '=', 'arrears changed')
            .execute()
          if (arrearsChanges.length > 0) seen.set('received before an unposted voucher', 1)
        }
        for (const { status } of answers) {
          expect([200, 404, 409, 400]).toContain(status)
          const outcome = `${nameOf(action)} ${status}`
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
        }
        const after = await readAllRows(school.db)
        const isRefused = answers.every(({ status }) => status !== 200)
        expect(isRefused ? after : before).toEqual(before)
        expect(isRefused ? [] : await findViolations(moneyLaws)).toEqual([])
        before = after
      }
      expect(await findViolations(bookLaws)).toEqual([])
    }),
    {
      ...randomBooks(24, 8),
      examples: [
        [[...everyActionOnce]],
        [[...everyAdjustment]],
        [[...everyDeparture]],
        [[...replacedAfterVoid]],
      ],
    },
  )
  // The test would prove nothing if every action were refused.
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      'admit 200',
      'generate 200',
      'receive 200',
      'correct 200',
      'force 200',
      'charge 200',
      'advance 200',
      'void 200',
      'lowerDebt 200',
      'refundAdvance 200',
      'transferAdvance 200',
      'takeBackAdjustment 200',
      'correctReceipt 200',
      'moveReceipt 200',
      'returnCheque 200',
      'written off 200',
      'leaves owing 200',
      'paid back 200',
      'received before an unposted voucher',
    ]),
  )
}, 600_000)
