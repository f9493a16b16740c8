import { Button, Fieldset, Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import {
  firstOfMonth,
  formatMonth,
  lastOfMonth,
  type CalendarDate,
  type Month,
  type Period,
} from '#domain/calendar.ts'
import { voucherDates } from '#domain/voucher.ts'
import { DateField } from '#web/ui/date-field.tsx'

/** The dates of a new voucher in a form; `''` if missing. */
export type FormDates = Readonly<Record<'fromDate' | 'toDate' | 'issueDate' | 'dueDate', CalendarDate | ''>>

/** Returns the dates of a voucher issued today, due in 10 days, for the current month (spec 5.new-admission.dates). */
export function defaultDates(today: CalendarDate) {
  const { periodFrom: fromDate, periodTo: toDate, ...others } = voucherDates({}, today)
  return { fromDate, toDate, ...others }
}

export const wholeMonth = (month: Month) => ({ fromDate: firstOfMonth(month), toDate: lastOfMonth(month) })

/** Returns the period; '' while a date is missing. */
export const periodOf = ({ fromDate, toDate }: Pick<FormDates, 'fromDate' | 'toDate'>): Period | '' =>
  fromDate && toDate ? { from: fromDate, to: toDate } : ''

/** Moves a due date to the issue date and a period's end to its start if they are earlier (spec 5.new-admission). */
export function inOrder(dates: FormDates): FormDates {
  const { fromDate, toDate, issueDate, dueDate } = dates
  return {
    ...dates,
    ...(fromDate &&
      toDate && { toDate: voucherDates({ periodFrom: fromDate, periodTo: toDate }, fromDate).periodTo }),
    ...(issueDate && dueDate && { dueDate: voucherDates({ issueDate, dueDate }, issueDate).dueDate }),
  }
}

interface Props {
  readonly dates: FormDates
  readonly onChange: (dates: FormDates) => void
  readonly errors: Partial<Record<keyof FormDates, string>>
  /** The whole months to choose, each by a button. */
  readonly months?: readonly Month[]
}

const moveNotices = {
  dueDate: 'Due Date was before the Issue Date; it is now the same day.',
  toDate: 'The period ended before it started; it now ends on the day it starts.',
}

/** Keeps the dates in the order of spec 5.new-admission, and shows a notice when it moves one. */
export function VoucherDateFields({ dates, onChange, errors, months = [] }: Props) {
  const [notices, setNotices] = useState<readonly string[]>([])

  function change(changes: Partial<FormDates>) {
    const { fromDate, toDate, issueDate, dueDate } = dates
    const chosen = { fromDate, toDate, issueDate, dueDate, ...changes }
    const ordered = inOrder(chosen)
    setNotices([
      ...(ordered.toDate === chosen.toDate ? [] : [moveNotices.toDate]),
      ...(ordered.dueDate === chosen.dueDate ? [] : [moveNotices.dueDate]),
    ])
    onChange(ordered)
  }

  const field = (name: keyof FormDates, label: string) => (
    <DateField
      name={name}
      label={label}
      value={dates[name]}
      onChange={(date) => change({ [name]: date })}
      error={errors[name]}
      required
    />
  )

  return (
    <Fieldset mx={0} py="sm" legend="Dates">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md" verticalSpacing="sm">
        {field('fromDate', 'Fee Period from')}
        {field('toDate', 'Fee Period to')}
        {field('issueDate', 'Issue Date')}
        {field('dueDate', 'Due Date')}
      </SimpleGrid>
      {months.length > 0 && (
        <Group gap="xs" mt="xs">
          <Text c="dimmed">Whole month:</Text>
          {months.map((month, index) => (
            <Button
              key={formatMonth(month)}
              size="xs"
              aria-keyshortcuts={`Alt+${index + 1}`}
              variant="default"
              onClick={() => change(wholeMonth(month))}
            >
              {formatMonth(month)}
            </Button>
          ))}
        </Group>
      )}
      <Text role="status" c="dimmed" mt={notices.length > 0 ? 'xs' : 0}>
        {notices.join(' ')}
      </Text>
    </Fieldset>
  )
}
