import type { CalendarDate } from '#domain/calendar.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { ClassSelect, SectionSelect } from '#web/parts/class-and-section.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Group, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Which vouchers of the campus a report is about; a date left empty bounds nothing. */
export interface Filters {
  readonly studentClass: SchoolClass | 'all'
  readonly section: Section | 'all'
  readonly fromDate: CalendarDate | ''
  readonly toDate: CalendarDate | ''
}

/** The dates of a voucher as a label names them. */
export const dateWords = { issueDate: 'Issue Date', dueDate: 'Due Date' } as const

interface Props {
  readonly value: Filters
  readonly onChange: (filters: Filters) => void
  /** What the two dates bound, as the labels say it. */
  readonly fromDateOf?: string
  readonly toDateOf?: string
  /** A filter that stands before the others. */
  readonly first?: ReactNode
  /** What Enter does. */
  readonly onSubmit: () => void
  /** The buttons, the first of which Enter presses. */
  readonly children: ReactNode
}

/** The filters that every voucher report has, and its buttons (spec 2.fee-record.filters). */
export function ReportFilters(props: Props) {
  const { value, onChange, fromDateOf, toDateOf, first, onSubmit, children } = props
  const reversed = isReversed(value)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!reversed) onSubmit()
      }}
    >
      <Stack gap="md" className="no-print">
        <SimpleGrid
          cols={{ base: 2, md: first ? 5 : 4 }}
          spacing="sm"
          maw={first ? 1120 : 960}
          style={{ alignItems: 'end' }}
        >
          {first}
          <ClassSelect
            all
            value={value.studentClass}
            onChange={(studentClass) => onChange({ ...value, studentClass })}
          />
          <SectionSelect all value={value.section} onChange={(section) => onChange({ ...value, section })} />
          <DateField
            label={labelOf('From Date', fromDateOf)}
            value={value.fromDate}
            onChange={(fromDate) => onChange({ ...value, fromDate })}
          />
          <DateField
            label={labelOf('To Date', toDateOf)}
            value={value.toDate}
            onChange={(toDate) => onChange({ ...value, toDate })}
            error={reversed && 'Before the From Date'}
          />
        </SimpleGrid>
        <Group gap="sm">{children}</Group>
      </Stack>
    </form>
  )
}

const labelOf = (label: string, of?: string): string => (of === undefined ? label : `${label} (${of})`)

/** Whether the dates leave no day between them. */
export const isReversed = ({ fromDate, toDate }: Filters): boolean =>
  fromDate !== '' && toDate !== '' && toDate < fromDate
