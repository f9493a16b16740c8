import type { Endpoint } from '#contract/endpoint.ts'
import { fieldError, parseOptions } from '#contract/field-errors.ts'
import { toWire } from '#contract/wire.ts'
import type { FieldError } from '#domain/outcome.ts'
import type { BodyOf } from '#web/api/call.ts'

/** The error of a date field that is empty or cannot be read. */
export const missingDate = 'Please enter a date such as 21/11/2026'

/** The errors of a form, by the names of its fields. */
export type FormErrors<Values> = { readonly [Name in keyof Values]?: string } & Readonly<
  Partial<Record<string, string>>
>

/** The fields of a form that shows errors of the contract and of the server. */
export interface FormFields {
  readonly names: readonly string[]
  /** Fields that have another name in the call, by that name. */
  readonly renamed?: Readonly<Record<string, string>>
}

/** Errors by the form's own names: a path such as `studentData.studentName` ends in one. Others are left out. */
export const errorsByField = <Values>(
  errors: readonly FieldError[],
  { names, renamed = {} }: FormFields,
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

/** The contract's errors in a body before it is sent, in the words of the server. */
export function contractErrors<E extends Endpoint>(
  endpoint: E,
  body: BodyOf<E> | undefined,
): readonly FieldError[] {
  const { error } = endpoint.body.safeParse(toWire(endpoint.body, body) ?? {}, parseOptions)
  return error?.issues.map(fieldError) ?? []
}
