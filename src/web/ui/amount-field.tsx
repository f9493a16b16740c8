import { TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'

interface Props extends Omit<TextInputProps, 'onChange' | 'required' | 'readOnly' | 'ref'> {
  /** Rupees as typed; `parseRupees` of the domain reads them. */
  readonly value: string
  readonly onChange?: (typed: string) => void
  readonly required?: boolean | undefined
  readonly readOnly?: boolean | undefined
  /** True if the digits are grouped while typing. */
  readonly grouped?: boolean
  /** The key that focuses the field, such as `Alt+G`. */
  readonly keyHint?: string
  readonly ref?: Ref<HTMLInputElement>
}

/** Groups the digits of an amount, Western, Arabic or Urdu, by three; leaves any other text as typed. */
export function groupDigits(typed: string): string {
  const [, whole = '', decimals = ''] = /^([\p{Nd},]+)(\.\p{Nd}*)?$/u.exec(typed) ?? []
  if (whole === '') return typed
  return whole.replaceAll(',', '').replace(/(?<=\p{Nd})(?=(?:\p{Nd}{3})+$)/gu, ',') + decimals
}

const withoutCommas = (text: string): string => text.replaceAll(',', '')

/** Returns the first position after which a text has this number of characters, not counting commas. */
function positionBefore(text: string, count: number): number {
  let position = text.length
  while (position > 0 && withoutCommas(text.slice(position)).length < count) position -= 1
  while (text[position - 1] === ',') position -= 1
  return position
}

/**
 * Groups the digits in the field, and keeps the cursor between the same digits. Writes them into the field itself: React
 * would move the cursor to the end, also if the amount stays the same because only a comma was deleted.
 */
function group(field: HTMLInputElement): string {
  const { value: typed, selectionStart } = field
  const grouped = groupDigits(typed)
  if (grouped === typed) return typed
  const position = positionBefore(grouped, withoutCommas(typed.slice(selectionStart ?? typed.length)).length)
  field.value = grouped
  field.setSelectionRange(position, position)
  return grouped
}

/** An amount in rupees. */
export function AmountField(props: Props) {
  const { onChange, required = false, readOnly = false, grouped, keyHint, ref, ...input } = props
  return (
    <TextInput
      className="amount-field"
      {...input}
      {...(keyHint !== undefined && { title: keyHint, 'aria-keyshortcuts': keyHint })}
      ref={ref ?? null}
      variant={readOnly ? 'filled' : 'default'}
      inputMode="decimal"
      autoComplete="off"
      withAsterisk={required}
      aria-required={required}
      readOnly={readOnly}
      onChange={({ currentTarget }) => onChange?.(grouped ? group(currentTarget) : currentTarget.value)}
    />
  )
}
