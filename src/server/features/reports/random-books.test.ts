import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { entryKinds } from '#domain/book-entry.ts'
import { exceptionKinds } from '#domain/book-exception.ts'
import { paymentMethods } from '#domain/payment-method.ts'
import { expectBooksByRule, Seen } from '#test/books-by-rule.ts'
import { covers } from '#test/covers.ts'
import { everyAction } from '#test/every-action.ts'
import { actionNames } from '#test/office-acts.ts'
import { someBooks } from '#test/random-books.ts'
import { openSchool } from '#test/school.ts'

const school = await openSchool()
afterAll(() => school[Symbol.asyncDispose]())

/** The office has no call that charges a fine. */
const noFines = ['now voucherList', 'now receivedHeadList', 'past voucherList', 'past receivedHeadList'].map(
  (list) => `${list}.fine`,
)

// Five hundred books are compared in stress/books-by-rule.stress.ts.
it('every list, screen and law equals its rule on random books, now and as of earlier evenings', async () => {
  covers(
    'decisions 3.reports.debt-once',
    'decisions 7.draft.balance',
    'decisions 7.draft.ledger',
    'decisions 7.owed.split',
    'decisions 7.owed.order',
  )

  const seen = new Seen()
  await fc.assert(
    fc.asyncProperty(someBooks, (books) => expectBooksByRule(school, books, seen, 2)),
    // Does not shrink, because that would take minutes; a failure names its books.
    { numRuns: 4, seed: 43, examples: everyAction.map((books) => [books]), endOnFailure: true },
  )
  expect(seen.actions).toEqual(new Set(actionNames))
  expect(seen.valuesOf('now dayBookList.kind')).toEqual(new Set(entryKinds))
  expect(seen.valuesOf('now exceptionList.kind')).toEqual(new Set(exceptionKinds))
  expect(seen.valuesOf('now receiptList.method')).toEqual(new Set(paymentMethods))
  expect(seen.sameEverywhere).toEqual(noFines)
}, 240_000)
