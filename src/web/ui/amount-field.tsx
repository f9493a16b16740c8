import { TextInput } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'

interface Props {
  readonly label: string
  /** Rupees as typed; `parseRupees` of the domain reads them. */
  readonly value: string
  readonly onChange?: (typed: string) => void
  readonly error?: ReactNode
  readonly required?: boolean | undefined
  readonly readOnly?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly description?: ReactNode
  readonly name?: string
  readonly autoFocus?: boolean
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** An amount in rupees, left as typed. */
export const AmountField = ({ onChange, required, readOnly, disabled, ...rest }: Props) => (
  <TextInput
    {...rest}
    variant={readOnly ? 'filled' : 'default'}
    className="amount-field"
    inputMode="decimal"
    autoComplete="off"
    withAsterisk={required ?? false}
    aria-required={required ?? false}
    readOnly={readOnly ?? false}
    disabled={disabled ?? false}
    onChange={(event) => onChange?.(event.currentTarget.value)}
  />
)
