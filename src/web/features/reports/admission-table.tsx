import { formatDate } from '#domain/calendar.ts'
import { admissionHeadings } from '#domain/report-columns.ts'
import { classes } from '#domain/school.ts'
import { studentColumns } from '#web/parts/student-columns.tsx'
import { studentStateWords } from '#web/parts/student-state-words.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import type { ReportedStudent } from './admissions-by-class.ts'

/** `Left on 3 Nov 2026`; '' of who is at school. */
const removal = ({ state, removalDate }: ReportedStudent): string =>
  removalDate === null ? '' : `${studentStateWords[state]} on ${formatDate(removalDate)}`

const columns: readonly Column<ReportedStudent>[] = [
  { ...studentColumns.rollNo, pinned: true },
  studentColumns.studentName,
  studentColumns.fatherName,
  studentColumns.studentClass,
  studentColumns.section,
  {
    key: 'admissionDate',
    heading: admissionHeadings.admissionDate,
    width: 120,
    cell: ({ admissionDate }) => formatDate(admissionDate),
    sortBy: ({ admissionDate }) => admissionDate,
  },
  {
    key: 'admissionClass',
    heading: admissionHeadings.admissionClass,
    width: 120,
    cell: ({ admissionClass }) => admissionClass,
    sortBy: ({ admissionClass }) => classes.indexOf(admissionClass),
  },
  {
    key: 'removed',
    heading: admissionHeadings.removed,
    width: 190,
    cell: removal,
    sortBy: ({ removalDate }) => removalDate ?? '',
  },
]

const keyOf = ({ rollNo }: ReportedStudent): string => String(rollNo)

interface Props {
  readonly heading: string
  readonly students: readonly ReportedStudent[]
}

/** The students of a report by name. */
export const AdmissionTable = ({ heading, students }: Props) => (
  <DataTable label={heading} columns={columns} rows={students} rowKey={keyOf} />
)
