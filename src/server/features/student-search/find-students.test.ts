import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findStudents } from '#contract/student-search.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

type StudentFound = ReturnType<typeof replyOf<typeof findStudents>>['students'][number]

const path = '/admissions/findStudents/Main%20Campus'

describe('finding a student while typing', () => {
  let school: TestSchool
  let desk: Caller

  const find = async (typed: string): Promise<StudentFound[]> => {
    const { status, body } = await desk.post(path, { typed })
    expect(status).toBe(200)
    return replyOf(findStudents, body).students
  }
  const findNames = async (typed: string) => (await find(typed)).map(({ studentName }) => studentName)
  const findRollNos = async (typed: string) => (await find(typed)).map(({ rollNo }) => rollNo)

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    const students: readonly Record<string, string>[] = [
      { studentName: 'Ayesha Khan', fatherName: 'Imran Khan', fatherCnic: '35202-1234567-1' },
      { studentName: 'Khadija Noor', fatherName: 'Ayub Noor', fatherHomePhone: '0321-7654321' },
      { studentName: 'Khalid Mehmood', fatherName: 'Ali Mehmood', telephone: '+92 333 5550001' },
      { studentName: 'José Álvarez', fatherName: "Sean O'Brien", fatherOfficePhone: '042-35761234' },
      { studentName: 'عائشہ خان', fatherName: 'عمران خان' },
      { studentName: 'علي كريم', fatherName: 'آصف كريم' },
      { studentName: 'Bilal Ahmed', fatherName: 'Ayesha-Gul Ahmed' },
      { studentName: 'Zaid Left', fatherName: 'Imran Khan' },
      { studentName: 'Zaid Graduated', fatherName: 'Imran Khan', studentClass: '10' },
      { studentName: 'Zaid Stays', fatherName: 'Imran Khan' },
      { studentName: '100% Percent_', fatherName: 'Back\\Slash' },
      ...Array.from({ length: 12 }, (_, index) => ({
        studentName: `Twin ${String.fromCodePoint(65 + ((index * 5) % 12))}`,
        fatherName: 'Yusuf Twin',
        fatherHomePhone: '0345-9990000',
      })),
    ]
    for (const studentData of students) await admit(desk, { studentData })
    await school.db
      .updateTable('students')
      .set({ state: 'removed', left_on: '2026-11-01' })
      .where('roll_no', '=', 8)
      .execute()
    await school.db
      .updateTable('students')
      .set({ state: 'graduated', left_on: '2026-11-01' })
      .where('roll_no', '=', 9)
      .execute()
    await admit(await school.as('office@city.test'), { studentData: { studentName: 'Zaid of City' } })
  }, 60_000)
  afterAll(async () => school[Symbol.asyncDispose]())

  it('returns enough to recognise each student', async () => {
    expect(await find('1')).toHaveLength(10)
    expect((await find('Ayesha K'))[0]).toEqual({
      rollNo: 1,
      studentName: 'Ayesha Khan',
      fatherName: 'Imran Khan',
      studentClass: '5',
      section: 'Red',
      fatherHomePhone: '0300-1234567',
      fatherCnic: '35202-1234567-1',
      state: 'active',
      latestVoucher: { voucherNo: '5Red1adm', netBalance: 0, dueSince: null },
    })
  })

  it('lists an exact roll number before roll numbers that begin with it', async () => {
    expect(await findRollNos('2')).toEqual([2, 20, 21, 22, 23])
    expect(await findRollNos('23')).toEqual([23])
    expect(await findRollNos('8')).toEqual([8])
    expect(await findRollNos('999')).not.toContain(9)
  })

  it.each([
    ['a CNIC', '35202-1234567-1', 1],
    ['a CNIC without dashes', '3520212345671', 1],
    ['a part of a CNIC', '202123', 1],
    ["the father's phone", '0321-7654321', 2],
    ["the father's phone without a dash", '03217654321', 2],
    ["the mother's phone in national format", '0333 5550001', 3],
    ["the mother's phone in international format", '+923335550001', 3],
    ['an office number', '35761', 4],
    ['a phone in Urdu digits', '۰۳۲۱۷۶۵۴۳۲۱', 2],
  ])('finds the student by %s', async (_, typed, rollNo) => {
    expect(await findRollNos(typed)).toEqual([rollNo])
  })

  it('treats two digits as a roll number, not as part of a phone, and does not join the numbers of two fields', async () => {
    expect(await findRollNos('76')).toEqual([])
    expect(await findRollNos('43210300')).toEqual([])
  })

  it('matches each typed word with the start of a word in either name, in any case and order', async () => {
    expect(await findNames('khan aye')).toEqual(['Ayesha Khan'])
    expect(await findNames('AYESHA')).toEqual(['Ayesha Khan', 'Bilal Ahmed'])
    expect(await findNames('noor kha')).toEqual(['Khadija Noor'])
    expect(await findNames('ayesha nobody')).toEqual([])
  })

  it('lists a match inside a word after a match at the start of a word', async () => {
    expect(await findNames('kha')).toEqual([
      'Khadija Noor',
      'Khalid Mehmood',
      'Ayesha Khan',
      'Zaid Stays',
      'Zaid Graduated',
      'Zaid Left',
    ])
    expect(await findNames('ali')).toEqual(['Khalid Mehmood'])
    expect(await findNames('lal')).toEqual(['Bilal Ahmed'])
  })

  it('matches a single letter with the start of a word', async () => {
    expect(await findNames('b')).toEqual(['Bilal Ahmed', '100% Percent_', 'Twin B'])
    expect(await findNames('z k')).toEqual(['Zaid Stays', 'Zaid Graduated', 'Zaid Left'])
  })

  it.each([
    ['jose alv', 'José Álvarez'],
    ['JOSÉ', 'José Álvarez'],
    ['obrien', 'José Álvarez'],
    ['o’brien', 'José Álvarez'],
    ['gul bilal', 'Bilal Ahmed'],
    ['عائشہ', 'عائشہ خان'],
    ['عمران', 'عائشہ خان'],
    ['علی', 'علي كريم'],
    ['کریم', 'علي كريم'],
    ['اصف', 'علي كريم'],
  ])('matches %s with %s in spite of accents, quotes and keyboards', async (typed, name) => {
    expect(await findNames(typed)).toEqual([name])
  })

  it('lists active students first, then those who left or graduated, with their state', async () => {
    expect((await find('zaid')).map(({ studentName, state }) => [studentName, state])).toEqual([
      ['Zaid Stays', 'active'],
      ['Zaid Graduated', 'graduated'],
      ['Zaid Left', 'removed'],
    ])
    expect(await find('8')).toMatchObject([{ state: 'removed' }])
  })

  it('returns at most ten students, always the same ones in the same order', async () => {
    const twins = await findNames('twin')
    expect(twins).toEqual('ABCDEFGHIJ'.split('').map((letter) => `Twin ${letter}`))
    expect(await findNames('twin')).toEqual(twins)
    expect(await findRollNos('0345')).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20, 21])
  })

  it.each(['%', '_', '\\', "'", '% %', '() --', '\ufdfa', 'a'.repeat(120), '9'.repeat(120)])(
    'finds no student for %j',
    async (typed) => {
      expect(await find(typed)).toEqual([])
    },
  )

  it('treats punctuation as a separator, not as a wildcard', async () => {
    expect(await findNames('100%')).toEqual([])
    expect(await findNames('percent_100%')).toEqual(['100% Percent_'])
    expect(await findNames('slash\\back')).toEqual(['100% Percent_'])
  })

  it.each([
    ['longer than a name', 'a'.repeat(121)],
    ['with a character that no name can hold', 'Ali\u0000'],
  ])('refuses a text %s', async (_, typed) => {
    expect(await desk.post(path, { typed })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'typed' }] },
    })
  })

  it('finds no student of another campus, and is refused for another campus', async () => {
    const city = await school.as('office@city.test')
    const { body } = await city.post('/admissions/findStudents/City%20Campus', { typed: 'zaid' })
    expect(body).toMatchObject({ msg: 'Student found', students: [{ studentName: 'Zaid of City' }] })
    expect(await city.post(path, { typed: 'zaid' })).toMatchObject({
      status: 403,
      body: { code: 'other-campus' },
    })
    expect((await desk.post(path, { typed: 'city' })).body).toEqual({
      msg: 'Student not found',
      students: [],
    })
  })

  it('shows the latest voucher and its balance, even after a part payment', async () => {
    const before = (await find('1')).find(({ rollNo }) => rollNo === 1)
    expect(before?.latestVoucher).toEqual({ voucherNo: '5Red1adm', netBalance: 0, dueSince: null })
    await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-12-01' })
    await desk.post('/finances/postVouchers/Main%20Campus/12')
    await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202612', {
      receivedAmount: 1500,
    })
    const after = (await find('1')).find(({ rollNo }) => rollNo === 1)
    expect(after?.latestVoucher).toEqual({
      voucherNo: '5Red1-202612',
      netBalance: 3000,
      dueSince: '2026-12-01',
    })
  })

  it('finds the student of a voucher number in upper or lower case', async () => {
    for (const typed of ['5Red2adm', '5rED2ADM', ' 5red2adm ']) expect(await findRollNos(typed)).toEqual([2])
    expect(await findRollNos('5Red999adm')).toEqual([])
  })

  it('finds a name of the greatest length with unusual characters', async () => {
    const odd = '\ufdfa'.repeat(120)
    desk = await school.as('desk@main.test')
    const rollNo = await admit(desk, { studentData: { studentName: odd, fatherName: '𠮷'.repeat(60) } })
    expect(await findRollNos('𠮷')).toEqual([rollNo])
  })

  it('finds a corrected name at once', async () => {
    await school.db
      .updateTable('students')
      .set({ student_name: 'Renamed Child' })
      .where('roll_no', '=', 7)
      .execute()
    expect(await findNames('renamed')).toEqual(['Renamed Child'])
    expect(await findNames('bilal')).toEqual([])
  })
})
