import type { CalendarDate } from '#domain/calendar.ts'
import type { StateAfter, StudentRecord, StudentState } from '#domain/student.ts'
import type { SchoolClass } from '#domain/school.ts'
import { sql } from 'kysely'
import type { Scope } from './scope.ts'

/** A child of the campus, with numbers and state. */
export interface Student extends StudentRecord {
  readonly rollNo: number
  readonly admissionNo: number
  readonly registrationNo: number
  readonly admissionClass: SchoolClass
  readonly state: StudentState
  /** The day of leaving or graduating; null while at school. */
  readonly leftOn: CalendarDate | null
  /** The day of the last promotion; null where there was none. */
  readonly promotedOn: CalendarDate | null
}

/** A student's columns as they are told, but for dates, which the tables' types have as text. */
export const studentColumns = [
  'roll_no as rollNo',
  'admission_no as admissionNo',
  'registration_no as registrationNo',
  'student_name as studentName',
  'father_name as fatherName',
  'place_of_birth as placeOfBirth',
  'gender',
  'religion',
  'address',
  'father_cnic as fatherCnic',
  'father_occupation as fatherOccupation',
  'father_home_phone as fatherHomePhone',
  'father_office_phone as fatherOfficePhone',
  'telephone',
  'father_email as fatherEmail',
  'student_class as studentClass',
  'section',
  'admission_class as admissionClass',
  'state',
] as const

export const studentDates = [
  sql<CalendarDate>`s.admission_date`.as('admissionDate'),
  sql<CalendarDate>`s.date_of_birth`.as('dateOfBirth'),
  sql<CalendarDate | null>`s.left_on`.as('leftOn'),
  sql<CalendarDate | null>`s.promoted_on`.as('promotedOn'),
] as const

const rowOf = (student: StudentRecord) => ({
  admission_date: student.admissionDate,
  student_name: student.studentName,
  father_name: student.fatherName,
  date_of_birth: student.dateOfBirth,
  place_of_birth: student.placeOfBirth,
  gender: student.gender,
  religion: student.religion,
  address: student.address,
  father_cnic: student.fatherCnic,
  father_occupation: student.fatherOccupation,
  father_home_phone: student.fatherHomePhone,
  father_office_phone: student.fatherOfficePhone,
  telephone: student.telephone,
  father_email: student.fatherEmail,
  student_class: student.studentClass,
  section: student.section,
})

export const studentRecords = ({ trx, campus, userId, now }: Scope) => ({
  async find(rollNo: number): Promise<Student | null> {
    const row = await trx
      .selectFrom('students as s')
      .select(studentColumns)
      .select(studentDates)
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .executeTakeFirst()
    return row ?? null
  },

  /** Holds a student, so that one student's money is moved by one call at a time; false where there is none. */
  async lock(rollNo: number): Promise<boolean> {
    const row = await trx
      .selectFrom('students')
      .select('roll_no')
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .forNoKeyUpdate()
      .executeTakeFirst()
    return row !== undefined
  },

  async save(rollNo: number, student: StudentRecord): Promise<void> {
    await trx
      .updateTable('students')
      .set(rowOf(student))
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .execute()
  },

  /** The child is at school no longer; nothing of it is deleted (decisions §4). */
  async leave(rollNo: number, state: StateAfter, leftOn: CalendarDate): Promise<void> {
    await trx
      .updateTable('students')
      .set({ state, left_on: leftOn })
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .execute()
  },

  /** Writes a new child down; admission, registration and roll number are the same number (spec §5). */
  async insert(rollNo: number, student: StudentRecord): Promise<void> {
    await trx
      .insertInto('students')
      .values({
        campus,
        roll_no: rollNo,
        admission_no: rollNo,
        registration_no: rollNo,
        ...rowOf(student),
        admission_class: student.studentClass,
        admitted_at: now,
        admitted_by: userId,
      })
      .execute()
  },
})
