import { Button, Group, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { classOrAll, optionalDate, sectionOrAll } from '#contract/fields.ts'
import { parseTypedDate } from '#domain/calendar.ts'
import { classes, sections } from '#domain/school.ts'
import type { Filter, Report } from '#reports/report.ts'
import { useStaff } from '#web/api/session.ts'
import { ClassSelect, SectionSelect } from '#web/kit/class-and-section.tsx'
import { presetOf, presetsOf } from '#web/kit/presets.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { MenuButton } from '#web/ui/popup-button.tsx'
import { useScreenKeys } from '#web/ui/screen-keys.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { inForm, isReversed, type FilterValues } from './report-address.ts'
import type { ShownReport } from './use-shown-report.ts'

interface Props {
  readonly shown: ShownReport
}

/** A report's filters and buttons; Enter presses the first button (spec 2.fee-record.filters). */
export function ReportForm({ shown }: Props) {
  const { report, state, change, press } = shown
  const { values } = state
  const wrong = isReversed(values)
  const inputs = inForm(report.filters).map(([name, filter]) => (
    <FilterField
      key={name}
      schema={report.list.query.shape[name]}
      filter={filter}
      value={values[name] ?? ''}
      onChange={(value) => change(withField(values, name, value))}
      error={name === 'toDate' && wrong && 'Before the From Date'}
    />
  ))
  const isPhone = usePhone()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), [])
  useScreenKeys(
    report.buttons.map((button, index) => ({
      key: `Alt ${index + 1}`,
      label: button.label,
      run: () => void press(button),
    })),
  )
  return (
    <form
      ref={form}
      noValidate
      className="no-print"
      style={{ display: 'contents' }}
      onKeyDown={(event) => {
        // Enter in a select does not submit the form in every browser.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) void press()
      }}
    >
      {isPhone ? <PhoneFilters shown={shown}>{inputs}</PhoneFilters> : <Group {...fieldRow}>{inputs}</Group>}
      <Buttons shown={shown} />
    </form>
  )
}

const fieldRow = { className: 'report-filters', gap: '6px 12px', align: 'stretch' } as const

/** Sets a field; a typed date replaces the month. */
const withField = (values: FilterValues, name: string, value: string): FilterValues => ({
  ...values,
  ...((name === 'fromDate' || name === 'toDate') && 'month' in values && { month: '' }),
  [name]: value,
})

/** The period and a button for the fields, which are folded once there are rows. */
function PhoneFilters({ shown, children }: Props & { readonly children: ReactNode }) {
  const { report, state, found } = shown
  const isFound = found !== null
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    if (isFound) setOpen(false)
  }, [isFound])
  /** The number of fields whose value is not the usual one. */
  const set = inForm(report.filters).filter(
    ([name]) => name !== 'fromDate' && name !== 'toDate' && !['', 'all'].includes(state.values[name] ?? ''),
  ).length
  return (
    <Group {...fieldRow}>
      <PresetSwitch shown={shown} />
      <Button variant="default" size="xs" ms="auto" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters{set > 0 && ` (${set})`}
      </Button>
      {isOpen && (
        <Group {...fieldRow} w="100%">
          {children}
        </Group>
      )}
    </Group>
  )
}

/** Sets the month, or both dates, to a common span; nothing if the report has no dates. */
export function PresetSwitch({ shown: { report, state, newest, change } }: Props) {
  const { today } = useStaff()
  const [isCustom, setCustom] = useState(false)
  const isPhone = usePhone()
  const { fromDate, toDate, month = '' } = state.values
  if (!('fromDate' in report.filters) || fromDate === undefined || toDate === undefined) return null
  const span = { fromDate, toDate, month }
  const presets = presetsOf(report, span, { today, newest })
  const choose = (chosen: string) => {
    const preset = presets.find(({ value }) => value === chosen)
    setCustom(preset === undefined)
    if (preset) change({ ...state.values, ...preset.span })
  }
  const periods = {
    'aria-label': 'Period',
    size: 'xs' as const,
    value: isCustom ? 'custom' : (presetOf(presets, span, today)?.value ?? 'custom'),
    data: [...presets.map(({ value, label }) => ({ value, label })), { value: 'custom', label: 'Custom' }],
  }
  return isPhone ? (
    <NativeSelect {...periods} onChange={(event) => choose(event.currentTarget.value)} />
  ) : (
    <SegmentedControl {...periods} className="no-print" onChange={choose} />
  )
}

/** Enter presses the first button, Alt with 1, 2 or 3 any. A phone has a menu in place of the buttons, whose keys stay. */
function Buttons({ shown }: Props) {
  const { report, extras, state, found, finder, loading, press, leave } = shown
  const { buttons } = report
  const hasMenu = usePhone() && buttons.length > 1
  const disabled = isReversed(state.values)
  const hasRows = found !== null && found.rows.length > 0
  return (
    <Group gap="xs" className="report-buttons" style={{ gridArea: 'buttons' }}>
      {buttons.map((button, index) => (
        <Button
          key={button.label}
          title={`Alt+${index + 1}`}
          aria-keyshortcuts={`Alt+${index + 1}`}
          variant={index === 0 && !extras.MainAct ? 'filled' : 'default'}
          type={index === 0 ? 'submit' : 'button'}
          disabled={disabled}
          {...(index > 0 && { onClick: () => void press(button) })}
          {...(hasMenu && { display: 'none' })}
        >
          {button.label}
        </Button>
      ))}
      {hasMenu && (
        <MenuButton
          position="bottom-start"
          entries={[
            ...buttons.map((button) => ({ label: button.label, onPress: () => void press(button) })),
            { label: 'Cancel', onPress: leave },
          ]}
          button={
            <Button rightSection={<IconChevronDown size={14} aria-hidden />} disabled={disabled}>
              Report for{pressedWords(shown)}
            </Button>
          }
        />
      )}
      {extras.MainAct && (
        <extras.MainAct
          disabled={disabled || loading === 'report' || (hasRows && !finder.isFound)}
          rows={hasRows ? finder.found : null}
          load={() => press()}
        />
      )}
      {!hasMenu && (
        <Button variant="subtle" onClick={leave}>
          Cancel
        </Button>
      )}
    </Group>
  )
}

function pressedWords({ report, state: { shown: query } }: ShownReport): string {
  const isPressed = ({ sets = {} }: Report['buttons'][number]) =>
    Object.entries(sets).every(([name, value]) => query?.[name] === value)
  const pressed = query && report.buttons.find(isPressed)
  return pressed ? `: ${pressed.label.replace(/^Generate Report for /, '')}` : ''
}

const oneOf = <Item extends string>(items: readonly Item[], value: string): Item | 'all' =>
  items.find((item) => item === value) ?? 'all'

interface FieldProps {
  /** Decides the kind of field. */
  readonly schema: unknown
  readonly filter: Filter<unknown>
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: ReactNode
}

/** A rarely needed field is behind a button until the button is pressed or the field has a value. */
function FilterField({ schema, filter, value, onChange, error }: FieldProps) {
  const { label = '', words = {}, folded } = filter
  const [isOpened, setOpened] = useState(false)
  if (folded !== undefined && !isOpened && value === '')
    return (
      <Button variant="subtle" size="xs" px={4} onClick={() => setOpened(true)}>
        {folded}
      </Button>
    )
  if (schema === classOrAll) return <ClassSelect all value={oneOf(classes, value)} onChange={onChange} />
  if (schema === sectionOrAll) return <SectionSelect all value={oneOf(sections, value)} onChange={onChange} />
  if (schema === optionalDate) {
    const day = parseTypedDate(value) ?? ''
    return <DateField label={label} value={day} onChange={onChange} error={error} autoFocus={isOpened} />
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
