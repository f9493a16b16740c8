// @module-tag gate
import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { dateAt, type CalendarDate } from '#domain/calendar.ts'
import { ageingList } from '#reports/ageing.ts'
import { studentList } from '#reports/student-list.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { historyLaws } from '#server/records/laws/history-laws.ts'
import { runLaws } from '#server/records/laws/voucher-laws.ts'
import { postingDays } from '#test/posting-days.ts'
import { getRows } from '#test/report-rows.ts'
import { openSchool } from '#test/school.ts'

const school = await openSchool()
const { desk, start, nextDay, generate, generateFor, post, unpost, pay, correctToNothing, markPaid, redate } =
  postingDays(school)
afterAll(() => school[Symbol.asyncDispose]())

const campus = 'Main%20Campus'

interface ActTarget {
  readonly month: number
  readonly rollNo: number
  readonly voucherNo: string
  readonly dueDate: string
}

/** Acts of an office on months, vouchers and runs; the portal may refuse them. */
const actions = {
  generate: ({ month }: ActTarget) => generate(`2026-${month}`),
  'generate for one': ({ month, rollNo }: ActTarget) => generateFor(rollNo, `2026-${month}`),
  replace: ({ month, rollNo }: ActTarget) => generateFor(rollNo, `2026-${month}`, { forceGenerate: true }),
  void: ({ voucherNo }: ActTarget) =>
    desk.post(`/finances/voidVoucher/${campus}/${voucherNo}`, { reason: 'By mistake' }),
  post: ({ month }: ActTarget) => post(month),
  unpost: ({ month }: ActTarget) => unpost(month),
  pay: ({ voucherNo }: ActTarget) => pay(voucherNo, 4500),
  correct: ({ voucherNo }: ActTarget) => correctToNothing(voucherNo),
  'mark paid': ({ rollNo }: ActTarget) => markPaid(rollNo),
  're-date': ({ rollNo, dueDate }: ActTarget) => redate(rollNo, dueDate),
}
type Name = keyof typeof actions

const weighted = (weight: number, ...names: Name[]) => ({ weight, arbitrary: fc.constantFrom(...names) })
const anAct = fc.record({
  name: fc.oneof(
    weighted(4, 'post', 'unpost', 're-date'),
    weighted(3, 'generate', 'generate for one', 'pay', 'correct', 'mark paid', 'replace', 'void'),
  ),
  month: fc.constantFrom(11, 11, 12),
  rollNo: fc.integer({ min: 1, max: 3 }),
  dueDate: fc.constantFrom('2026-12-15', '2026-12-20', '2026-12-25'),
})

const filters = [
  { paidStatus: 'all' },
  { paidStatus: 'unpaid', unposted: 'leftOut' },
  { paidStatus: 'all', toDate: '2026-12-18', toDateOf: 'dueDate' },
] as const

/** Reads the lists that depend on posting and due dates, now or as of an evening. */
async function readAll(asOf?: CalendarDate) {
  const evening = asOf ? { asOf } : {}
  const rows: unknown[] = []
  for (const filter of filters) rows.push(await getRows(school, desk, voucherList, { ...filter, ...evening }))
  for (const list of [studentList, ageingList]) rows.push(await getRows(school, desk, list, evening))
  return rows
}

it('the lists as of an evening do not change by posting, unposting and re-dating on later days', async () => {
  const days = fc.array(fc.array(anAct, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(days, async (acts) => {
      await start()
      await generateFor(1, '2026-11')
      await post(11)
      await generate('2026-11')
      const evenings: { asOf: CalendarDate; was: unknown }[] = []
      for (const actsOfDay of acts) {
        for (const { name, ...target } of actsOfDay)
          await actions[name]({ ...target, voucherNo: `5Red${target.rollNo}-2026${target.month}` })
        evenings.push({ asOf: dateAt(school.now), was: await readAll() })
        await nextDay()
      }
      for (const { asOf, was } of evenings) expect([asOf, await readAll(asOf)]).toEqual([asOf, was])
      expect(await brokenLaws(school.db, { ...historyLaws, ...runLaws })).toEqual([])
    }),
    { numRuns: 5, seed: 41 },
  )
}, 120_000)
