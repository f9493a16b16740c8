// The lists of students by rule: at school, admitted or left, in debt.

import { agedDebt } from '#domain/ageing.ts'
import { firstOfMonth, monthOf } from '#domain/calendar.ts'
import { missingFields } from '#domain/student.ts'
import type { admissionList } from '#reports/admission-report.ts'
import type { ageingList } from '#reports/ageing.ts'
import type { studentList } from '#reports/student-list.ts'
import {
  debtOf,
  found,
  inSchoolOrder,
  isBetween,
  isOf,
  lastPosted,
  ofStudent,
  validIn,
  type BookRows,
  type ByRule,
  type Filters,
  type RowIn,
  type Student,
} from './book-rows.ts'

const briefOf = (student: Student) => ({
  rollNo: student.roll_no,
  studentName: student.student_name,
  fatherName: student.father_name,
  studentClass: student.student_class,
  section: student.section,
})

const monthOfDay = ({ today }: BookRows): string => firstOfMonth(monthOf(today))

/** Returns this month's fee and discount by the last change that already applies, or else by the admission. */
export function feesOf(books: BookRows, rollNo: number): Pick<RowIn<'fees'>, 'monthly_fee' | 'discount'> {
  const [admissionFees] = ofStudent(books.fees, rollNo)
  const changes = ofStudent(books.feeChanges, rollNo)
    .filter(({ superseded, from_month }) => !superseded && from_month <= monthOfDay(books))
    .toSorted((one, other) => (one.from_month < other.from_month ? -1 : 1))
  return found(changes.at(-1) ?? admissionFees, `fee of ${rollNo}`)
}

const lacksSomething = (student: Student): boolean =>
  missingFields({
    dateOfBirth: (student.date_of_birth ?? '') as '',
    placeOfBirth: student.place_of_birth,
    gender: student.gender ?? '',
    religion: student.religion,
    fatherHomePhone: student.father_home_phone,
  }).length > 0

/** Lists the students at school with their fee and balance. */
export function studentsByRule(books: BookRows, { studentClass, section, records }: Filters) {
  const rows = books.students
    .filter(({ state }) => state === 'active')
    .filter((student) => isOf(studentClass, student.student_class) && isOf(section, student.section))
    .filter((student) => records !== 'incomplete' || lacksSomething(student))
    .map((student): ByRule<typeof studentList> => {
      const { balance, unpaid, dueSince } = debtOf(books, validIn(books), student.roll_no)
      const { monthly_fee, discount } = feesOf(books, student.roll_no)
      return {
        ...briefOf(student),
        fatherHomePhone: student.father_home_phone,
        admissionDate: student.admission_date,
        netMonthlyFee: monthly_fee - discount,
        balance,
        dueSince,
        monthsOwed: unpaid.length,
      }
    })
  return inSchoolOrder(rows)
}

/** Lists the students who were admitted to the class, or left it, between the dates. */
export function admissionsByRule(books: BookRows, filters: Filters) {
  const { dataType, selectedClass, selectedSection } = filters
  const rows = books.students
    .filter(({ section }) => isOf(selectedSection, section))
    .map((student): ByRule<typeof admissionList> => {
      const isRemoved = student.state !== 'active'
      return {
        ...briefOf(student),
        admissionDate: student.admission_date,
        admissionClass: student.admission_class,
        isRemoved,
        state: student.state,
        removalDate: student.left_on,
        admittedInRange:
          dataType !== 'removals' &&
          isOf(selectedClass, student.admission_class) &&
          isBetween(student.admission_date, filters),
        removedInRange:
          dataType !== 'admissions' &&
          student.left_on !== null &&
          isOf(selectedClass, student.student_class) &&
          isBetween(student.left_on, filters),
      }
    })
  return inSchoolOrder(
    rows.filter(({ admittedInRange, removedInRange }) => admittedInRange || removedInRange),
  )
}

/** Lists the students who owe, in the class of their last posted voucher. */
export function ageingByRule(books: BookRows, { studentClass, section }: Filters) {
  const valid = validIn(books)
  const rows = books.students.flatMap((student) => {
    const { owed, unpaid, dueSince } = debtOf(books, valid, student.roll_no)
    const last = lastPosted(valid, student.roll_no)
    if (owed === 0 || !last) return []
    const row: ByRule<typeof ageingList> = {
      rollNo: student.roll_no,
      studentName: student.student_name,
      studentClass: last.student_class,
      section: last.section,
      months: unpaid.length,
      dueSince,
      ...agedDebt(unpaid, books.today),
      owed,
    }
    return isOf(studentClass, last.student_class) && isOf(section, last.section) ? [row] : []
  })
  return inSchoolOrder(rows)
}
