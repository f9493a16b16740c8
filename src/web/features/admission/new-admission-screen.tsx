import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { useStaff } from '#web/api/session.ts'
import { ButtonBar } from '#web/kit/form/form-buttons.tsx'
import { SlipPrintView } from '#web/kit/slips/slip-print-view.tsx'
import { steps, type Step } from '#web/kit/student-form/student-form.ts'
import { Screen } from '#web/ui/screen.tsx'
import { FeeStep } from './fee-step.tsx'
import { StudentStep } from './student-step.tsx'
import { useAdmission } from './use-admission.ts'

const titles: Record<Step, string> = {
  student: 'Student Information',
  fees: 'Financial Information',
}

/** `/new-admissions`: two steps; the voucher is posted and paid (spec 2.routes.new-admissions, spec 4.voucher.admission). */
export function NewAdmissionScreen() {
  const staff = useStaff()
  const admission = useAdmission(staff)
  const { form, step, forecast, usual, print } = admission
  const [foundTyped] = useState(form.typed)

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
      campus={staff.campus}
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
          {foundTyped && form.typed && (
            <Text role="status" c="dimmed">
              Your unfinished entry is restored. Cancel discards it.
            </Text>
          )}
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
    cancel,
    form: { sending },
  },
}: {
  readonly admission: ReturnType<typeof useAdmission>
}) => (
  <ButtonBar>
    <Button variant="default" onClick={() => void cancel()} disabled={sending}>
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
