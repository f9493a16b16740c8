// Compares an import, which changes many records and fees at once, with calls of the screens, which change one each.

import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { anAdmission } from '#test/builders.ts'
import { aRow, importCalls } from '#test/import-calls.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'

const school = await openSchool()
afterAll(() => school[Symbol.asyncDispose]())

let admin: Caller
let desk: Caller
const goTo = async (day: string) => {
  school.now = new Date(`${day}T09:00:00+05:00`)
  admin = await school.as('admin@main.test')
  desk = await school.as('desk@main.test')
}
const expectOk = async (caller: Caller, path: string, payload: object) => {
  const { status, body } = await caller.post(path, payload)
  expect([path, status, body]).toEqual([path, 200, body])
}
/** The record of a student as it was admitted. */
const recordOf = (rollNo: number) => ({
  ...anAdmission().studentData,
  studentName: `Child ${'ABCDEFG'[rollNo]}`,
})

interface Edit {
  readonly rollNo: number
  readonly record?: Partial<ReturnType<typeof recordOf>>
  /** The fees in rupees. */
  readonly fee?: { readonly monthlyFee: number; readonly discount: number }
}

/** The content of the file for each student; only the fees that differ from the current ones are listed. */
const edits: readonly Edit[] = [
  { rollNo: 4, record: { studentName: 'Aisha "A" Khan', section: 'Blue' } },
  {
    rollNo: 1,
    record: { fatherHomePhone: '0321-7654321' },
    fee: { monthlyFee: 5500, discount: 0 },
  },
  { rollNo: 6, fee: { monthlyFee: 4000, discount: 500 } },
  { rollNo: 2, fee: { monthlyFee: 5600, discount: 500 } },
  { rollNo: 5 },
  { rollNo: 3, fee: { monthlyFee: 5000, discount: 0 } },
]
const feesNow = { 4: { monthlyFee: 5300, discount: 500 } }

const changeFee = (rollNo: number, newFee: object, reason = '') =>
  expectOk(admin, `/admissions/changeStudentFee/${rollNo}`, { newFee, reason })

/** Opens a campus of six students with fee changes in an earlier, a later, and this month (the last set in advance). */
async function openCampus(rules: object) {
  await school.reset()
  await goTo('2026-10-05')
  for (let rollNo = 1; rollNo <= 6; rollNo += 1) await admit(desk, { studentData: recordOf(rollNo) })
  await changeFee(2, { monthlyFee: 5200, discount: 500 })
  await changeFee(3, { monthlyFee: 6000, discount: 500, feeChangeDate: '2027-01-01' })
  await changeFee(4, { ...feesNow[4], feeChangeDate: '2026-11-01' })
  await goTo('2026-11-03')
  await changeFee(2, { monthlyFee: 5400, discount: 500 })
  await expectOk(admin, '/finances/saveCampusRules/Main%20Campus', rules)
  await school.db.updateTable('staff').set({ disabled: true }).where('role', '<>', 'admin').execute()
  await goTo('2026-11-10')
}

async function importEdits() {
  const { bring, apply } = importCalls(() => admin)
  const rows = edits.map(({ rollNo, record, fee }, index) => {
    const { monthlyFee, discount } = fee ?? (rollNo === 4 ? feesNow[4] : { monthlyFee: 5000, discount: 500 })
    const { studentName, fatherHomePhone, section } = { ...recordOf(rollNo), ...record }
    const changed = { studentName, fatherHomePhone, section, gender: 'F' }
    const fees = { monthlyFee: String(monthlyFee), discount: String(discount) }
    return aRow(index + 2, { rollNo: String(rollNo), ...changed, ...fees })
  })
  const { importNo } = await bring(rows, { children: { 2: 4 } })
  expect(await apply(importNo, { changed: 5 })).toMatchObject({ status: 200, body: { changed: 5, same: 1 } })
}

async function callForEach() {
  for (const { rollNo, record, fee } of edits) {
    if (record)
      await expectOk(admin, '/admissions/editAdmission', {
        studentData: { ...recordOf(rollNo), ...record, rollNo },
      })
    if (fee) await changeFee(rollNo, fee, 'Import 1')
  }
}

/** Returns the written rows, without the numbers of the history entries, because an import has one more entry. */
async function readWrittenRows() {
  const { rows: lines } = await sql<{ rows: unknown }>`
    with lines as (
      select to_jsonb(c) - 'change_no' as line, row_number() over (order by change_no) as place, campus, change_no
      from changes c where what in ('fee changed', 'record edited'))
    select place::int, line, (select to_jsonb(f) - 'change_no' from fee_changes f
      where f.campus = l.campus and f.change_no = l.change_no) as fee from lines l order by place`.execute(
    school.db,
  )
  const students = await school.db.selectFrom('students').selectAll().orderBy('roll_no').execute()
  const fees = await school.db.selectFrom('fees').selectAll().orderBy('roll_no').execute()
  const approvals = await school.db.selectFrom('approvals').selectAll().orderBy('request_no').execute()
  return { lines, students, fees, approvals }
}

it.each<[what: string, rules: object, alone: number]>([
  ['without a limit', { backDays: 30 }, 0],
  ['with a limit and without a second person', { approvalLimit: 300 }, 1],
])('writes the rows that the screens write, %s', async (_, rules, alone) => {
  await openCampus(rules)
  await importEdits()
  const byImport = await readWrittenRows()
  expect(byImport.lines).toHaveLength(4 + 6)
  expect(byImport.approvals).toHaveLength(alone)
  expect(await brokenLaws(school.db)).toEqual([])
  await openCampus(rules)
  await callForEach()
  expect(byImport).toEqual(await readWrittenRows())
})
