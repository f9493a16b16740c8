import { classOrAll, optionalDate, sectionOrAll } from '#contract/fields.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { classes, sections } from '#domain/school.ts'
import type { Filter, Report, ReportButton } from '#reports/report.ts'
import { ClassSelect, SectionSelect } from '#web/kit/class-and-section.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Button, Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** The values of a report's form by the names of its filters; an empty date does not filter. */
export type FilterValues = Readonly<Record<string, string>>

/** The values with which a report's form starts. */
export const startOf = ({ list, filters }: Report, today: CalendarDate): FilterValues =>
  Object.fromEntries(
    inForm(filters).map(([name, filter]) => {
      const blank = list.query.shape[name] === optionalDate ? '' : 'all'
      return [name, filter.start?.(today) ?? blank]
    }),
  )

/** The filters that the form asks for, by name. */
const inForm = (filters: Report['filters']): [name: string, filter: Filter<unknown>][] =>
  Object.entries(filters).filter(([, { setBy, fixed }]) => setBy !== 'button' && fixed === undefined)

interface Props {
  readonly report: Report
  readonly values: FilterValues
  readonly onChange: (values: FilterValues) => void
  readonly onPress: (button: ReportButton<object>) => void
  readonly onCancel: () => void
  /** The button of the screen's main act, where that is another one than getting the report. */
  readonly mainAct?: ReactNode
}

/** A report's filters and buttons; Enter presses the first button (spec 2.fee-record.filters). */
export function ReportForm({ report, values, onChange, onPress, onCancel, mainAct }: Props) {
  const { filters, buttons } = report
  const wrong = isReversed(values)
  const fields = inForm(filters)
  const inputs = fields.map(([name, filter]) => (
    <FilterField
      key={name}
      schema={report.list.query.shape[name]}
      filter={filter}
      value={values[name] ?? ''}
      onChange={(value) => onChange({ ...values, [name]: value })}
      error={name === 'toDate' && wrong && 'Before the From Date'}
    />
  ))
  const acts = <Acts {...{ buttons, wrong, onPress, onCancel, mainAct }} />
  return (
    <form
      noValidate
      className="no-print"
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) onPress(buttons[0])
      }}
    >
      {fields.length < 3 ? (
        <Group gap="sm" align="flex-end">
          {inputs}
          {acts}
        </Group>
      ) : (
        <Stack gap="md">
          <SimpleGrid
            cols={{ base: 2, md: fields.length }}
            spacing="sm"
            maw={fields.length > 4 ? 1120 : 960}
            style={{ alignItems: 'end' }}
          >
            {inputs}
          </SimpleGrid>
          <Group gap="sm">{acts}</Group>
        </Stack>
      )}
    </form>
  )
}

interface ActsProps extends Pick<Props, 'onPress' | 'onCancel' | 'mainAct'> {
  readonly buttons: Report['buttons']
  readonly wrong: boolean
}

const Acts = ({ buttons, wrong, onPress, onCancel, mainAct }: ActsProps) => (
  <>
    {buttons.map((button, place) => (
      <Button
        key={button.label}
        type={place === 0 ? 'submit' : 'button'}
        variant={place === 0 && mainAct === undefined ? 'filled' : 'default'}
        disabled={wrong}
        {...(place > 0 && { onClick: () => onPress(button) })}
      >
        {button.label}
      </Button>
    ))}
    {mainAct}
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  </>
)

interface FieldProps {
  /** The schema of the filter, which decides what kind of field it is. */
  readonly schema: unknown
  readonly filter: Filter<unknown>
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: ReactNode
}

const oneOf = <Item extends string>(items: readonly Item[], value: string): Item | 'all' =>
  items.find((item) => item === value) ?? 'all'

function FilterField({ schema, filter: { label = '', words = {} }, value, onChange, error }: FieldProps) {
  if (schema === classOrAll) return <ClassSelect all value={oneOf(classes, value)} onChange={onChange} />
  if (schema === sectionOrAll) return <SectionSelect all value={oneOf(sections, value)} onChange={onChange} />
  if (schema === optionalDate) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value is what this field, or the report's start, gave
    const day = value as CalendarDate | ''
    return <DateField label={label} value={day} onChange={onChange} error={error} />
  }
  return (
    <NativeSelect
      label={label}
      value={value}
      data={Object.entries(words).map(([item, word]) => ({ value: item, label: word }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Whether the from date is after the to date. */
export const isReversed = ({ fromDate = '', toDate = '' }: FilterValues): boolean =>
  fromDate !== '' && toDate !== '' && toDate < fromDate
