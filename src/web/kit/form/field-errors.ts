import type { Endpoint } from '#contract/endpoint.ts'
import { fieldError, parseOptions } from '#contract/field-errors.ts'
import { toWire } from '#contract/wire.ts'
import type { FieldError } from '#domain/outcome.ts'
import type { BodyOf } from '#web/api/call.ts'

/** Of a date field that is empty or cannot be read. */
export const missingDate = 'Please enter a date such as 21/11/2026'

/** What is wrong with a form, by the names of its fields. */
export type FormErrors<Values> = { readonly [Name in keyof Values]?: string } & Readonly<
  Partial<Record<string, string>>
>

/** What a form must know to show errors of the contract and of the server. */
export interface FormFields {
  /** The names of the fields. */
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

/** What the contract finds wrong with a body before it is sent, in the words of the server. */
export function contractErrors<E extends Endpoint>(
  endpoint: E,
  body: BodyOf<E> | undefined,
): readonly FieldError[] {
  const { error } = endpoint.body.safeParse(toWire(endpoint.body, body) ?? {}, parseOptions)
  return error?.issues.map(fieldError) ?? []
}
