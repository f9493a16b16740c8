import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

interface ReasonFieldProps {
  readonly name: string
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly error: ReactNode
  /** True if the campus rules that the page has loaded require a reason. */
  readonly isNeeded: boolean
}

/** The reason for a change that may need approval; shown if the rules or the server require it. */
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

/** Returns the error of a missing reason; empty if no reason is needed. */
export const reasonError = (reason: string, isNeeded: boolean) =>
  isNeeded && reason.trim() === '' ? { reason: 'Please enter a reason' } : {}
