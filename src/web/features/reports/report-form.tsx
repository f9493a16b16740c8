import { Button, Group, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classOrAll, optionalDate, sectionOrAll } from '#contract/fields.ts'
import { parseTypedDate } from '#domain/calendar.ts'
import { classes, sections } from '#domain/school.ts'
import type { Filter } from '#reports/report.ts'
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

interface FormProps extends Props {
  /** The screen's main button, unless it gets the report. */
  readonly mainAct: ReactNode
}

/** A report's filters and buttons; Enter presses the first button (spec 2.fee-record.filters). */
export function ReportForm({ shown, mainAct }: FormProps) {
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
  const hasMenu = isPhone && report.buttons.length > 1
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
        if (!wrong) void press()
      }}
    >
      {isPhone ? <PhoneFilters shown={shown}>{inputs}</PhoneFilters> : <Group {...fieldRow}>{inputs}</Group>}
      <Group gap="xs" className="report-buttons">
        {hasMenu ? (
          <ButtonMenu shown={shown} mainAct={mainAct} />
        ) : (
          <Buttons shown={shown} mainAct={mainAct} />
        )}
      </Group>
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
  const [wasFound, setWasFound] = useState(isFound)
  if (wasFound !== isFound) {
    setWasFound(isFound)
    if (isFound) setOpen(false)
  }
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

/** The behaviour of a button: Enter presses the first, Alt with 1, 2 or 3 any from anywhere on the screen. */
const actOf = ({ report, press, state }: ShownReport, index: number) => ({
  'aria-keyshortcuts': `Alt+${index + 1}`,
  type: index === 0 ? ('submit' as const) : ('button' as const),
  disabled: isReversed(state.values),
  ...(index > 0 && { onClick: () => void press(report.buttons[index]) }),
})

/** The buttons of a phone in one menu. */
function ButtonMenu({ shown, mainAct }: FormProps) {
  const { buttons } = shown.report
  const wrong = isReversed(shown.state.values)
  const query = shown.state.shown
  const pressed =
    query &&
    buttons.find(({ sets = {} }) => Object.entries(sets).every(([name, value]) => query[name] === value))
  const entries = buttons.map((button) => ({
    label: button.label,
    onPress: () => void (!wrong && shown.press(button)),
  }))
  return (
    <>
      <MenuButton
        position="bottom-start"
        entries={[...entries, { label: 'Cancel', onPress: shown.leave }]}
        button={
          <Button rightSection={<IconChevronDown size={14} aria-hidden />} disabled={wrong}>
            Report for{pressed && `: ${pressed.label.replace(/^Generate Report for /, '')}`}
          </Button>
        }
      />
      {mainAct}
      {/* For the keys: Enter in a field sends a form of several fields only if it has such a button. */}
      {buttons.map((button, index) => (
        <button key={button.label} hidden {...actOf(shown, index)} />
      ))}
    </>
  )
}

const Buttons = ({ shown, mainAct }: FormProps) => (
  <>
    {shown.report.buttons.map((button, index) => (
      <Button
        key={button.label}
        title={`Alt+${index + 1}`}
        variant={index === 0 && mainAct === undefined ? 'filled' : 'default'}
        {...actOf(shown, index)}
      >
        {button.label}
      </Button>
    ))}
    {mainAct}
    <Button variant="subtle" onClick={shown.leave}>
      Cancel
    </Button>
  </>
)

interface FieldProps {
  /** Decides the kind of field. */
  readonly schema: unknown
  readonly filter: Filter<unknown>
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: ReactNode
}

const oneOf = <Item extends string>(items: readonly Item[], value: string): Item | 'all' =>
  items.find((item) => item === value) ?? 'all'

/** A rarely needed field is behind a button until the button is pressed or the field has a value. */
function FilterField(props: FieldProps) {
  const { folded } = props.filter
  const [isOpened, setOpened] = useState(false)
  if (folded === undefined || isOpened || props.value !== '') return <Field {...props} autoFocus={isOpened} />
  return (
    <Button variant="subtle" size="xs" px={4} onClick={() => setOpened(true)}>
      {folded}
    </Button>
  )
}

function Field({
  schema,
  filter: { label = '', words = {} },
  value,
  onChange,
  error,
  autoFocus,
}: FieldProps & { readonly autoFocus: boolean }) {
  if (schema === classOrAll) return <ClassSelect all value={oneOf(classes, value)} onChange={onChange} />
  if (schema === sectionOrAll) return <SectionSelect all value={oneOf(sections, value)} onChange={onChange} />
  if (schema === optionalDate) {
    const day = parseTypedDate(value) ?? ''
    return <DateField label={label} value={day} onChange={onChange} error={error} autoFocus={autoFocus} />
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
