import { useStaff } from '#web/api/session.ts'
import { ButtonBar } from '#web/kit/form/form-buttons.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { steps, type Step } from './admission-checks.ts'
import { FeeStep } from './fee-step.tsx'
import { StudentStep } from './student-step.tsx'
import { useAdmission } from './use-admission.ts'

const titles: Record<Step, string> = {
  student: 'Student Information',
  fees: 'Financial Information',
}

/** `/new-admissions`: a child is admitted in two steps; the voucher of the admission is paid and posted at once (spec 2.routes.new-admissions, spec 4.voucher.admission). */
export function NewAdmissionScreen() {
  const staff = useStaff()
  const { form, errors, change, forecast, usual, ...admission } = useAdmission(staff)
  const { step, typed, frame } = admission
  const [foundTyped] = useState(typed)

  const advance = (event: FormEvent) => {
    event.preventDefault()
    void (step === 'student' ? admission.next() : admission.submit())
  }

  return (
    <Screen
      title="Add new Admission"
      campus={staff.campus}
      lead="Admits a child. The admission fee is received now."
      onLeave={admission.leave}
    >
      <form ref={frame} noValidate onSubmit={advance} aria-label={titles[step]}>
        <Stack gap="md">
          <Group justify="space-between" align="baseline">
            <Group gap="sm">
              <Title order={2}>{titles[step]}</Title>
              {step === 'fees' && (
                <Text>
                  <bdi>{form.studentName}</bdi>, class {form.studentClass} {form.section}
                </Text>
              )}
            </Group>
            <Text c="dimmed">
              Step {steps.indexOf(step) + 1} of {steps.length}
            </Text>
          </Group>
          {foundTyped && typed && (
            <Text role="status" c="dimmed">
              Your unfinished entry is restored. Cancel discards it.
            </Text>
          )}
          {step === 'student' ? (
            <StudentStep form={form} errors={errors} change={change} forecast={forecast} />
          ) : (
            <FeeStep form={form} errors={errors} change={change} usual={usual} />
          )}
          <Buttons admission={admission} />
        </Stack>
      </form>
    </Screen>
  )
}

const Buttons = ({
  admission: { step, sending, open, cancel },
}: {
  readonly admission: Pick<ReturnType<typeof useAdmission>, 'step' | 'sending' | 'open' | 'cancel'>
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
