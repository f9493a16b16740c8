// Every list of random books equals its rule, now and as of every earlier evening; screens and laws are checked too.

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBooksByRule, Seen } from '#test/books-by-rule.ts'
import { everyAction } from '#test/every-action.ts'
import { actionNames } from '#test/office-acts.ts'
import { someBooks } from '#test/random-books.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { randomBooks } from './full-or-short.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

it('every list equals its rule for any books', async () => {
  const seen = new Seen()
  await fc.assert(
    fc.asyncProperty(someBooks, (books) => expectBooksByRule(school, books, seen)),
    { ...randomBooks(500, 4), examples: everyAction.map((books) => [books]), endOnFailure: true },
  )
  expect(seen.actions).toEqual(new Set(actionNames))
}, 7_200_000)
