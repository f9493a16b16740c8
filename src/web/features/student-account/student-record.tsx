import type { StudentReply } from '#contract/student.ts'
import { formatDate } from '#domain/calendar.ts'
import { isContactField } from '#domain/contacts.ts'
import { canSeeContacts } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { fieldLabel } from '#web/kit/field-label.ts'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { Text, Title } from '@mantine/core'

const fields = [
  'admissionNo',
  'registrationNo',
  'admissionDate',
  'admissionClass',
  'dateOfBirth',
  'placeOfBirth',
  'gender',
  'religion',
  'fatherHomePhone',
  'telephone',
  'fatherOfficePhone',
  'fatherCnic',
  'fatherOccupation',
  'fatherEmail',
  'address',
] as const satisfies readonly (keyof StudentReply)[]

type RecordedField = (typeof fields)[number]

const textOf = (field: RecordedField, student: StudentReply): string =>
  field === 'admissionDate' || field === 'dateOfBirth' ? formatDate(student[field]) : String(student[field])

const factOf = (field: RecordedField, student: StudentReply): Fact => ({
  label: fieldLabel(field),
  value: textOf(field, student),
  wide: field === 'address',
})

/** What the office has written down of a child; without the contact fields for a role that may not see them. */
export function StudentRecord({ student }: { readonly student: StudentReply }) {
  const seesContacts = canSeeContacts(useStaff().role)
  const shown = fields.filter((field) => seesContacts || !isContactField(field))
  return (
    <section className="student-record" aria-labelledby="student-record">
      <Title order={2} id="student-record" mb={4}>
        Record
      </Title>
      <Facts laidOut="pairs" facts={shown.map((field) => factOf(field, student))} />
      {!seesContacts && (
        <Text size="xs" c="dimmed" mt={6}>
          Contact details are shown to office staff only.
        </Text>
      )}
    </section>
  )
}
