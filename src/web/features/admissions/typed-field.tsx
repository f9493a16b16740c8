import { recordLabels, type RecordField } from '#web/parts/record-labels.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import type { StepProps } from './admission-form.ts'

interface Props extends StepProps {
  readonly name: RecordField
  readonly required?: boolean
  readonly longest?: number
  readonly inputMode?: TextInputProps['inputMode']
  /** Puts light marks such as dashes into what is typed. */
  readonly shape?: (before: string, typed: string) => string
}

/** A line of text of the admission form. */
export function TypedField(props: Props) {
  const { form, errors, change, name, required = false, longest = 120, inputMode, shape } = props
  return (
    <TextInput
      name={name}
      label={recordLabels[name]}
      value={form[name]}
      onChange={({ currentTarget: { value } }) =>
        change({ [name]: shape ? shape(form[name], value) : value })
      }
      error={errors[name]}
      withAsterisk={required}
      aria-required={required}
      maxLength={longest}
      inputMode={inputMode}
      autoComplete="off"
    />
  )
}
