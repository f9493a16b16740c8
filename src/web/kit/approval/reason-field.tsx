import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

interface ReasonFieldProps {
  readonly name: string
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly error: ReactNode
}

/** The reason of an act that a second person may have to approve. */
export const ReasonField = ({ onChange, ...field }: ReasonFieldProps) => (
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

/** What is wrong with a reason, where one is needed. */
export const reasonError = (reason: string, isNeeded: boolean) =>
  isNeeded && reason.trim() === '' ? { reason: 'Please enter a reason' } : {}
