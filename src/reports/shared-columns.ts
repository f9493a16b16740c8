import type { CalendarDate } from '#domain/calendar.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { notKnown } from '#domain/student.ts'
import type { Column } from './report.ts'

interface InClass {
  readonly rollNo: number
  readonly studentName: string
  readonly fatherName: string
  readonly studentClass: SchoolClass
  readonly section: Section
  /** Empty for the role `read`. */
  readonly fatherHomePhone: string
}

export const studentColumns = {
  rollNo: {
    key: 'rollNo',
    heading: 'Roll No.',
    kind: 'number',
    value: ({ rollNo }: Pick<InClass, 'rollNo'>) => rollNo,
    width: 56,
    fileWidth: 9,
  },
  studentName: {
    key: 'studentName',
    heading: 'Student Name',
    kind: 'student',
    value: (student: Pick<InClass, 'rollNo' | 'studentName'>) => student,
    width: 140,
    fileWidth: 28,
    wraps: true,
  },
  fatherName: {
    key: 'fatherName',
    heading: 'Father Name',
    kind: 'name',
    value: ({ fatherName }: Pick<InClass, 'fatherName'>) => fatherName,
    width: 140,
    fileWidth: 28,
    wraps: true,
  },
  studentClass: {
    key: 'studentClass',
    heading: 'Class',
    kind: 'class',
    value: ({ studentClass }: Pick<InClass, 'studentClass'>) => studentClass,
    width: 84,
    fileWidth: 12,
  },
  fatherHomePhone: {
    key: 'fatherHomePhone',
    heading: 'Father Phone Number',
    kind: 'code',
    value: ({ fatherHomePhone }: Pick<InClass, 'fatherHomePhone'>) => fatherHomePhone,
    blank: notKnown,
    width: 130,
    fileWidth: 18,
  },
  section: {
    key: 'section',
    heading: 'Section',
    kind: 'section',
    value: ({ section }: Pick<InClass, 'section'>) => section,
    width: 64,
    fileWidth: 9,
  },
} as const satisfies { readonly [Key in keyof InClass]: Column<InClass> }

export const monthsOwedColumn = {
  key: 'monthsOwed',
  heading: 'Months',
  kind: 'count',
  value: ({ monthsOwed }: { readonly monthsOwed: number }) => monthsOwed,
  width: 50,
  fileWidth: 8,
} as const satisfies Column<{ readonly monthsOwed: number }>

/** The earliest due date of a debt; null if nothing is owed. */
export const dueSinceColumn = {
  key: 'dueSince',
  heading: 'Due since',
  kind: 'due',
  value: ({ dueSince }: { readonly dueSince: CalendarDate | null }) => dueSince,
  width: 84,
  fileWidth: 13,
} as const satisfies Column<{ readonly dueSince: CalendarDate | null }>

export const voucherNoColumn = {
  key: 'voucherNo',
  heading: 'Voucher #',
  kind: 'code',
  value: ({ voucherNo }: { readonly voucherNo: string }) => voucherNo,
  width: 130,
  fileWidth: 20,
} as const satisfies Column<{ readonly voucherNo: string }>
