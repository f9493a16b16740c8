import { Anchor, Paper, Stack, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { StudentReply } from '#contract/student.ts'
import { formatDate, formatIfDate } from '#domain/calendar.ts'
import { orNotKnown } from '#domain/student.ts'
import { useStaff } from '#web/api/session.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { StudentLink } from '#web/kit/student-link.tsx'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { FeeState } from './fee-state.tsx'
import { LeavingFields } from './leaving-fields.tsx'
import { useRemoval } from './use-removal.ts'

/** Enough about the student to recognise the right child. */
const LeavingStudent = ({ student }: { readonly student: StudentReply }) => (
  <section aria-label="Student">
    <Title order={2} size="h1" mt="xs" mb="xs">
      <StudentLink rollNo={student.rollNo}>{student.studentName}</StudentLink>
    </Title>
    <Facts
      laidOut="columns"
      facts={[
        { label: 'Father Name', value: student.fatherName },
        { label: 'Roll No.', value: student.rollNo },
        { label: 'Class', value: student.studentClass },
        { label: 'Section', value: student.section },
        { label: 'Admission Date', value: formatDate(student.admissionDate) },
        { label: 'Date of Birth', value: orNotKnown(formatIfDate(student.dateOfBirth)) },
        { label: 'Father Phone Number', value: orNotKnown(student.fatherHomePhone) },
        { label: 'Admission No.', value: student.admissionNo },
      ]}
    />
  </section>
)

const lead =
  'Removes a student whose fees are paid, written off or left owing. The record and the fee account are kept.'

/** `/student-removal` (spec 2.routes.student-removal): finds the student, clears the fees, confirms the removal by name. */
export function RemovalScreen() {
  const { campus } = useStaff()
  const { form, submit, lookup, student, check, isReady, cancel, goBack } = useRemoval()

  return (
    <Screen
      title="Student removal/withdrawal"
      campus={campus}
      lead={lead}
      onLeave={goBack}
      actions={
        <Anchor component={Link} to="/graduation" py={6}>
          Graduate class 10 as a whole
        </Anchor>
      }
    >
      <Paper withBorder p="md" maw={760}>
        <StudentSearchField {...lookup.field} readOnly={form.sending} autoFocus />
        {lookup.failure && <Failed failure={lookup.failure} retry={() => void lookup.reload()} />}
        <form {...form.frame} onSubmit={submit}>
          <Stack gap="md">
            {student && (
              <>
                <LeavingStudent student={student} />
                {check.found && (
                  <FeeState
                    check={check.found}
                    isKnown={check.isKnown}
                    removalDate={check.removalDate}
                    form={form}
                    reload={check.reload}
                    onDone={form.focusFirstWrong}
                  />
                )}
                {check.failure && <Failed failure={check.failure} retry={() => void check.reload()} />}
                <LeavingFields student={student} form={form} />
              </>
            )}
            <FormButtons act="Remove" ready={isReady} sending={form.sending} cancel={cancel} />
          </Stack>
        </form>
      </Paper>
    </Screen>
  )
}
