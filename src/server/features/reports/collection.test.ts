import { afterAll, beforeEach, expect, it } from 'vitest'
import { shareOf } from '#domain/money.ts'
import { collectionList } from '#reports/collection.ts'
import { goToDay as go, septemberFeePeriod, type OfficeDay } from '#test/dated-payments.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'
import { readXlsx } from '#test/xlsx.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
let day: OfficeDay
const goToDay = async (date: string) => (day = await go(school, date))
beforeEach(async () => {
  await school.reset()
  await goToDay('2026-09-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const readCollection = async (filters: Readonly<Record<string, string>> = {}) =>
  getRows(school, await school.as('viewer@main.test'), collectionList, filters)
/** Reads class, amount billed, received on it, share, received on arrears and in advance. */
const readLines = async (filters: Readonly<Record<string, string>>) =>
  (await readCollection(filters)).rows.map(({ studentClass, billed, onBilled, onArrears, inAdvance }) => [
    studentClass,
    billed / 100,
    onBilled / 100,
    shareOf(onBilled, billed),
    onArrears / 100,
    inAdvance / 100,
  ])
const november = { fromDate: '2026-11-01', toDate: '2026-11-30' }

it('the collection separates receipts for the month, for arrears and in advance, by class', async () => {
  await admit(day.desk, septemberFeePeriod)
  await admit(day.desk, { ...septemberFeePeriod, studentData: { studentClass: '6' } })
  await goToDay('2026-10-01')
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await goToDay('2026-11-02')
  await generateAndPost(day.desk, 'Main Campus', '2026-11-01')
  await day.pay('5Red1-202611', 6000)
  await day.pay('6Red2-202611', 9000)
  await day.desk.post(`/finances/receiveInAdvance/${campus}/2`, { receivedAmount: 500 })
  expect(await readLines(november)).toEqual([
    ['5', 4500, 1500, 33.3, 4500, 0],
    ['6', 4500, 4500, 100, 4500, 500],
  ])
  await goToDay('2026-11-03')
  await day.correct('5Red1-202611', 4600)
  expect((await readLines(november))[0]).toEqual(['5', 4500, 100, 2.2, 4500, 0])
  const { rawPayload } = await school.app.inject({
    method: 'POST',
    url: `/finances/exportCollection/xlsx/${campus}`,
    headers: { cookie: (await school.as('viewer@main.test')).cookie },
    payload: november,
  })
  const [sheet] = await readXlsx(rawPayload)
  expect(sheet?.rows.at(-1)).toEqual(['2 classes', 9000, 4600, 51.1, 9000, 500, 14_100])
})
