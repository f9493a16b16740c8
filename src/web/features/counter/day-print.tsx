import { Button, Checkbox, Group, SegmentedControl, Stack } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import type { CalendarDate } from '#domain/calendar.ts'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { SlipPaperChoice } from '#web/kit/slips/slip-paper.tsx'
import type { DayPrintRequest, SlipPrint } from '#web/kit/slips/use-slip-print.ts'
import { DateField } from '#web/ui/date-field.tsx'

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

/** Prints all receipts of a day, as a list with totals and signatures or as slips. */
export function DayPrint({ today, print }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const printsEach = usePreferences(({ printsSlips }) => printsSlips) === true
  return (
    <Stack gap="xs" mt="sm">
      <SlipPaperChoice />
      <Group justify="space-between" gap="xs">
        <Checkbox
          size="xs"
          label="Print a slip after each receipt"
          checked={printsEach}
          onChange={(event) => setPreferences({ printsSlips: event.currentTarget.checked })}
        />
        <Button
          size="xs"
          variant="default"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          Print today's receipts
        </Button>
      </Group>
      <div id={id}>{open && <DayForm today={today} print={print} />}</div>
    </Stack>
  )
}

function DayForm({ today, print }: Props) {
  const [day, setDay] = useState<CalendarDate | ''>(today)
  const [whose, setWhose] = useState<DayPrintRequest['whose']>('mine')
  const [as, setAs] = useState<DayPrintRequest['as']>('day sheet')
  const [error, setError] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (day === '') return setError('Enter the date of the receipts to print')
    setError('')
    if ((await print.day({ day, whose, as })) === 0) setError('No receipts found')
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="xs">
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
          size="xs"
          data={[...receivers]}
          value={whose}
          onChange={setWhose}
        />
        <Group justify="space-between" gap="xs">
          <SegmentedControl aria-label="Print as" size="xs" data={[...forms]} value={as} onChange={setAs} />
          <Button type="submit" size="xs" variant="default" loading={print.getting}>
            Print
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
