// Personal data outside records: rows of imports in any state.

import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { findImport } from '#contract/imports.ts'
import { deleteExpired } from '#server/records/staff/sessions.ts'
import { anAdmission } from '#test/builders.ts'
import { aRow, fourRows, importCalls } from '#test/import-calls.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, type Caller } from '#test/school.ts'
import { useSchool } from '#test/use-school.ts'

const campus = 'Main%20Campus'

describe('the rows of an import', async () => {
  const school = await useSchool()
  let admin: Caller
  const { start, check, fix, apply, bring } = importCalls(() => admin)
  const goTo = async (day: string) => {
    school.now = new Date(`${day}T09:00:00+05:00`)
    admin = await school.as('admin@main.test')
  }
  beforeEach(() => goTo('2026-11-02'))

  /** Row 6 is left out and row 7 belongs to another child. */
  const leftOut = [
    aRow(6, { studentName: ' AYESHA  khan', fatherName: 'Imran Khan', rollNo: 'x' }),
    aRow(7, { studentName: 'Bilal Khan', rollNo: 'x' }),
  ]
  const applyImport = async () => {
    const { importNo } = await bring([...fourRows, ...leftOut])
    await fix(importNo, { leaveOut: { rows: [6, 7], isLeftOut: true } })
    expect((await apply(importNo, { new: 4, leftOut: 2 })).status).toBe(200)
    return importNo
  }
  const readRows = async (importNo: number) => {
    const storedRows = await school.db
      .selectFrom('import_rows')
      .select(['row_no', 'cells', 'problems'])
      .where('import_no', '=', importNo)
      .orderBy('row_no')
      .execute()
    return storedRows.map(({ row_no, ...contents }) => ({
      rowNo: row_no,
      isEmpty: JSON.stringify(contents) === '{"cells":[],"problems":[]}',
    }))
  }

  it('are erased with the child whom they name if they were refused or left out, in ended and open imports', async () => {
    const rollNo = await admit(admin, { financialData: { receivedNow: 7500 } })
    const [ended, open] = [await applyImport(), (await bring(leftOut)).importNo]
    await admin.post(`/admissions/removeStudent/${rollNo}`, { leave: true })
    await goTo('2027-11-03')
    await admin.post(`/finances/saveCampusRules/${campus}`, { keepYears: 1 })
    expect((await admin.post(`/admissions/eraseRecords/${campus}`, { rollNos: [rollNo] })).status).toBe(200)
    const expected = [
      { rowNo: 6, isEmpty: true },
      { rowNo: 7, isEmpty: false },
    ]
    expect((await readRows(ended)).slice(-2)).toEqual(expected)
    expect(await readRows(open)).toEqual(expected)
  })

  it('are also erased if they lack or misspell a name of the child, as is the data about the child in other rows', async () => {
    const rollNo = await admit(admin, { financialData: { receivedNow: 7500 } })
    await school.db
      .updateTable('students')
      .set({ old_number: 'A-77', father_home_phone: '0300-7654321' })
      .where('roll_no', '=', rollNo)
      .execute()
    const { importNo } = await bring([
      aRow(2, { rollNo: 'x', studentName: 'Ayesha Khan', fatherName: '', fatherHomePhone: '03007654321' }),
      aRow(3, { rollNo: 'a 77', studentName: 'Aysha Khan' }),
      aRow(4, { rollNo: 'A-77', studentName: '', fatherName: '', fatherHomePhone: '0300 7654321' }),
      aRow(5, { rollNo: String(rollNo), studentName: 'Bilal Shah', fatherName: 'Nadeem Shah' }),
    ])
    const before = await readRows(importNo)
    expect(before.map(({ isEmpty }) => isEmpty)).toEqual([false, false, false, false])
    const readOtherRow = () =>
      school.db
        .selectFrom('import_rows')
        .select(['cells', 'problems'])
        .where('import_no', '=', importNo)
        .where('row_no', '=', 5)
        .executeTakeFirstOrThrow()
    expect(JSON.stringify(await readOtherRow())).toContain('Ayesha Khan')
    await admin.post(`/admissions/removeStudent/${rollNo}`, { leave: true })
    await goTo('2027-11-03')
    await admin.post(`/finances/saveCampusRules/${campus}`, { keepYears: 1 })
    expect((await admin.post(`/admissions/eraseRecords/${campus}`, { rollNos: [rollNo] })).status).toBe(200)
    expect((await readRows(importNo)).map(({ isEmpty }) => isEmpty)).toEqual([true, true, true, false])
    expect(JSON.stringify(await readOtherRow())).toContain('Bilal Shah')
    expect(JSON.stringify(await readOtherRow())).not.toContain('Ayesha')
  })

  it('are kept for 30 days if they did not become a record', async () => {
    const importNo = await applyImport()
    await goTo('2026-12-02')
    await deleteExpired(school.db, school.now)
    expect(await readRows(importNo)).toHaveLength(6)
    school.now = new Date(school.now.getTime() + 1000)
    await deleteExpired(school.db, school.now)
    expect((await readRows(importNo)).map(({ rowNo }) => rowNo)).toEqual([2, 3, 4, 5])
  })

  it('are deleted with an import that was not applied within 30 days of its start', async () => {
    const { importNo } = await start(fourRows)
    await goTo('2026-12-03')
    await deleteExpired(school.db, school.now)
    expect(await readRows(importNo)).toEqual([])
    const reply = await admin.get(`/imports/one/${campus}/${importNo}`)
    expect(replyOf(findImport, reply.body).import.state).toBe('expired')
    for (const answer of [await check(importNo), await apply(importNo, { new: 4 })]) {
      expect(answer.body).toMatchObject({ code: 'import-ended' })
    }
  })
})

describe('the record of a child whose data were erased', async () => {
  const school = await useSchool()

  it('keeps no personal text in any column', async () => {
    const desk = await school.as('desk@main.test')
    await admit(desk, { financialData: { receivedNow: 7500 } })
    const studentData = { ...anAdmission().studentData, rollNo: 1, address: 'House 9' }
    await desk.post('/admissions/editAdmission', { studentData })
    await desk.post('/admissions/removeStudent/1', { leave: true })
    const { rows: columns } = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = 'students'::regclass and atttypid = 'text'::regtype
        and attnum > 0 and attgenerated = '' and attname not in ('campus', 'admitted_by')`.execute(school.db)
    const marked = columns.map(({ name }) => sql`${sql.ref(name)} = ${`own ${name}`}`)
    await sql`update students set ${sql.join(marked)}`.execute(school.db)
    school.now = new Date('2027-11-22T09:00:00+05:00')
    const admin = await school.as('admin@main.test')
    await admin.post(`/finances/saveCampusRules/${campus}`, { keepYears: 1 })
    expect((await admin.post(`/admissions/eraseRecords/${campus}`, { rollNos: [1] })).status).toBe(200)
    const record = await school.db.selectFrom('students').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(record)).not.toContain('own ')
    expect(record).toMatchObject({ date_of_birth: expect.stringMatching(/-01-01$/), old_number: '' })
  })
})
