import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

interface ReasonFieldProps {
  readonly name: string
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly error: ReactNode
  /** True by the campus rules that the page has read. */
  readonly isNeeded: boolean
}

/** The reason of an act that may need approval; shown if it is needed, or the server asks for it. */
export const ReasonField = ({ onChange, isNeeded, ...field }: ReasonFieldProps) =>
  (isNeeded || Boolean(field.error)) && (
    <TextInput
      {...field}
      onChange={(event) => onChange(event.currentTarget.value)}
      label="Reason"
      maxLength={500}
      autoComplete="off"
      withAsterisk
      aria-required
    />
  )

/** Empty if no reason is needed. */
export const reasonError = (reason: string, isNeeded: boolean) =>
  isNeeded && reason.trim() === '' ? { reason: 'Please enter a reason' } : {}
