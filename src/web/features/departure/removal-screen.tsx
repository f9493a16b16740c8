import { Anchor, Checkbox, Fieldset, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
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
import { consequence, useRemoval, type Removal } from './use-removal.ts'

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
        <Paper withBorder p="md" component={Stack} gap="md">
          {/* Enough to recognise the right child. */}
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
          {check.found && <FeeState check={check.found} removal={removal} />}
          {check.failure && <Failed failure={check.failure} retry={() => void check.reload()} />}
          <LeavingFields removal={removal} />
        </Paper>
      )}
      <FormButtons act="Remove" danger ready={isReady} sending={form.sending} cancel={form.leave} />
    </StudentScreen>
  )
}

/** Kind and date of the departure; only class 10 graduates (spec 5.removal). */
function LeavingFields({ removal: { student, form } }: { readonly removal: Removal }) {
  const { today } = useStaff()
  if (!student) return null
  const graduates = mayGraduate(student.studentClass)
  const tick = (name: 'leave' | 'graduated') => {
    const { value, ...field } = form.field(name)
    // A larger target for fingers, label included.
    const styles = { inner: { marginTop: 6 }, label: { paddingBlock: 6 } }
    return { ...field, checked: value, mt: 22, styles }
  }
  return (
    <Fieldset mx={0} variant="unstyled" disabled={form.sending}>
      <Group gap="xl" align="flex-start">
        <Checkbox {...tick('leave')} label="Leave" />
        <Checkbox
          {...tick('graduated')}
          label="Graduated"
          {...(!graduates && { description: 'Only class 10 can graduate' })}
          disabled={!graduates}
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
        {consequence(student, form.values)}
      </Text>
    </Fieldset>
  )
}
