import { Button, NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { classOrAll, optionalDate, sectionOrAll } from '#contract/fields.ts'
import { parseTypedDate } from '#domain/calendar.ts'
import { classes, sections } from '#domain/school.ts'
import type { Filter } from '#reports/report.ts'
import { ClassSelect, SectionSelect } from '#web/kit/class-and-section.tsx'
import { DateField } from '#web/ui/date-field.tsx'

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
export function FilterField(props: FieldProps) {
  const { folded } = props.filter
  const [isOpened, setOpened] = useState(false)
  if (folded === undefined || isOpened || props.value !== '') return <Field {...props} autoFocus={isOpened} />
  return (
    <Button variant="subtle" size="xs" ms="auto" onClick={() => setOpened(true)}>
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
