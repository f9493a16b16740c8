import { classes, sections, type SchoolClass, type Section } from '#domain/school.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { StudentLink } from './student-link.tsx'

interface Named {
  readonly rollNo: number
  readonly studentName: string
}

/** Who a row is about: the name leads to the student's page, class and section sort in the school's order (spec 3.lists). */
export const studentColumns = {
  rollNo: {
    key: 'rollNo',
    heading: 'Roll No.',
    width: 88,
    figures: true,
    cell: ({ rollNo }: Named) => rollNo,
    sortBy: ({ rollNo }: Named) => rollNo,
  },
  studentName: {
    key: 'studentName',
    heading: 'Student Name',
    width: 170,
    wraps: true,
    cell: ({ rollNo, studentName }: Named) => <StudentLink rollNo={rollNo}>{studentName}</StudentLink>,
    sortBy: ({ studentName }: Named) => studentName.toLocaleLowerCase(),
  },
  fatherName: {
    key: 'fatherName',
    heading: 'Father Name',
    width: 170,
    wraps: true,
    cell: ({ fatherName }: { readonly fatherName: string }) => <bdi>{fatherName}</bdi>,
    sortBy: ({ fatherName }: { readonly fatherName: string }) => fatherName.toLocaleLowerCase(),
  },
  studentClass: {
    key: 'studentClass',
    heading: 'Class',
    width: 94,
    cell: ({ studentClass }: { readonly studentClass: SchoolClass }) => studentClass,
    sortBy: ({ studentClass }: { readonly studentClass: SchoolClass }) => classes.indexOf(studentClass),
  },
  section: {
    key: 'section',
    heading: 'Section',
    width: 80,
    cell: ({ section }: { readonly section: Section }) => section,
    sortBy: ({ section }: { readonly section: Section }) => sections.indexOf(section),
  },
} as const satisfies Record<string, Column<never>>
