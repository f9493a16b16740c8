import { Button, Fieldset, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { recordLabels } from '#domain/field-label.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { SlipPrintView } from '#web/kit/slips/use-slip-print.tsx'
import { Child, columns, Parents } from '#web/kit/student-form/student-fields.tsx'
import type { RecordForm } from '#web/kit/student-form/student-form.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { StudentStateChip } from '#web/kit/student-state.tsx'
import { useStudentSearch } from '#web/kit/use-student-list.ts'
import { Attention } from '#web/ui/attention.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { FeeStep } from './fee-step.tsx'
import { useAdmission } from './use-admission.ts'

/** `/new-admissions`: two steps and a paid, posted voucher (spec 2.routes.new-admissions, spec 4.voucher.admission). */
export function NewAdmissionScreen() {
  const admission = useAdmission()
  const { form, step, usual, print, goBack } = admission
  const isFirst = step === 'student'
  const title = isFirst ? 'Student Information' : 'Financial Information'

  function afterPrinting() {
    print.close()
    goBack()
  }

  return (
    <Screen
      title="Add new Admission"
      lead="Admits a student. The admission fee is received now."
      onLeave={goBack}
    >
      <form {...form.frame} onSubmit={(event) => void admission.advance(event)} aria-label={title}>
        <Stack gap="md">
          <Group justify="space-between" align="baseline">
            <Group gap="sm">
              <Title order={2}>{title}</Title>
              {!isFirst && (
                <Text>
                  <bdi>{form.values.studentName}</bdi>, class {form.values.studentClass} {form.values.section}
                </Text>
              )}
            </Group>
            <Text c="dimmed">Step {isFirst ? 1 : 2} of 2</Text>
          </Group>
          {isFirst ? <StudentStep admission={admission} /> : <FeeStep form={form} usual={usual} />}
          <FormButtons act={isFirst ? 'Next' : 'Submit'} sending={form.sending} cancel={goBack}>
            {!isFirst && (
              <Button variant="default" onClick={() => admission.open('student')} disabled={form.sending}>
                Back
              </Button>
            )}
          </FormButtons>
        </Stack>
      </form>
      {print.printed && <SlipPrintView printed={print.printed} onDone={afterPrinting} />}
    </Screen>
  )
}

type Admission = ReturnType<typeof useAdmission>

/** Step 1, Student Information: child, parents and class (spec 3.student). */
const StudentStep = ({ admission: { form, forecast } }: { readonly admission: Admission }) => (
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

const labels = { admissionNo: 'Admission No.', registrationNo: 'Registration No.', rollNo: 'Roll No.' }

/** Shows the next numbers as a forecast, because another clerk may be quicker (decisions 4.roll-numbers.forecast). */
const ForecastNumbers = ({ next, failed, retry }: Admission['forecast']) =>
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
        rightSection={
          unread ? (
            <Button size="compact-xs" variant="default" onClick={retry}>
              Try again
            </Button>
          ) : (
            next !== null && (
              <Text size="xs" c="dimmed" aria-hidden>
                next
              </Text>
            )
          )
        }
      />
    )
  })

/** The longest text that the search accepts. */
const longestSought = 120

/** Names the students who have both names, so that no child gets a second roll number. */
function SameNames({ form }: { readonly form: RecordForm }) {
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
