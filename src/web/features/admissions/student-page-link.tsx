import { StudentLink } from '#web/kit/student-link.tsx'

/** Leads to the page of the student in sight; what is typed is found again on the way back. */
export const StudentPageLink = ({ rollNo }: { readonly rollNo: number | undefined }) =>
  rollNo !== undefined && <StudentLink rollNo={rollNo}>Page of this student</StudentLink>
