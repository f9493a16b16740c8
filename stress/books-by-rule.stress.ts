// Every list, screen and law is what its rule says of random books, now and as of every earlier evening.

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBooksByRule, Seen } from '#test/books-by-rule.ts'
import { everyAct } from '#test/every-act.ts'
import { actNames } from '#test/office-acts.ts'
import { someBooks } from '#test/random-books.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { randomBooks } from './full-or-short.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

it('every list is what its rule says, whatever the books', async () => {
  const seen = new Seen()
  await fc.assert(
    fc.asyncProperty(someBooks, (books) => expectBooksByRule(school, books, seen)),
    { ...randomBooks(500, 4), examples: everyAct.map((books) => [books]), endOnFailure: true },
  )
  expect(seen.acts).toEqual(new Set(actNames))
}, 7_200_000)
