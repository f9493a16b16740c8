import type { TextInputProps } from '@mantine/core'
import { reasonErrors } from './field-errors.ts'
import { ReasonInput } from './form-dialog.tsx'

/** The reason for a change that may need approval; shown if the loaded campus rules or the server require it. */
export const ReasonField = ({ isNeeded, ...field }: TextInputProps & { readonly isNeeded: boolean }) =>
  (isNeeded || Boolean(field.error)) && <ReasonInput {...field} />

/** Returns the error of a missing reason; empty if no reason is needed. */
export const reasonError = (reason: string, isNeeded: boolean) => (isNeeded ? reasonErrors({ reason }) : {})
