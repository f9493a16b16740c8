import { ButtonBar } from '#web/kit/form/form-buttons.tsx'
import { Button } from '@mantine/core'
import type { useStudentEdit } from './use-student-edit.ts'

interface EditButtonsProps {
  readonly edit: Pick<ReturnType<typeof useStudentEdit>, 'back' | 'cancel'>
  readonly sending: boolean
  /** Whether there is something to send. */
  readonly ready: boolean
  /** The specification names a second button that goes back on this screen (spec 2.edit-admissions.leave). */
  readonly withBack?: boolean
}

export const EditButtons = ({ edit, sending, ready, withBack = false }: EditButtonsProps) => (
  <ButtonBar>
    <Button variant="default" onClick={() => void edit.cancel()} disabled={sending}>
      Cancel
    </Button>
    {withBack && (
      <Button variant="default" onClick={edit.back} disabled={sending}>
        Back
      </Button>
    )}
    <Button type="submit" disabled={!ready} loading={sending}>
      Submit
    </Button>
  </ButtonBar>
)
