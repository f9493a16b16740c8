import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { parseTypedDate, type CalendarDate } from '#domain/calendar.ts'
import type { CalendarPopover } from './date-picker.tsx'

interface Props {
  readonly label: string
  readonly value: CalendarDate | ''
  readonly onChange: (date: CalendarDate | '') => void
  readonly error?: ReactNode
  readonly required?: boolean | undefined
  readonly min?: CalendarDate | undefined
  readonly max?: CalendarDate | undefined
  readonly disabled?: boolean | undefined
  readonly description?: ReactNode
  readonly name?: string
  readonly autoFocus?: boolean
}

const shown = (date: CalendarDate | ''): string => date.split('-').toReversed().join('/')

const outside = (date: CalendarDate, { min, max }: Props): string | null => {
  if (min && date < min) return `Not before ${shown(min)}`
  if (max && date > max) return `Not after ${shown(max)}`
  return null
}

/** A date, '' or an unreadable text with the reason. */
function read(typed: string, props: Props): { date: CalendarDate | ''; complaint: string | null } {
  if (typed.trim() === '') return { date: '', complaint: null }
  const date = parseTypedDate(typed)
  if (!date) return { date: '', complaint: 'Not a date; enter it as 21/11/2026' }
  const complaint = outside(date, props)
  return { date: complaint === null ? date : '', complaint }
}

/** Loads the calendar when it is first opened, as its code is heavy; if that fails, dates are typed. */
function useCalendar() {
  const field = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [calendar, setCalendar] = useState<{ readonly CalendarPopover: typeof CalendarPopover } | null>(null)
  const show = async () => {
    const fetched = calendar ?? (await import('./date-picker.tsx').catch(() => null))
    setCalendar(fetched)
    setOpen(fetched !== null)
  }
  const close = () => {
    setOpen(false)
    field.current?.focus()
  }
  return { field, open, close, calendar, show }
}

interface PickProps extends Props {
  readonly picker: ReturnType<typeof useCalendar>
  readonly onPick: (date: CalendarDate) => void
}

/** Serves the mouse; not a tab stop, as Alt and the down arrow open it from the field. */
function PickFromCalendar({ picker, onPick, label, value, min, max, disabled }: PickProps) {
  const { open, close, calendar, show } = picker
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size={32}
      tabIndex={-1}
      aria-label={`Pick ${label} from a calendar`}
      disabled={disabled ?? false}
      onClick={() => (open ? close() : void show())}
    >
      <IconCalendar size={18} stroke={1.5} />
    </ActionIcon>
  )
  if (!calendar) return button
  return (
    <calendar.CalendarPopover
      label={label}
      value={value}
      min={min}
      max={max}
      isOpen={open}
      close={close}
      onPick={onPick}
      target={button}
    />
  )
}

/** A date, typed (`2026-11-21`, `21/11/2026`, `21-11-2026`, `21112026`) or picked; reports '' for an unreadable text. */
export function DateField(props: Props) {
  const { label, value, onChange, error, required, disabled, description, name, autoFocus } = props
  const [typed, setTyped] = useState(shown(value))
  const [left, setLeft] = useState(true)
  const picker = useCalendar()
  const standing = read(typed, props)
  // A value set from outside replaces the typed text; '' only if a date stood there, as an unreadable text reports '' too.
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    if (value !== standing.date) setTyped(shown(value))
  }
  const take = (text: string) => {
    setTyped(text)
    const { date } = read(text, props)
    setKnown(date)
    if (date !== value) onChange(date)
  }
  return (
    <TextInput
      ref={picker.field}
      label={label}
      value={typed}
      {...(name !== undefined && { name })}
      description={description}
      placeholder="dd/mm/yyyy"
      autoComplete="off"
      className="figures"
      error={error || (left && standing.complaint)}
      withAsterisk={required ?? false}
      aria-required={required ?? false}
      disabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      onChange={(event) => {
        setLeft(false)
        take(event.currentTarget.value)
      }}
      onBlur={() => {
        setLeft(true)
        if (standing.date) setTyped(shown(standing.date))
      }}
      rightSectionPointerEvents="all"
      aria-keyshortcuts="Alt+ArrowDown"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || !event.altKey) return
        event.preventDefault()
        void picker.show()
      }}
      rightSection={<PickFromCalendar {...props} picker={picker} onPick={(date) => take(shown(date))} />}
    />
  )
}
