import { Button, Group, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { optionalDate } from '#contract/fields.ts'
import { parseMonth, type CalendarDate, type Month } from '#domain/calendar.ts'
import type { Chip, Filter, Report, ReportButton } from '#reports/report.ts'
import { useStaff } from '#web/api/session.ts'
import { presetOf, presetsOf, spanOfMonth } from '#web/kit/presets.ts'
import { MenuButton } from '#web/ui/popup-button.tsx'
import { useScreenKeys } from '#web/ui/screen-keys.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { FilterField } from './filter-field.tsx'

/** The days on which the initial values depend. */
export interface Days {
  readonly today: CalendarDate
  /** The newest month with vouchers. */
  readonly newest: Month
}

/** The values by filter name; an empty date does not filter. */
export type FilterValues = Readonly<Record<string, string>>

/** The initial values; those of a month with the dates that it spans. */
export function startOf({ list, filters }: Report, { today, newest }: Days): FilterValues {
  const month = parseMonth(filters['month']?.start?.(today, newest) ?? '')
  const values = Object.fromEntries(
    inForm(filters).flatMap(([name, filter]): [string, string][] => {
      // Without a value, neither the form nor the address has it.
      if (filter.folded !== undefined) return []
      const blank = list.query.shape[name] === optionalDate ? '' : 'all'
      return [[name, filter.start?.(today, newest) ?? blank]]
    }),
  )
  return { ...values, ...('month' in filters && { month: '' }), ...(month && spanOfMonth(month)) }
}

/** The filters in the form, by name. */
export const inForm = (filters: Report['filters']): [name: string, filter: Filter<unknown>][] =>
  Object.entries(filters).filter(([, { setBy, fixed }]) => setBy === undefined && fixed === undefined)

/** The filters that a chip above the table turns on, by name. */
export const chipsOf = (filters: Report['filters']): [name: string, chip: Chip][] =>
  Object.entries(filters).flatMap(([name, { chip }]): [string, Chip][] => (chip ? [[name, chip]] : []))

/** Sets a field; a typed date replaces the month. */
const withField = (values: FilterValues, name: string, value: string): FilterValues => ({
  ...values,
  ...((name === 'fromDate' || name === 'toDate') && 'month' in values && { month: '' }),
  [name]: value,
})

interface Props {
  readonly report: Report
  readonly values: FilterValues
  readonly onChange: (values: FilterValues) => void
  readonly onPress: (button: ReportButton<object>) => void
  readonly onCancel: () => void
  /** The newest month with vouchers. */
  readonly newest: Month
  /** True if rows are shown: on a phone the fields are then folded. */
  readonly isFound: boolean
  /** The button whose rows are shown. */
  readonly pressed: ReportButton<object> | undefined
  /** The screen's main button, unless it gets the report. */
  readonly mainAct?: ReactNode
}

/** A report's filters and buttons; Enter presses the first button (spec 2.fee-record.filters). */
export function ReportForm(props: Props) {
  const { report, values, onChange, onPress, onCancel, newest, isFound, pressed, mainAct } = props
  const { filters, buttons } = report
  const wrong = isReversed(values)
  const inputs = inForm(filters).map(([name, filter]) => (
    <FilterField
      key={name}
      schema={report.list.query.shape[name]}
      filter={filter}
      value={values[name] ?? ''}
      onChange={(value) => onChange(withField(values, name, value))}
      error={name === 'toDate' && wrong && 'Before the From Date'}
    />
  ))
  const isPhone = usePhone()
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
      {isPhone ? (
        <PhoneFilters
          isFound={isFound}
          set={setCount(report, values)}
          presets={<PresetSwitch {...{ report, values, onChange, newest }} />}
        >
          {inputs}
        </PhoneFilters>
      ) : (
        <div className="report-filters">{inputs}</div>
      )}
      <Group gap="xs" className="report-buttons">
        <Acts {...{ buttons, wrong, onPress, onCancel, pressed, mainAct, isPhone }} />
      </Group>
    </form>
  )
}

/** The number of fields whose value is not the usual one. */
const setCount = ({ filters }: Report, values: FilterValues): number =>
  inForm(filters).filter(
    ([name]) => name !== 'fromDate' && name !== 'toDate' && !['', 'all'].includes(values[name] ?? ''),
  ).length

interface PhoneFiltersProps extends Pick<Props, 'isFound'> {
  /** The number of fields that are set. */
  readonly set: number
  readonly presets: ReactNode
  readonly children: ReactNode
}

/** The period and a button for the fields, which are folded once there are rows. */
function PhoneFilters({ isFound, set, presets: periods, children }: PhoneFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasFound, setWasFound] = useState(isFound)
  if (wasFound !== isFound) {
    setWasFound(isFound)
    if (isFound) setOpen(false)
  }
  return (
    <div className="report-filters">
      {periods}
      <Button variant="default" size="xs" ms="auto" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters{set > 0 && ` (${set})`}
      </Button>
      {isOpen && <div className="report-filters report-unfolded">{children}</div>}
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

type PresetProps = Pick<Props, 'report' | 'values' | 'onChange' | 'newest'>

/** Sets the month, or both dates, to a common span; nothing if the report has no dates. */
export function PresetSwitch({ report, values, onChange, newest }: PresetProps) {
  const { today } = useStaff()
  const [isCustom, setCustom] = useState(false)
  const isPhone = usePhone()
  const { fromDate, toDate, month = '' } = values
  if (!('fromDate' in report.filters) || fromDate === undefined || toDate === undefined) return null
  const shown = { fromDate, toDate, month }
  const presets = presetsOf(report, shown, { today, newest })
  const choose = (chosen: string) => {
    const preset = presets.find(({ value }) => value === chosen)
    setCustom(preset === undefined)
    if (preset) onChange({ ...values, ...preset.span })
  }
  const periods = {
    'aria-label': 'Period',
    size: 'xs' as const,
    value: isCustom ? 'custom' : (presetOf(presets, shown)?.value ?? 'custom'),
    data: [...presets.map(({ value, label }) => ({ value, label })), { value: 'custom', label: 'Custom' }],
  }
  return isPhone ? (
    <NativeSelect {...periods} onChange={(event) => choose(event.currentTarget.value)} />
  ) : (
    <SegmentedControl {...periods} className="no-print" onChange={choose} />
  )
}

/** Shortens `Generate Report for students left` to `students left`. */
const shortLabel = (label: string): string => label.replace(/^Generate Report for /, '')

interface ActsProps extends Pick<Props, 'onPress' | 'onCancel' | 'pressed' | 'mainAct'> {
  readonly buttons: Report['buttons']
  readonly wrong: boolean
  readonly isPhone: boolean
}

function Acts({ buttons, wrong, onPress, onCancel, pressed, mainAct, isPhone }: ActsProps) {
  if (isPhone && buttons.length > 1) {
    const entries = buttons.map((button) => ({
      label: button.label,
      onPress: () => !wrong && onPress(button),
    }))
    return (
      <>
        <MenuButton
          position="bottom-start"
          entries={[...entries, { label: 'Cancel', onPress: onCancel }]}
          button={
            <Button rightSection={<IconChevronDown size={14} aria-hidden />} disabled={wrong}>
              Report for{pressed && `: ${shortLabel(pressed.label)}`}
            </Button>
          }
        />
        {mainAct}
        {/* Enter in a field sends a form of several fields only if it has such a button. */}
        <button type="submit" hidden />
      </>
    )
  }
  return (
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
      <Button variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    </>
  )
}

/** True if the from date is after the to date. */
export const isReversed = ({ fromDate = '', toDate = '' }: FilterValues): boolean =>
  fromDate !== '' && toDate !== '' && toDate < fromDate
