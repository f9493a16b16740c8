import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { classes, sections, type SchoolClass, type Section } from '#domain/school.ts'

interface ListProps<Item extends string> {
  readonly label?: string
  readonly value: Item | ''
  readonly onChange: (chosen: Item) => void
  readonly error?: ReactNode
  readonly placeholder?: string
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly name?: string
}

interface SelectProps<Item extends string> extends ListProps<Item> {
  readonly label: string
  readonly items: readonly { readonly value: Item; readonly label: string }[]
}

function ListSelect<Item extends string>(props: SelectProps<Item>) {
  const { label, value, items, onChange, placeholder, required, disabled, error, name } = props
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      {...(name !== undefined && { name })}
      withAsterisk={required ?? false}
      aria-required={required ?? false}
      disabled={disabled ?? false}
      onChange={(event) => {
        const chosen = items.find((item) => item.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {placeholder !== undefined && (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      {items.map((item) => (
        <option key={item.value} value={item.value}>
          {item.label}
        </option>
      ))}
    </NativeSelect>
  )
}

const all = { value: 'all', label: 'All' } as const
const itemsOf = <Item extends string>(items: readonly Item[]) =>
  items.map((item) => ({ value: item, label: item }))

const classItems = itemsOf(classes)
const sectionItems = itemsOf(sections)

/** With `all` the list begins with `All`, as a report's filters do (spec 2.fee-record.filters). */
type ListOrAllProps<Item extends string> =
  (ListProps<Item> & { readonly all?: false }) | (ListProps<Item | 'all'> & { readonly all: true })

export function ClassSelect(props: ListOrAllProps<SchoolClass>) {
  const label = props.label ?? 'Class'
  if (props.all) return <ListSelect {...props} label={label} items={[all, ...classItems]} />
  return <ListSelect placeholder="Choose a class" {...props} label={label} items={classItems} />
}

export function SectionSelect(props: ListOrAllProps<Section>) {
  const label = props.label ?? 'Section'
  if (props.all) return <ListSelect {...props} label={label} items={[all, ...sectionItems]} />
  return <ListSelect placeholder="Choose a section" {...props} label={label} items={sectionItems} />
}
