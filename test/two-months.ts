import { goToDay, septemberFeePeriod, type OfficeDay } from './dated-payments.ts'
import { admit, generateAndPost, type TestSchool } from './school.ts'

export interface PaidOctober {
  readonly amount: number
  readonly how?: Record<string, unknown>
  readonly studentName?: string
}

/** A student with two vouchers of 4,500. */
export interface TwoMonths {
  readonly rollNo: number
  /** The receipt of the payment for October. */
  readonly receiptNo: number
  readonly october: string
  readonly november: string
}

/** Admits students who owe 4,500 for October, of which some is paid on the 20th, and for November; ends on the 22nd. */
export async function setUpTwoMonths<Name extends string>(
  school: TestSchool,
  paid: Readonly<Record<Name, PaidOctober>>,
): Promise<{ day: OfficeDay; students: Record<Name, TwoMonths> }> {
  const { desk } = await goToDay(school, '2026-10-05')
  const students = {} as Record<Name, TwoMonths> // filled below
  const names = Object.keys(paid) as Name[] // its own keys
  for (const name of names) {
    const { studentName = 'Ayesha Khan' } = paid[name]
    const studentData = { admissionDate: '2026-09-01', studentName }
    const rollNo = await admit(desk, { studentData, ...septemberFeePeriod })
    const months = { october: `5Red${rollNo}-202610`, november: `5Red${rollNo}-202611` }
    students[name] = { rollNo, receiptNo: 0, ...months }
  }
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  const { pay } = await goToDay(school, '2026-10-20')
  for (const name of names) {
    const { body } = await pay(students[name].october, paid[name].amount, paid[name].how)
    students[name] = { ...students[name], receiptNo: Number(body['receiptNo']) }
  }
  await generateAndPost((await goToDay(school, '2026-11-02')).desk, 'Main Campus', '2026-11-01')
  return { day: await goToDay(school, '2026-11-22'), students }
}
