import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { optionalDate } from '#contract/fields.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Chip, Filter, Report, ReportButton } from '#reports/report.ts'
import { useStaff } from '#web/api/session.ts'
import { periodOf, presetOf, presets } from '#web/kit/presets.ts'
import { useScreenKeys } from '#web/ui/screen-keys.ts'
import { FilterField } from './filter-field.tsx'

/** The values by filter name; an empty date does not filter. */
export type FilterValues = Readonly<Record<string, string>>

/** The initial values. */
export const startOf = ({ list, filters }: Report, today: CalendarDate): FilterValues =>
  Object.fromEntries(
    inForm(filters).flatMap(([name, filter]): [string, string][] => {
      // Without a value, neither the form nor the address has it.
      if (filter.folded !== undefined) return []
      const blank = list.query.shape[name] === optionalDate ? '' : 'all'
      return [[name, filter.start?.(today) ?? blank]]
    }),
  )

/** The filters in the form, by name. */
export const inForm = (filters: Report['filters']): [name: string, filter: Filter<unknown>][] =>
  Object.entries(filters).filter(([, { setBy, fixed }]) => setBy === undefined && fixed === undefined)

/** The filters that a chip above the table turns on, by name. */
export const chipsOf = (filters: Report['filters']): [name: string, chip: Chip][] =>
  Object.entries(filters).flatMap(([name, { chip }]): [string, Chip][] => (chip ? [[name, chip]] : []))

interface Props {
  readonly report: Report
  readonly values: FilterValues
  readonly onChange: (values: FilterValues) => void
  readonly onPress: (button: ReportButton<object>) => void
  readonly onCancel: () => void
  /** True if rows are shown: on a phone the fields are then folded. */
  readonly isFound: boolean
  /** The screen's main button, unless it gets the report. */
  readonly mainAct?: ReactNode
}

/** A report's filters and buttons; Enter presses the first button (spec 2.fee-record.filters). */
export function ReportForm({ report, values, onChange, onPress, onCancel, isFound, mainAct }: Props) {
  const { filters, buttons } = report
  const wrong = isReversed(values)
  const inputs = inForm(filters).map(([name, filter]) => (
    <FilterField
      key={name}
      schema={report.list.query.shape[name]}
      filter={filter}
      value={values[name] ?? ''}
      onChange={(value) => onChange({ ...values, [name]: value })}
      error={name === 'toDate' && wrong && 'Before the From Date'}
    />
  ))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), [])
  useButtonKeys(buttons, wrong, onPress)
  return (
    <form
      ref={form}
      noValidate
      className="report-form no-print"
      onKeyDown={(event) => {
        // Enter in a select does not submit the form in every browser.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) onPress(buttons[0])
      }}
    >
      <Filters isFound={isFound}>{inputs}</Filters>
      <Group gap="xs" className="report-buttons">
        <Acts {...{ buttons, wrong, onPress, onCancel, mainAct }} />
        {report.buttonNote !== undefined && (
          <Text size="xs" c="dimmed">
            {report.buttonNote}
          </Text>
        )}
      </Group>
    </form>
  )
}

interface FiltersProps extends Pick<Props, 'isFound'> {
  readonly children: ReactNode
}

/** The fields; on a phone they can be folded to make room for rows. */
function Filters({ isFound, children }: FiltersProps) {
  const [isOpen, setOpen] = useState(!isFound)
  const [wasFound, setWasFound] = useState(isFound)
  if (wasFound !== isFound) {
    setWasFound(isFound)
    setOpen(!isFound)
  }
  return (
    <div className="report-fields">
      <Button
        className="report-fold"
        variant="default"
        size="xs"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </Button>
      <div className="report-filters" data-folded={!isOpen || undefined}>
        {children}
      </div>
    </div>
  )
}

/** Alt with 1, 2 or 3 presses a button from anywhere on the screen. */
function useButtonKeys(buttons: Report['buttons'], wrong: boolean, onPress: Props['onPress']): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const digit = /^Digit(\d)$/.exec(event.code)?.[1]
    const button = event.altKey && !event.ctrlKey && !event.metaKey ? buttons[Number(digit) - 1] : undefined
    if (!button || wrong || document.querySelector('[role=alertdialog], [role=dialog]')) return
    event.preventDefault()
    onPress(button)
  })
  useScreenKeys(
    buttons.map((button, index) => ({
      key: `Alt ${index + 1}`,
      label: button.label,
      run: () => onPress(button),
    })),
  )
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

type PresetProps = Pick<Props, 'report' | 'values' | 'onChange'>

/** Sets both dates to a common period; nothing if the report has no dates. */
export function PresetSwitch({ report, values, onChange }: PresetProps) {
  const { today } = useStaff()
  const [isCustom, setCustom] = useState(false)
  const { fromDate, toDate } = values
  if (!('fromDate' in report.filters) || fromDate === undefined || toDate === undefined) return null
  return (
    <SegmentedControl
      size="xs"
      className="report-presets no-print"
      aria-label="Period"
      value={isCustom ? 'custom' : presetOf(fromDate, toDate, today)}
      data={[...presets, { value: 'custom', label: 'Custom' }]}
      onChange={(chosen) => {
        const preset = presets.find(({ value }) => value === chosen)
        setCustom(preset === undefined)
        if (!preset) return
        const { from, to } = periodOf(preset.value, today)
        onChange({ ...values, fromDate: from, toDate: to })
      }}
    />
  )
}

interface ActsProps extends Pick<Props, 'onPress' | 'onCancel' | 'mainAct'> {
  readonly buttons: Report['buttons']
  readonly wrong: boolean
}

const Acts = ({ buttons, wrong, onPress, onCancel, mainAct }: ActsProps) => (
  <>
    {buttons.map((button, index) => (
      <Button
        key={button.label}
        title={`Alt+${index + 1}`}
        type={index === 0 ? 'submit' : 'button'}
        variant={index === 0 && mainAct === undefined ? 'filled' : 'default'}
        disabled={wrong}
        {...(index > 0 && { onClick: () => onPress(button) })}
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

/** True if the from date is after the to date. */
export const isReversed = ({ fromDate = '', toDate = '' }: FilterValues): boolean =>
  fromDate !== '' && toDate !== '' && toDate < fromDate
