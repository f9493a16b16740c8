import { warnIncomplete } from '#domain/incomplete-contact.ts'
import { recordLabels, type RecordField } from '#web/kit/record-labels.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { StepProps } from './admission-form.ts'

interface Props extends StepProps {
  readonly name: RecordField
  readonly required?: boolean
  readonly longest?: number
  readonly inputMode?: TextInputProps['inputMode']
  /** Puts light marks such as dashes into what is typed. */
  readonly shape?: (before: string, typed: string) => string
}

/** A line of text of the admission form, with a warning where it looks incomplete (decisions 6.contacts). */
export function TypedField(props: Props) {
  const { form, errors, change, name, required = false, longest = 120, inputMode, shape } = props
  const isSettled = useSettled(form[name])
  // An error says more than a warning.
  const warning = isSettled && errors[name] === undefined ? warnIncomplete(name, form[name]) : null
  return (
    <TextInput
      name={name}
      label={recordLabels[name]}
      value={form[name]}
      onChange={({ currentTarget: { value } }) =>
        change({ [name]: shape ? shape(form[name], value) : value })
      }
      error={errors[name]}
      description={warning !== null && <Warning words={warning} />}
      descriptionProps={{ c: 'var(--portal-to-do)' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk={required}
      aria-required={required}
      maxLength={longest}
      inputMode={inputMode}
      autoComplete="off"
    />
  )
}

/** What is still being typed is incomplete by nature. */
const typingPauseMs = 500

/**
 * Whether a value has rested since it was last typed. Leaving the field is not waited for: a warning that then appears
 * would move the button away under the press.
 */
function useSettled(value: string): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const pause = setTimeout(() => setSettled(value), typingPauseMs)
    return () => clearTimeout(pause)
  }, [value])
  return settled === value
}

const Warning = ({ words }: { readonly words: string }) => (
  <>
    <IconAlertTriangle size={14} aria-hidden style={{ verticalAlign: 'text-bottom', marginInlineEnd: 4 }} />
    {words}
  </>
)
