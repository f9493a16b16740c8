import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

interface ReasonFieldProps {
  readonly name: string
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly error: ReactNode
  /** By the rules of the campus as the page has read them. */
  readonly isNeeded: boolean
}

/** The reason of an act that a second person may have to approve; shown if it is needed, or the server asks for it. */
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

/** The error of a missing reason; none if no reason is needed. */
export const reasonError = (reason: string, isNeeded: boolean) =>
  isNeeded && reason.trim() === '' ? { reason: 'Please enter a reason' } : {}
