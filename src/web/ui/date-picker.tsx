import { parseTypedDate, type CalendarDate } from '#domain/calendar.ts'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'

// The pages of the calendar turn by month, year or ten years.
const turns = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
}

interface Props {
  readonly value: CalendarDate | ''
  readonly min?: CalendarDate | undefined
  readonly max?: CalendarDate | undefined
  /** Null where the day that stands was taken away. */
  readonly onPick: (date: CalendarDate | null) => void
}

/** The days of a month to pick one from, and the way to other months. */
export const Calendar = ({ value, min, max, onPick }: Props) => (
  <DatePicker
    weekendDays={[0]}
    ariaLabels={turns}
    value={value || null}
    {...(value && { defaultDate: value })}
    {...(min && { minDate: min })}
    {...(max && { maxDate: max })}
    onChange={(picked) => onPick(parseTypedDate(picked ?? ''))}
  />
)
