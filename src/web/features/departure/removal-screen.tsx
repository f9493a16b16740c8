import { Anchor, Checkbox, Fieldset, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { StudentReply } from '#contract/student.ts'
import { formatDate, formatIfDate } from '#domain/calendar.ts'
import { mayGraduate } from '#domain/removal.ts'
import { orNotKnown } from '#domain/student.ts'
import { useStaff } from '#web/api/session.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { StudentScreen } from '#web/kit/student-form/student-choice.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Failed } from '#web/ui/states.tsx'
import { FeeState } from './fee-state.tsx'
import { consequence, useRemoval } from './use-removal.ts'

/** `/student-removal` (spec 2.routes.student-removal): finds a student, clears the fees, confirms a removal by name. */
export function RemovalScreen() {
  const removal = useRemoval()
  const { form, lookup, student, check, isReady } = removal

  return (
    <StudentScreen
      title="Student removal/withdrawal"
      lead="Removes a student whose fees are paid, written off or left owing. The record and the fee account are kept."
      student={student}
      lookup={lookup}
      form={form}
      actions={
        <Anchor component={Link} to="/graduation" py={6}>
          Graduate class 10
        </Anchor>
      }
      maw={760}
    >
      {student && (
        <>
          <LeavingStudent student={student} />
          {check.found && <FeeState check={check.found} removal={removal} />}
          {check.failure && <Failed failure={check.failure} retry={() => void check.reload()} />}
          <LeavingFields student={student} form={form} />
        </>
      )}
      <FormButtons act="Remove" danger ready={isReady} sending={form.sending} cancel={form.leave} />
    </StudentScreen>
  )
}

/** Enough about the student to recognise the right child. */
const LeavingStudent = ({ student }: { readonly student: StudentReply }) => (
  <section aria-label="Record">
    <Facts
      layout="columns"
      facts={[
        { label: 'Father Name', value: student.fatherName },
        { label: 'Admission Date', value: formatDate(student.admissionDate) },
        { label: 'Date of Birth', value: orNotKnown(formatIfDate(student.dateOfBirth)) },
        { label: 'Father Phone Number', value: orNotKnown(student.fatherHomePhone) },
        { label: 'Admission No.', value: student.admissionNo },
      ]}
    />
  </section>
)

// A larger target for fingers, label included.
const roomy = { inner: { marginTop: 6 }, label: { paddingBlock: 6 } }

interface LeavingFieldsProps {
  readonly student: StudentReply
  readonly form: ReturnType<typeof useRemoval>['form']
}

/** Kind and date of the departure; only class 10 graduates (spec 5.removal). */
function LeavingFields({ student, form }: LeavingFieldsProps) {
  const { today } = useStaff()
  const { values, errors, change } = form
  const graduates = mayGraduate(student.studentClass)
  return (
    <Fieldset mx={0} variant="unstyled" disabled={form.sending}>
      <Group gap="xl" align="flex-start">
        <Checkbox
          mt={22}
          styles={roomy}
          label="Leave"
          checked={values.leave}
          error={errors.leave}
          onChange={(event) => change({ leave: event.currentTarget.checked })}
        />
        <Checkbox
          mt={22}
          styles={roomy}
          label="Graduated"
          {...(!graduates && { description: 'Only class 10 can graduate' })}
          checked={values.graduated}
          error={errors.graduated}
          disabled={!graduates}
          onChange={(event) => change({ graduated: event.currentTarget.checked })}
        />
        <DateField
          label="Left date"
          {...form.field('removalDate')}
          min={student.admissionDate}
          max={today}
          required
        />
      </Group>
      <Text role="status" fw={600} mt="sm">
        {consequence(student, values)}
      </Text>
    </Fieldset>
  )
}
