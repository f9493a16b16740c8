import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { parseTypedDate, type CalendarDate } from '#domain/calendar.ts'
import type { CalendarPopover } from './date-picker.tsx'
import { loadModule } from './load-once.ts'

interface Props extends Omit<TextInputProps, 'onChange' | 'required' | 'disabled' | 'min' | 'max'> {
  readonly label: string
  readonly value: CalendarDate | ''
  readonly onChange: (date: CalendarDate | '') => void
  readonly required?: boolean | undefined
  readonly min?: CalendarDate | undefined
  readonly max?: CalendarDate | undefined
  readonly disabled?: boolean | undefined
}

const textOf = (date: CalendarDate | ''): string => date.split('-').toReversed().join('/')

/** Returns the date, or '' with a complaint if the text is unreadable or out of range. */
function read(
  typed: string,
  { min, max }: Pick<Props, 'min' | 'max'>,
): { date: CalendarDate | ''; complaint: string | null } {
  if (typed.trim() === '') return { date: '', complaint: null }
  const date = parseTypedDate(typed)
  if (!date) return { date: '', complaint: 'Not a date; enter it as 21/11/2026' }
  if (min && date < min) return { date: '', complaint: `Not before ${textOf(min)}` }
  if (max && date > max) return { date: '', complaint: `Not after ${textOf(max)}` }
  return { date, complaint: null }
}

/** Loads the calendar when it is first opened, because its code is large; if that fails, dates can still be typed. */
function useCalendar() {
  const field = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [calendar, setCalendar] = useState<{ readonly CalendarPopover: typeof CalendarPopover } | null>(null)
  const show = async () => {
    const fetched = calendar ?? (await loadModule(async () => import('./date-picker.tsx')).catch(() => null))
    setCalendar(fetched)
    setOpen(fetched !== null)
  }
  const close = () => {
    setOpen(false)
    field.current?.focus()
  }
  return { field, open, close, calendar, show }
}

interface PickProps extends Pick<Props, 'label' | 'value' | 'min' | 'max' | 'disabled'> {
  readonly picker: ReturnType<typeof useCalendar>
  readonly onPick: (date: CalendarDate) => void
}

/** The calendar button, for the mouse; no tab stop, because Alt and the down arrow open the calendar from the field. */
function PickFromCalendar({ picker, onPick, disabled, ...shown }: PickProps) {
  const { open, close, calendar, show } = picker
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size={32}
      tabIndex={-1}
      aria-label={`Pick ${shown.label} from a calendar`}
      disabled={disabled ?? false}
      onClick={() => (open ? close() : void show())}
    >
      <IconCalendar size={18} stroke={1.5} />
    </ActionIcon>
  )
  if (!calendar) return button
  return <calendar.CalendarPopover {...shown} isOpen={open} close={close} onPick={onPick} target={button} />
}

/** A date, typed (`2026-11-21`, `21/11/2026`, `21-11-2026`, `21112026`) or picked; unreadable text reports ''. */
export function DateField(props: Props) {
  const { value, onChange, error, required = false, disabled = false, min, max, ...input } = props
  const [typed, setTyped] = useState(textOf(value))
  const [isBlurred, setBlurred] = useState(true)
  const picker = useCalendar()
  const current = read(typed, { min, max })
  // A value set from outside replaces the typed text; '' only replaces a date, because unreadable text reports '' too.
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== current.date) setTyped(textOf(value))
  }
  const accept = (text: string) => {
    setTyped(text)
    const { date } = read(text, { min, max })
    setLastValue(date)
    if (date !== value) onChange(date)
  }
  return (
    <TextInput
      {...input}
      ref={picker.field}
      value={typed}
      placeholder="dd/mm/yyyy"
      autoComplete="off"
      className="figures"
      error={error || (isBlurred && current.complaint)}
      withAsterisk={required}
      aria-required={required}
      disabled={disabled}
      onChange={(event) => {
        setBlurred(false)
        accept(event.currentTarget.value)
      }}
      onBlur={() => {
        setBlurred(true)
        if (current.date) setTyped(textOf(current.date))
      }}
      rightSectionPointerEvents="all"
      aria-keyshortcuts="Alt+ArrowDown"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || !event.altKey) return
        event.preventDefault()
        void picker.show()
      }}
      rightSection={<PickFromCalendar {...props} picker={picker} onPick={(date) => accept(textOf(date))} />}
    />
  )
}
