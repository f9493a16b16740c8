import type { Endpoint } from '#contract/endpoint.ts'
import { fieldError, parseOptions } from '#contract/refusals.ts'
import { toWire } from '#contract/wire.ts'
import type { FieldError } from '#domain/outcome.ts'
import type { BodyOf } from '#web/api/call.ts'

/** The error of a date field that is empty or unreadable. */
export const missingDate = 'Please enter a date such as 21/11/2026'

/** Returns the error of a missing reason. */
export const reasonErrors = ({ reason }: { readonly reason: string }): { readonly reason?: string } =>
  reason.trim() === '' ? { reason: 'Please enter a reason' } : {}

export type FormErrors<Values> = { readonly [Name in keyof Values]?: string } & Readonly<
  Partial<Record<string, string>>
>

/**
 * Maps errors to the form's names: the last part of a path such as `studentData.studentName`, or the name in `renamed`.
 * Drops other errors.
 */
export const errorsByField = <Values>(
  errors: readonly FieldError[],
  names: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
): FormErrors<Values> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only names of the form's fields are kept
  Object.fromEntries(
    errors
      .map(({ field, message }): [string, string] => {
        const name = field.split('.').at(-1) ?? field
        return [renamed[name] ?? name, message]
      })
      .filter(([name]) => names.includes(name)),
  ) as FormErrors<Values>

/** Returns the contract's errors in a body before it is sent, in the words of the server. */
export function contractErrors<E extends Endpoint>(
  endpoint: E,
  body: BodyOf<E> | undefined,
): readonly FieldError[] {
  const { error } = endpoint.body.safeParse(toWire(endpoint.body, body) ?? {}, parseOptions)
  return error?.issues.map(fieldError) ?? []
}
