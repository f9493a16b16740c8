import type { StudentOnWire } from '#contract/student-on-wire.ts'
import { fieldLabel } from '#web/parts/field-label.ts'
import { wireDate } from '#web/parts/wire-date.ts'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { Title } from '@mantine/core'

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
] as const satisfies readonly (keyof StudentOnWire)[]

const factOf = (field: (typeof fields)[number], student: StudentOnWire): Fact => ({
  label: fieldLabel(field),
  value: wireDate(String(student[field])),
  wide: field === 'address',
})

/** What the office has written down of a child. */
export const StudentRecord = ({ student }: { readonly student: StudentOnWire }) => (
  <section className="student-record" aria-labelledby="student-record">
    <Title order={2} id="student-record" mb={4}>
      Record
    </Title>
    <Facts laidOut="pairs" facts={fields.map((field) => factOf(field, student))} />
  </section>
)
