import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { getAccount } from '#test/student-accounts.ts'

describe("a student's family", () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    school.now = new Date('2026-11-01T09:00:00+05:00')
    desk = await school.as('desk@main.test')
  })

  const addChild = (studentData: Record<string, unknown>, caller = desk) =>
    admit(caller, { studentData, financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
  const familyOf = async (rollNo: number, caller = desk) => (await getAccount(caller, rollNo)).family
  const rollNumbersOf = async (rollNo: number) => (await familyOf(rollNo)).map((member) => member.rollNo)

  it("lists the other children with the father's CNIC in any format, with class and balance, to every role", async () => {
    const first = await addChild({ fatherCnic: '35202-1234567-1', fatherHomePhone: '0300-1111111' })
    const second = await addChild({
      studentName: 'Eman Khan',
      fatherName: 'I. Khan',
      studentClass: '4',
      section: 'Pink',
      fatherCnic: '3520212345671',
      fatherHomePhone: '0300-2222222',
    })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    const eman = {
      rollNo: second,
      studentName: 'Eman Khan',
      studentClass: '4',
      section: 'Pink',
      balance: 4500,
      dueSince: '2026-11-11',
    }
    expect(await familyOf(first)).toEqual([eman])
    expect(await familyOf(first, await school.as('viewer@main.test'))).toEqual([eman])
    expect(await rollNumbersOf(second)).toEqual([first])
  })

  it("compares phone and father's name only if a CNIC is missing", async () => {
    const noCnic = await addChild({ fatherCnic: '', fatherHomePhone: '+92 300 1234567' })
    const oneCnic = await addChild({ fatherCnic: '35202-1234567-1', fatherHomePhone: '0300-1234567' })
    const otherCnic = await addChild({ fatherCnic: '35202-7654321-9', fatherHomePhone: '0300-1234567' })
    const otherFather = await addChild({ fatherCnic: '', fatherName: 'Asif', fatherHomePhone: '03001234567' })
    expect(await rollNumbersOf(noCnic)).toEqual([oneCnic, otherCnic])
    expect(await rollNumbersOf(oneCnic)).toEqual([noCnic])
    expect(await rollNumbersOf(otherFather)).toEqual([])
  })

  it('ignores values that do not identify a family: zeros, short numbers, and numbers that many children share', async () => {
    const zeros = { fatherCnic: '00000-0000000-0', fatherHomePhone: '0000-0000000' }
    const first = await addChild(zeros)
    await addChild(zeros)
    const short = await addChild({ fatherCnic: '35202', fatherHomePhone: '12345' })
    await addChild({ fatherCnic: '35202', fatherHomePhone: '12345' })
    expect(await rollNumbersOf(first)).toEqual([])
    expect(await rollNumbersOf(short)).toEqual([])
    const shared = { fatherCnic: '12345-6789012-3' }
    const sharingChild = await addChild(shared)
    for (let count = 0; count < 11; count += 1) await addChild(shared)
    expect(await familyOf(sharingChild)).toHaveLength(11)
    await addChild(shared)
    expect(await familyOf(sharingChild)).toEqual([])
  })

  it('omits students who left without dues, and children of another campus', async () => {
    const shared = { fatherCnic: '35202-1234567-1' }
    const first = await addChild(shared)
    const second = await addChild(shared)
    await addChild(shared, await school.as('office@city.test'))
    expect(await rollNumbersOf(first)).toEqual([second])
    expect((await desk.post(`/admissions/removeStudent/${second}`, {})).status).toBe(200)
    expect(await rollNumbersOf(first)).toEqual([])
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await school.db
      .updateTable('students')
      .set({ state: 'graduated', left_on: '2026-11-20' })
      .where('campus', '=', 'Main Campus')
      .where('roll_no', '=', first)
      .execute()
    expect(await familyOf(second)).toMatchObject([{ rollNo: first, balance: 4500 }])
  })
})
