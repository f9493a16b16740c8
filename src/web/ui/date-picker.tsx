import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { parseTypedDate, type CalendarDate } from '#domain/calendar.ts'
import '@mantine/dates/styles.css'
import type { ReactElement } from 'react'

const navigationLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
}

interface CalendarPopoverProps {
  readonly label: string
  readonly value: CalendarDate | ''
  readonly min?: CalendarDate | undefined
  readonly max?: CalendarDate | undefined
  readonly isOpen: boolean
  /** Closes the popover and returns the focus to the field. */
  readonly close: () => void
  readonly onPick: (date: CalendarDate) => void
  readonly target: ReactElement
}

export function CalendarPopover(props: CalendarPopoverProps) {
  const { label, value, min, max, isOpen, close, onPick, target } = props
  const pick = (picked: string | null) => {
    // Null if the selected day is picked again.
    const date = parseTypedDate(picked ?? '')
    if (date) onPick(date)
    close()
  }
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <DatePicker
          weekendDays={[0]}
          ariaLabels={navigationLabels}
          value={value || null}
          {...(value && { defaultDate: value })}
          {...(min && { minDate: min })}
          {...(max && { maxDate: max })}
          onChange={pick}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
