// Field schemas that several endpoints share, and the values that count as blank (decisions 2.values.not-given).

import { z } from 'zod/mini'
import { monthPattern } from '#domain/calendar.ts'
import { byHead, type FeeHeadKey } from '#domain/fee-heads.ts'
import { largestAmount, nothing, opposite, paisa } from '#domain/money.ts'
import { classes, sections } from '#domain/school.ts'
import { date, encodedBy, moneyBetween, period } from './wire.ts'

export const fileFormat = z.enum(['xlsx', 'csv'])
export type FileFormat = z.infer<typeof fileFormat>

export const feeFields = <const H extends { readonly key: FeeHeadKey }, S extends z.ZodMiniType>(
  heads: readonly H[],
  schema: S,
): Record<H['key'], S> => byHead(heads, () => schema)

const blankToMissing = (value: unknown): unknown => {
  if (value === null) return undefined
  if (typeof value !== 'string') return value
  const trimmed = value.trim()
  return trimmed === '' ? undefined : trimmed
}

/** A schema whose input may also be of another type. */
interface Accepting<S extends z.ZodMiniType, Other> extends z.ZodMiniType<z.output<S>, z.input<S> | Other> {
  readonly _zod: z.core.$ZodTypeInternals<z.output<S>, z.input<S> | Other> &
    Pick<S['_zod'], 'optin' | 'optout'>
}

const preprocess = <S extends z.ZodMiniType, Other>(
  read: (value: z.input<S> | Other) => unknown,
  schema: S,
): Accepting<S, Other> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a pipe's type is never optional
  z.pipe(z.transform(read), schema) as Accepting<S, Other>

/** Treats a blank value (empty, white space or null) as missing, and trims text. */
export const given = <S extends z.ZodMiniType>(schema: S) => preprocess<S, '' | null>(blankToMissing, schema)

/** False for control characters, lone surrogates and marks that change the text direction. */
const isPlain = (value: string): boolean => !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u.test(value)

export const plainText = (longest: number) =>
  z
    .string()
    .check(
      z.maxLength(longest, `At most ${longest} characters`),
      z.refine(isPlain, 'Has characters that cannot be saved'),
    )

export const text = (longest = 120) => given(plainText(longest))
/** A text that may be blank, which is then ''. */
export const optionalText = (longest = 120) => given(z._default(plainText(longest), ''))

export const requiredDate = given(date)
export const optionalDate = given(z.optional(date))
/** A month as `2026-12`. */
export const optionalMonth = given(
  z.optional(z.string().check(z.regex(monthPattern, 'Enter a month such as 2026-12'))),
)
export const optionalPeriod = given(z.optional(period))

const amountLimits = ['May not be negative', 'At most 9,999,999.99'] as const

export const amount = given(moneyBetween(nothing, largestAmount, amountLimits))

export const optionalAmount = given(z.optional(moneyBetween(nothing, largestAmount, amountLimits)))

/** Larger than any balance, and small enough that its rupees are exact to the paisa. */
const balanceLimit = paisa(100_000_000_000_000)

/** The balance that the clerk saw; negative if paid in advance. */
export const seenBalance = given(
  z.optional(moneyBetween(opposite(balanceLimit), balanceLimit, ['Not a balance', 'Not a balance'])),
)

export const seenSum = given(moneyBetween(nothing, balanceLimit, ['May not be negative', 'Not a sum']))

export const schoolClass = z.enum(classes, 'Choose a class from the list')
export const section = z.enum(sections, 'Choose a section from the list')
export const requiredClass = given(schoolClass)
export const requiredSection = given(section)
export const classOrAll = given(
  z._default(z.enum(['all', ...classes], 'Choose a class from the list'), 'all'),
)
export const sectionOrAll = given(
  z._default(z.enum(['all', ...sections], 'Choose a section from the list'), 'all'),
)

export const largestNumber = 2_147_483_647

/** An integer in a path or query from 1 to `largest`; `words` is the error message. */
export const numberParam = (words: string, largest = largestNumber) =>
  z.coerce.number<number | string>(words).check(z.int(words), z.minimum(1, words), z.maximum(largest, words))

/** An integer of at least `min`; does not accept text. */
export const wholeNumber = (words: string, min: number) =>
  z.number(words).check(z.int(words), z.minimum(min, words))

/** Makes a number schema accept digits as text, too. */
const numberOrDigits = <S extends z.ZodMiniType<number | undefined>>(schema: S) =>
  preprocess<S, string>(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    schema,
  )

export const rollNoParam = numberParam('Not a roll number')
/** A roll number as a number or as digits; required. */
export const requiredRollNo = given(
  numberOrDigits(wholeNumber('Not a roll number', 1).check(z.maximum(largestNumber, 'Not a roll number'))),
)
/** A voucher number as printed, URL-encoded in a path. */
export const voucherNoParam = plainText(120).check(z.minLength(1))
export const userIdParam = plainText(120).check(z.minLength(1), z.toLowerCase())
export const campusParam = z.string().check(z.minLength(1), z.maxLength(120))
export const monthParam = numberParam('Choose a month from 1 to 12', 12)
/** A year as a number or as digits; may be blank. */
export const optionalYear = given(
  numberOrDigits(
    z.optional(
      wholeNumber('Enter a year such as 2026', 1900).check(z.maximum(2999, 'Enter a year such as 2026')),
    ),
  ),
)

export const anything = z.unknown()

/**
 * Accepts and drops the fields of `unused` (spec 7.admissions): the session decides user and campus, and the books
 * decide the sums (decisions 2.identity.user, decisions 6.payloads). The page encodes the fields by their schemas.
 */
export function withUnusedFields<S extends z.ZodMiniObject, const Unused extends z.core.$ZodLooseShape>(
  schema: S,
  unused: Unused,
) {
  const description = `Accepted and not used: ${Object.keys(unused).join(', ')}`
  return encodedBy(schema.check(z.describe(description)), z.extend(schema, z.partial(z.object(unused)).shape))
}

/** A field that is accepted and not used; the page encodes it by the schema. */
export const unusedValue = <S extends z.ZodMiniType>(schema: S) => z.optional(encodedBy(z.unknown(), schema))

export const noBody = z.unknown()
export const noParams = z.object({})

/** Null for a closing from before hashes were introduced (domain/digest.ts). */
export const closingDigest = z.nullable(z.object({ place: z.number(), digits: z.string() }))
