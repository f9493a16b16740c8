import type { StudentReply } from '#contract/student.ts'
import { mayGraduate } from '#domain/removal.ts'
import { useStaff } from '#web/api/session.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Checkbox, Fieldset, Group, Text } from '@mantine/core'
import { consequence } from './removal-words.ts'
import type { RemovalErrors, RemovalForm } from './use-removal.ts'

interface Props {
  readonly student: StudentReply
  readonly form: RemovalForm
  readonly errors: RemovalErrors
  readonly change: (changes: Partial<RemovalForm>) => void
  readonly disabled: boolean
}

// A finger hits the words too.
const roomy = { inner: { marginTop: 6 }, label: { paddingBlock: 6 } }

/** How and when the student leaves; only class 10 graduates (spec 5.removal). */
export function LeavingFields({ student, form, errors, change, disabled }: Props) {
  const { today } = useStaff()
  const graduates = mayGraduate(student.studentClass)
  return (
    <Fieldset mx={0} variant="unstyled" disabled={disabled}>
      <Group gap="xl" align="flex-start">
        <Checkbox
          mt={22}
          styles={roomy}
          label="Leave"
          checked={form.leave}
          error={errors.leave}
          onChange={(event) => change({ leave: event.currentTarget.checked })}
        />
        <Checkbox
          mt={22}
          styles={roomy}
          label="Graduated"
          {...(!graduates && { description: 'Only class 10 graduates' })}
          checked={form.graduated}
          error={errors.graduated}
          disabled={!graduates}
          onChange={(event) => change({ graduated: event.currentTarget.checked })}
        />
        <DateField
          label="Left date"
          name="removalDate"
          value={form.removalDate}
          onChange={(removalDate) => change({ removalDate })}
          error={errors.removalDate}
          min={student.admissionDate}
          max={today}
          required
        />
      </Group>
      <Text role="status" fw={600} mt="sm">
        {consequence(student.studentName, form)}
      </Text>
    </Fieldset>
  )
}
