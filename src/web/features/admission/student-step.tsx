import { Button, Fieldset, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { recordLabels } from '#domain/field-label.ts'
import { Child, columns, Parents } from '#web/kit/student-form/student-fields.tsx'
import type { FieldsProps, StudentForm } from '#web/kit/student-form/student-form.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { StudentStateChip } from '#web/kit/student-state.tsx'
import { useStudentSearch } from '#web/kit/use-student-search.ts'
import { Attention } from '#web/ui/attention.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import type { Forecast } from './use-forecast.ts'

const labels = { admissionNo: 'Admission No.', registrationNo: 'Registration No.', rollNo: 'Roll No.' }

/** Shown as the next numbers only, as another clerk may be quicker (decisions 4.roll-numbers.forecast). */
const ForecastNumbers = ({ next, failed, retry }: Forecast) =>
  Object.entries(labels).map(([name, label]) => {
    const unread = failed && name === 'rollNo'
    return (
      <TextInput
        key={name}
        name={name}
        label={label}
        value={next ?? ''}
        readOnly
        tabIndex={-1}
        w={{ base: 104, xs: 170 }}
        variant="filled"
        className="figures"
        aria-description="Next number; the final one is given on Submit"
        error={unread && 'The last roll number could not be read.'}
        rightSectionWidth={48}
        rightSectionPointerEvents={unread ? 'all' : 'none'}
        rightSection={unread ? <Again onClick={retry} /> : <Mark shown={next !== null} />}
      />
    )
  })

const Again = ({ onClick }: { readonly onClick: () => void }) => (
  <Button size="compact-xs" variant="default" onClick={onClick}>
    Try again
  </Button>
)

const Mark = ({ shown }: { readonly shown: boolean }) =>
  shown && (
    <Text size="xs" c="dimmed" aria-hidden>
      next
    </Text>
  )

interface SameNamesProps {
  readonly form: Pick<StudentForm, 'studentName' | 'fatherName'>
}

/** The longest text that the search accepts. */
const longestSought = 120

/** Names the students with both names, so that no child gets a second roll number. */
function SameNames({ form }: SameNamesProps) {
  const [child, father] = [form.studentName.trim(), form.fatherName.trim()]
  const { state, students } = useStudentSearch(
    child !== '' && father !== '' ? `${child} ${father}`.slice(0, longestSought) : '',
  )
  if (state !== 'found') return null
  return (
    <Attention role="status" title="Is this student already on record?">
      <Stack component="ul" gap={2} m={0} ps={28} style={{ listStyle: 'none' }}>
        {students.map(({ rollNo, studentName, fatherName, studentClass, section, state: standing }) => (
          <Group component="li" key={rollNo} gap="xs">
            <StudentLink rollNo={rollNo}>{studentName}</StudentLink>
            <Text span>
              <bdi>{fatherName}</bdi> · {studentClass} {section} · Roll No. {rollNo}
            </Text>
            {standing !== 'active' && <StudentStateChip state={standing} />}
          </Group>
        ))}
      </Stack>
    </Attention>
  )
}

interface Props extends FieldsProps {
  readonly forecast: Forecast
}

/** Step 1, Student Information: child, parents and class (spec 3.student). */
export const StudentStep = ({ forecast, form }: Props) => (
  <Stack gap="md">
    <Group gap="sm" align="flex-end">
      <ForecastNumbers {...forecast} />
    </Group>
    <Child form={form} />
    <SameNames form={form.values} />
    <Parents form={form} />
    <Fieldset mx={0} py="sm" legend="Admission">
      <SimpleGrid {...columns}>
        <DateField {...form.field('admissionDate')} label={recordLabels.admissionDate} required />
      </SimpleGrid>
    </Fieldset>
  </Stack>
)
