import { Button, Checkbox, Group, SegmentedControl, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { CalendarDate } from '#domain/calendar.ts'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { SlipPaperChoice } from '#web/kit/slips/slip-paper.tsx'
import type { DayPrintRequest, SlipPrint } from '#web/kit/slips/use-slip-print.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface Props {
  readonly today: CalendarDate
  readonly print: SlipPrint
}

const receivers = [
  { value: 'mine', label: 'My receipts' },
  { value: 'all', label: 'Whole campus' },
] as const satisfies readonly { value: DayPrintRequest['whose']; label: string }[]

const forms = [
  { value: 'day sheet', label: 'Day sheet' },
  { value: 'slips', label: 'Slips' },
] as const satisfies readonly { value: DayPrintRequest['as']; label: string }[]

/** The slips after each receipt, and the receipts of a day, printed as a list with totals or as slips. */
export function DayPrint({ today, print }: Props) {
  const [open, setOpen] = useState(false)
  const printsEach = usePreferences(({ printsSlips }) => printsSlips) === true
  return (
    <Stack gap="xs" mt="xs">
      <Checkbox
        size="xs"
        label="Print a slip after each receipt"
        checked={printsEach}
        onChange={(event) => setPreferences({ printsSlips: event.currentTarget.checked })}
      />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <SlipPaperChoice />
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Day sheet…
        </Button>
      </Group>
      {open && (
        <Dialog title="Day sheet" close={() => setOpen(false)}>
          <DayForm today={today} print={print} close={() => setOpen(false)} />
        </Dialog>
      )}
    </Stack>
  )
}

type DayFormProps = Props & { readonly close: () => void }

function DayForm({ today, print, close }: DayFormProps) {
  const [day, setDay] = useState<CalendarDate | ''>(today)
  const [whose, setWhose] = useState<DayPrintRequest['whose']>('mine')
  const [as, setAs] = useState<DayPrintRequest['as']>('day sheet')
  const [error, setError] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (day === '') return setError('Enter the date of the receipts to print')
    setError('')
    const printed = await print.day({ day, whose, as })
    if (printed === 0) setError('No receipts found')
    else if (printed !== null) close()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <DateField
          label="Day"
          value={day}
          onChange={(chosen) => {
            setDay(chosen)
            setError('')
          }}
          max={today}
          error={error}
        />
        <SegmentedControl
          aria-label="Whose receipts"
          data={[...receivers]}
          value={whose}
          onChange={setWhose}
        />
        <Group justify="space-between" gap="xs">
          <SegmentedControl aria-label="Print as" data={[...forms]} value={as} onChange={setAs} />
          <Button type="submit" loading={print.getting}>
            Print
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
