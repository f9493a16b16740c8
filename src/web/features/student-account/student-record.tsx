import { Text } from '@mantine/core'
import { studentHistory } from '#contract/history.ts'
import type { StudentReply } from '#contract/student.ts'
import { formatIfDate } from '#domain/calendar.ts'
import { isContactField } from '#domain/contacts.ts'
import { fieldLabel } from '#domain/field-label.ts'
import { canSeeContacts } from '#domain/roles.ts'
import { mayBeMissing, orNotKnown } from '#domain/student.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { HistoryTable } from '#web/kit/table/history-table.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'

const fields = [
  'admissionNo',
  'registrationNo',
  'oldNumber',
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

function factOf(field: RecordedField, student: StudentReply): Fact {
  const text = formatIfDate(String(student[field]))
  const isRequired = mayBeMissing.some((one) => one === field)
  return { label: fieldLabel(field), value: isRequired ? orNotKnown(text) : text, wide: field === 'address' }
}

/** The contact fields only for a role that may see them. */
export function StudentRecord({ student }: { readonly student: StudentReply }) {
  const seesContacts = canSeeContacts(useStaff().role)
  const shown = fields
    .filter((field) => seesContacts || !isContactField(field))
    // A student who was admitted here has no earlier number.
    .filter((field) => field !== 'oldNumber' || student.oldNumber !== '')
  return (
    <section className="student-record" aria-label="Record">
      <Facts layout="pairs" facts={shown.map((field) => factOf(field, student))} />
      {!seesContacts && (
        <Text size="xs" c="dimmed" mt={6}>
          Only office staff can see contact details.
        </Text>
      )}
    </section>
  )
}

/** Every change of the student's record and money; loaded when it is shown. */
export function StudentHistory({ rollNo }: { readonly rollNo: number }) {
  const history = useCall(studentHistory, { params: { rollNo } }, { gcTime: 0 })
  if (history.isPending) return <Loading label="Loading the history" />
  if (history.isError) return <Failed failure={history.error} retry={() => void history.refetch()} />
  const { changes } = history.data
  if (changes.length === 0) return <Empty title="No changes yet" />
  return (
    <HistoryTable
      isOfStudent
      lines={changes.map(({ changedByName, ...change }) => ({ ...change, who: changedByName }))}
    />
  )
}
