import { expectReadAgain, readEvening, type Evening } from '#test/all-reports.ts'
import { playMoney, someActions } from '#test/random-money.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

let school: TestSchool

beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

it('every report as of an earlier evening is what it was on that evening', async () => {
  await fc.assert(
    fc.asyncProperty(someActions, async (actions) => {
      const evenings: Evening[] = []
      await playMoney(school, actions, async () => {
        evenings.push(await readEvening(school, await school.as('desk@main.test')))
      })
      await expectReadAgain(school, await school.as('desk@main.test'), evenings)
    }),
    { numRuns: 6, seed: 45 },
  )
}, 240_000)
