import { Checkbox, Fieldset, Group, Text } from '@mantine/core'
import type { StudentReply } from '#contract/student.ts'
import { mayGraduate } from '#domain/removal.ts'
import { useStaff } from '#web/api/session.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { consequence } from './removal-words.ts'
import type { useRemoval } from './use-removal.ts'

interface Props {
  readonly student: StudentReply
  readonly form: Pick<
    ReturnType<typeof useRemoval>['form'],
    'values' | 'errors' | 'change' | 'field' | 'sending'
  >
}

// A larger target for fingers, label included.
const roomy = { inner: { marginTop: 6 }, label: { paddingBlock: 6 } }

/** Kind and date of the departure; only class 10 graduates (spec 5.removal). */
export function LeavingFields({ student, form }: Props) {
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
        {consequence(student.studentName, values)}
      </Text>
    </Fieldset>
  )
}
