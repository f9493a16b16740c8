import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { useConfirm } from '#web/ui/alert-dialog.tsx'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { Anchor, Button, Group, Paper, Stack } from '@mantine/core'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { FeeState } from './fee-state.tsx'
import { LeavingFields } from './leaving-fields.tsx'
import { LeavingStudent } from './leaving-student.tsx'
import { removalQuestion } from './removal-words.ts'
import { useRemoval } from './use-removal.ts'

const lead = 'Removes a student whose fees are paid. The record and the fee account are kept.'

/** `/student-removal` (spec 2.routes.student-removal): who leaves is found, the fees are cleared, the removal is confirmed by name. */
export function RemovalScreen() {
  const { campus } = useStaff()
  const removal = useRemoval()
  const { lookup, found, form, clear, markMissing, remove, sending } = removal
  const { form: frame, focusFirstWrong } = useFirstWrong()
  const confirm = useConfirm()
  const goBack = useGoBack()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!found?.feesCleared || !form) return
    if (await markMissing(form)) return focusFirstWrong()
    if (!(await confirm(removalQuestion(found, form)))) return
    const ending = await remove(found.studentData, form)
    if (ending === 'removed') goBack()
    if (ending === 'marked') focusFirstWrong()
  }

  function cancel() {
    clear()
    goBack()
  }

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
        <StudentSearchField {...lookup.field} readOnly={sending} autoFocus />
        {lookup.failure && <Failed failure={lookup.failure} retry={() => void lookup.reload()} />}
        <form ref={frame} noValidate onSubmit={(event) => void submit(event)}>
          <Stack gap="md">
            <Found removal={removal} focusField={focusFirstWrong} />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" disabled={sending} onClick={cancel}>
                Cancel
              </Button>
              <Button
                type="submit"
                aria-keyshortcuts="Alt+S"
                disabled={!found?.feesCleared}
                loading={sending}
              >
                Remove
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Screen>
  )
}

interface FoundProps {
  readonly removal: ReturnType<typeof useRemoval>
  readonly focusField: () => void
}

/** The student found, the state of the fees, and how the student leaves. */
function Found({ removal, focusField }: FoundProps) {
  const { lookup, found, form, errors, change, sending } = removal
  if (!found || !form) return null
  return (
    <>
      <LeavingStudent student={found.studentData} />
      <FeeState check={found} reload={() => lookup.reload()} told={focusField} />
      <LeavingFields
        student={found.studentData}
        form={form}
        errors={errors}
        change={change}
        disabled={sending}
      />
    </>
  )
}
