import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { classes, sections, type SchoolClass, type Section } from '#domain/school.ts'

interface ListProps<Item extends string> extends Omit<
  NativeSelectProps,
  'value' | 'onChange' | 'required' | 'disabled'
> {
  readonly value: Item | ''
  readonly onChange: (chosen: Item) => void
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
}

interface SelectProps<Item extends string> extends ListProps<Item> {
  readonly items: readonly Item[]
  readonly placeholder?: string
  readonly all?: boolean
}

function ListSelect<Item extends string>(props: SelectProps<Item>) {
  const { value, items, onChange, placeholder, required = false, disabled = false, all: _, ...select } = props
  return (
    <NativeSelect
      {...select}
      value={value}
      withAsterisk={required}
      aria-required={required}
      disabled={disabled}
      onChange={(event) => {
        const chosen = items.find((item) => item === event.currentTarget.value)
        if (chosen !== undefined) onChange(chosen)
      }}
    >
      {placeholder !== undefined && (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      {items.map((item) => (
        <option key={item} value={item}>
          {item === 'all' ? 'All' : item}
        </option>
      ))}
    </NativeSelect>
  )
}

/** With `all` the list begins with `All`, as a report's filters do (spec 2.fee-record.filters). */
type ListOrAllProps<Item extends string> =
  (ListProps<Item> & { readonly all?: false }) | (ListProps<Item | 'all'> & { readonly all: true })

export function ClassSelect(props: ListOrAllProps<SchoolClass>) {
  if (props.all) return <ListSelect label="Class" {...props} items={['all', ...classes]} />
  return <ListSelect label="Class" placeholder="Choose a class" {...props} items={classes} />
}

export function SectionSelect(props: ListOrAllProps<Section>) {
  if (props.all) return <ListSelect label="Section" {...props} items={['all', ...sections]} />
  return <ListSelect label="Section" placeholder="Choose a section" {...props} items={sections} />
}
