import { Anchor, Paper, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { useStaff } from '#web/api/session.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { FeeState } from './fee-state.tsx'
import { LeavingFields } from './leaving-fields.tsx'
import { LeavingStudent } from './leaving-student.tsx'
import { useRemoval } from './use-removal.ts'

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
