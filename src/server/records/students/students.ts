import { z } from 'zod/mini'
import { voucher, type VoucherReply } from '#contract/voucher.ts'
import { fromWire } from '#contract/wire.ts'
import { firstOfMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { withoutContacts } from '#domain/contacts.ts'
import type { Fees } from '#domain/fee.ts'
import type { SchoolClass } from '#domain/school.ts'
import type { StateAfter, StudentRecord, StudentState } from '#domain/student.ts'
import { statement } from '#server/database/fast/statements.ts'
import { updateRows } from '#server/records/bulk-rows.ts'
import { feeColumns } from '#server/records/fees.ts'
import type { Scope } from '#server/records/scope.ts'
import { voucherColumns, type ChainedVoucher } from '#server/records/vouchers/voucher-values.ts'
import { voucherJsonText } from '#server/records/vouchers/vouchers-as-json.ts'

/** A student of the campus, with numbers and state. */
export interface Student extends StudentRecord {
  readonly rollNo: number
  readonly admissionNo: number
  readonly registrationNo: number
  readonly admissionClass: SchoolClass
  readonly state: StudentState
  /** The date of departure or graduation; null for an active student. */
  readonly leftOn: CalendarDate | null
  /** The day of the last promotion; null if there was none. */
  readonly promotedOn: CalendarDate | null
  /** The number on the school's papers from before the portal; empty if there is none. */
  readonly oldNumber: string
}

const columnOf = {
  rollNo: 'roll_no',
  admissionNo: 'admission_no',
  registrationNo: 'registration_no',
  studentName: 'student_name',
  fatherName: 'father_name',
  placeOfBirth: 'place_of_birth',
  gender: 'gender',
  religion: 'religion',
  address: 'address',
  fatherCnic: 'father_cnic',
  fatherOccupation: 'father_occupation',
  fatherHomePhone: 'father_home_phone',
  fatherOfficePhone: 'father_office_phone',
  telephone: 'telephone',
  fatherEmail: 'father_email',
  studentClass: 'student_class',
  section: 'section',
  admissionClass: 'admission_class',
  state: 'state',
  admissionDate: 'admission_date',
  dateOfBirth: 'date_of_birth',
  leftOn: 'left_on',
  promotedOn: 'promoted_on',
  oldNumber: 'old_number',
} as const satisfies Record<keyof Student, string>

/** The fields that are null if unknown; other unknown fields are empty text. */
const nullable: readonly string[] = ['dateOfBirth', 'gender'] satisfies readonly (keyof Student)[]

/** SQL: the columns of a student `s`, aliased to the field names. */
export const studentColumns = Object.entries(columnOf)
  .map(([name, column]) =>
    nullable.includes(name) ? `coalesce(s.${column}::text, '') as "${name}"` : `s.${column} as "${name}"`,
  )
  .join(', ')

/** SQL, as in index `incomplete_records`: true if a student's record lacks a field that an edit requires. */
export const isIncomplete = `(date_of_birth is null or gender is null or place_of_birth = '' or religion = ''
  or father_home_phone = '')`

const studentStatement = statement<Student>(
  `select ${studentColumns} from students s where s.campus = $1 and s.roll_no = $2`,
)

/** Returns a student's record as columns of the table. */
export const recordRow = (student: StudentRecord) => ({
  admission_date: student.admissionDate,
  student_name: student.studentName,
  father_name: student.fatherName,
  date_of_birth: student.dateOfBirth || null,
  place_of_birth: student.placeOfBirth,
  gender: student.gender || null,
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

/** Finds a student, active or not; contact fields are empty if the caller may not see them. */
export async function findStudent(
  { trx, campus, seesContacts }: Scope,
  rollNo: number,
): Promise<Student | null> {
  const [student] = await studentStatement(trx, [campus, rollNo])
  return student ? asSeen({ seesContacts }, student) : null
}

/** Locks a student, so that only one call at a time moves the student's money. Returns false if unknown. */
export async function lockStudent({ trx, campus }: Scope, rollNo: number): Promise<boolean> {
  const row = await trx
    .selectFrom('students')
    .select('roll_no')
    .where('campus', '=', campus)
    .where('roll_no', '=', rollNo)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export const updateStudents = (
  scope: Scope,
  students: readonly { readonly rollNo: number; readonly record: StudentRecord }[],
): Promise<void> =>
  updateRows(
    scope,
    'students',
    'roll_no',
    students.map(({ rollNo, record }) => ({ roll_no: rollNo, ...recordRow(record) })),
  )

/** Marks a student as left or graduated; nothing is deleted (decisions 4.states.kept). */
export async function saveDeparture(
  { trx, campus }: Scope,
  rollNo: number,
  state: StateAfter,
  leftOn: CalendarDate,
): Promise<void> {
  await trx
    .updateTable('students')
    .set({ state, left_on: leftOn })
    .where('campus', '=', campus)
    .where('roll_no', '=', rollNo)
    .execute()
}

/** Inserts a new student; admission, registration and roll number are the same number (spec 5.new-admission.numbers). */
export async function insertStudent(
  { trx, campus, userId, now }: Scope,
  rollNo: number,
  student: StudentRecord,
): Promise<void> {
  await trx
    .insertInto('students')
    .values({
      campus,
      roll_no: rollNo,
      admission_no: rollNo,
      registration_no: rollNo,
      ...recordRow(student),
      admission_class: student.studentClass,
      admitted_at: now,
      admitted_by: userId,
    })
    .execute()
}

type Caller = Pick<Scope, 'seesContacts'>

/** Withholds contact fields when rows are read, so that no handler or export can forget it. */
const asSeen = <T extends object>({ seesContacts }: Caller, record: T): T =>
  seesContacts ? record : withoutContacts(record)

/** SQL: a contact column of a student `s`; empty text if the caller may not see it. */
export const contactColumn = (
  { seesContacts }: Caller,
  column: 'father_cnic' | 'father_home_phone',
): string => (seesContacts ? `s.${column}` : `''`)

/** A student with fees and vouchers, read in one statement. */
export interface StudentWithFees {
  readonly student: Student
  readonly fees: Fees
  /** The last generated voucher, if any (decisions 3.books.latest). */
  readonly latest: ChainedVoucher | null
  /** The latest voucher if it can be re-priced (`voucherToReprice` of the domain). */
  readonly openVoucher: VoucherReply | null
}

const asJson = (columns: string, from = '') =>
  `(select to_json(found) from (select ${columns} ${from}) found)`

// SQL for `monthOfFees` of the domain.
const isOpen = `not v.fee_paid and v.kind <> 'opening'`
const openMonth = `case when ${isOpen} then make_date(v.year, v.month, 1) end`
const fees = `from fees_in_month(s.campus, s.roll_no, greatest($3::date, ${openMonth})) f`

interface FoundRow {
  readonly student: Student
  readonly fees: Fees
  readonly latest: ChainedVoucher | null
  readonly openVoucher: unknown
}

// One statement, because a parent waits at the counter; JSON, because the driver takes longer for many columns.
const withFeesStatement = statement<FoundRow>(`
  select ${asJson(studentColumns)} as student, ${asJson(feeColumns, fees)} as fees,
    case when v.voucher_no is not null then ${asJson(voucherColumns)} end as latest,
    case when ${isOpen} then (${voucherJsonText})::json end as "openVoucher"
  from students s left join latest_vouchers v on v.campus = s.campus and v.roll_no = s.roll_no
  where s.campus = $1 and s.roll_no = $2`)

export async function findStudentWithFees(
  { trx, campus, seesContacts, today }: Scope,
  rollNo: number,
): Promise<StudentWithFees | null> {
  const [row] = await withFeesStatement(trx, [campus, rollNo, firstOfMonth(monthOf(today))])
  if (!row) return null
  const { student, fees: charged, latest, openVoucher } = row
  return {
    student: asSeen({ seesContacts }, student),
    fees: charged,
    latest,
    openVoucher: fromWire(z.nullable(voucher), openVoucher),
  }
}
