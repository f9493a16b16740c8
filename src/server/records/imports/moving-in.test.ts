import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CalendarDate } from '#domain/calendar.ts'
import { noOneTimeFees } from '#domain/fee.ts'
import type { StudentRecord } from '#domain/student.ts'
import { day, rs } from '#test/builders.ts'
import { asAdmin, startImport } from '#test/moving-in.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { admitMany, bringInBalances } from './moving-in.ts'

const campus = 'Main Campus'
const asOf: CalendarDate = day('2026-10-31')

const record = (studentName: string): StudentRecord => ({
  admissionDate: day('2024-04-01'),
  studentName,
  fatherName: 'Imran Khan',
  dateOfBirth: day('2015-02-03'),
  placeOfBirth: 'Lahore',
  gender: 'male',
  religion: 'Islam',
  address: '',
  fatherCnic: '',
  fatherOccupation: '',
  fatherHomePhone: '0300-1234567',
  fatherOfficePhone: '',
  telephone: '',
  fatherEmail: '',
  studentClass: '5',
  section: 'Red',
})

const student = (rollNo: number, oldNumber = '') => ({
  rollNo,
  oldNumber,
  record: record(`Student ${rollNo}`),
  monthlyFee: rs(5000),
  discount: rs(500),
})

describe('imported students and balances', () => {
  let school: TestSchool

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
  })

  it('are inserted with their fees, and move the counter of roll numbers to the greatest number', async () => {
    await asAdmin(school, campus, async (scope) => {
      const importNo = await startImport(scope, 'students')
      await admitMany(scope, [student(1023, 'A-1023/19'), student(7)], importNo)
    })
    const students = await school.db.selectFrom('students').selectAll().orderBy('roll_no').execute()
    expect(students).toMatchObject([
      { roll_no: 7, admission_no: 7, old_number: '', import_no: 1, state: 'active' },
      { roll_no: 1023, admission_class: '5', old_number: 'A-1023/19', admitted_by: 'admin@main.test' },
    ])
    expect(await school.db.selectFrom('fees').selectAll().orderBy('roll_no').execute()).toMatchObject([
      {
        roll_no: 7,
        monthly_fee: rs(5000),
        discount: rs(500),
        registration_fee: noOneTimeFees.registrationFee,
      },
      { roll_no: 1023 },
    ])
    const counter = await school.db
      .selectFrom('counters')
      .select('last')
      .where('campus', '=', campus)
      .where('counter', '=', 'roll number')
      .executeTakeFirst()
    expect(counter).toEqual({ last: 1023 })
  })

  it('get an opening voucher, unless the balance is zero', async () => {
    const holder = { studentClass: '5', section: 'Red' } as const
    await asAdmin(school, campus, async (scope) => {
      const importNo = await startImport(scope, 'students')
      await admitMany(scope, [student(1), student(2), student(3)], importNo)
      const balances = [rs(7500), rs(0), rs(-3000)].map((balance, index) => ({
        rollNo: index + 1,
        ...holder,
        balance,
      }))
      await bringInBalances(scope, balances, asOf)
    })
    const vouchers = await school.db.selectFrom('vouchers').selectAll().orderBy('roll_no').execute()
    expect(vouchers).toMatchObject([
      {
        voucher_no: '5Red1open',
        chain_no: 1,
        kind: 'opening',
        month: 10,
        year: 2026,
        issue_date: asOf,
        due_date: asOf,
        period_from: '2026-10-01',
        period_to: asOf,
        amount: 0,
        arrears: rs(7500),
        net_balance: rs(7500),
        posted: true,
        fee_paid: false,
        run_no: null,
        note: 'Opening balance as of 31 Oct 2026',
      },
      { voucher_no: '5Red3open', net_balance: rs(-3000), fee_paid: true },
    ])
  })

  it('can be inserted by the thousand', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => student(index + 1))
    await asAdmin(school, campus, async (scope) => {
      const importNo = await startImport(scope, 'students')
      await admitMany(scope, rows, importNo)
      await bringInBalances(
        scope,
        rows.map(({ rollNo }) => ({ rollNo, studentClass: '5', section: 'Red', balance: rs(rollNo) })),
        asOf,
      )
    })
    expect(await school.db.selectFrom('vouchers').select('voucher_no').execute()).toHaveLength(2000)
  })
})
