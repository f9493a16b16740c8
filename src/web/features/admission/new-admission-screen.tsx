import { Button, Fieldset, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import type { SyntheticEvent } from 'react'
import { recordLabels } from '#domain/field-label.ts'
import { useStaff } from '#web/api/session.ts'
import { ButtonBar } from '#web/kit/form/form-buttons.tsx'
import { SlipPrintView } from '#web/kit/slips/use-slip-print.tsx'
import { Child, columns, Parents } from '#web/kit/student-form/student-fields.tsx'
import { steps, type FieldsProps, type Step, type StudentForm } from '#web/kit/student-form/student-form.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { StudentStateChip } from '#web/kit/student-state.tsx'
import { useStudentSearch } from '#web/kit/use-student-list.ts'
import { Attention } from '#web/ui/attention.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { FeeStep } from './fee-step.tsx'
import { useAdmission, type Forecast } from './use-admission.ts'

const labels = { admissionNo: 'Admission No.', registrationNo: 'Registration No.', rollNo: 'Roll No.' }

/** Shows the next numbers as a forecast, because another clerk may be quicker (decisions 4.roll-numbers.forecast). */
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

/** Names the students who have both names, so that no child gets a second roll number. */
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
const StudentStep = ({ forecast, form }: Props) => (
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

const titles: Record<Step, string> = {
  student: 'Student Information',
  fees: 'Financial Information',
}

/** `/new-admissions`: two steps and a paid, posted voucher (spec 2.routes.new-admissions, spec 4.voucher.admission). */
export function NewAdmissionScreen() {
  const staff = useStaff()
  const admission = useAdmission(staff)
  const { form, step, forecast, usual, print } = admission

  const advance = (event: SyntheticEvent) => {
    event.preventDefault()
    void (step === 'student' ? admission.next() : form.submit())
  }

  function afterPrinting() {
    print.close()
    admission.goBack()
  }

  return (
    <Screen
      title="Add new Admission"
      lead="Admits a student. The admission fee is received now."
      onLeave={admission.goBack}
    >
      <form {...form.frame} onSubmit={advance} aria-label={titles[step]}>
        <Stack gap="md">
          <Group justify="space-between" align="baseline">
            <Group gap="sm">
              <Title order={2}>{titles[step]}</Title>
              {step === 'fees' && (
                <Text>
                  <bdi>{form.values.studentName}</bdi>, class {form.values.studentClass} {form.values.section}
                </Text>
              )}
            </Group>
            <Text c="dimmed">
              Step {steps.indexOf(step) + 1} of {steps.length}
            </Text>
          </Group>
          {step === 'student' ? (
            <StudentStep form={form} forecast={forecast} />
          ) : (
            <FeeStep form={form} usual={usual} />
          )}
          <Buttons admission={admission} />
        </Stack>
      </form>
      {print.printed && <SlipPrintView printed={print.printed} onDone={afterPrinting} />}
    </Screen>
  )
}

const Buttons = ({
  admission: {
    step,
    open,
    goBack,
    form: { sending },
  },
}: {
  readonly admission: ReturnType<typeof useAdmission>
}) => (
  <ButtonBar>
    <Button variant="default" onClick={goBack} disabled={sending}>
      Cancel
    </Button>
    {step === 'fees' && (
      <Button variant="default" onClick={() => open('student')} disabled={sending}>
        Back
      </Button>
    )}
    <Button type="submit" loading={sending}>
      {step === 'student' ? 'Next' : 'Submit'}
    </Button>
  </ButtonBar>
)
