import { Text } from '@mantine/core'
import { useState } from 'react'
import { reopenBooks, type BookClosing } from '#contract/closed-days.ts'
import { addDays, formatDate, type CalendarDate } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { ReasonDialog } from '#web/kit/reason-dialog.tsx'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'

interface ReopenDialogProps {
  readonly closedUntil: CalendarDate
  readonly closings: readonly BookClosing[]
  readonly close: () => void
}

/** Opens closed days again, with a reason: those since the previous closing, or since another day. */
export function ReopenDialog({ closedUntil, closings, close }: ReopenDialogProps) {
  const { campus } = useStaff()
  const [until, setUntil] = useState<CalendarDate | ''>(dayBefore(closings, closedUntil) ?? '')
  const change = useChange(reopenBooks)
  const alert = useAlert()
  const tellFailure = useTellFailure()

  async function send(reason: string) {
    try {
      const body = { ...(until !== '' && { closedUntil: until }), reason }
      const { msg } = await change.send({ params: { campus }, body })
      close()
      await alert(msg, { detail: openedWords(until, closedUntil) })
    } catch (error) {
      await tellFailure(error)
    }
  }

  return (
    <ReasonDialog
      title="Reopen the books"
      confirmLabel="Reopen"
      ready
      sending={change.sending}
      onConfirm={(reason) => void send(reason)}
      close={close}
    >
      <Text>
        {openedWords(until, closedUntil)} The closings and their figures stay in the list, with this
        reopening.
      </Text>
      <DateField
        label="Closed up to"
        description="Left empty, every day is open again"
        value={until}
        onChange={setUntil}
        max={addDays(closedUntil, -1)}
      />
    </ReasonDialog>
  )
}

/** The day up to which the books were closed before the last closing. */
const dayBefore = (closings: readonly BookClosing[], closedUntil: CalendarDate): CalendarDate | null =>
  closings.find((closing) => closing.closedUntil === closedUntil && closing.figures !== null)?.wasUntil ??
  null

const openedWords = (until: CalendarDate | '', closedUntil: CalendarDate): string =>
  until === ''
    ? `Every day up to ${formatDate(closedUntil)} is open again.`
    : `The days from ${formatDate(addDays(until, 1))} to ${formatDate(closedUntil)} are open again.`
