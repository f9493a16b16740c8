import { type CustomTypesConfig, types } from 'pg'

type Parse = (text: string) => unknown

const int8 = 20
const date = 1082
const int8Array = 1016
const dateArray = 1182

function safeInteger(text: string) {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for an exact number`)
  return value
}

// Enough for numbers and dates, which are never quoted.
const listOf = (parse: Parse) => (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : parse(item)))

// A calendar date has no time zone: it stays the text that it is.
const calendarDate = (text: string) => text

const ours = new Map<number, Parse>([
  [int8, safeInteger],
  [int8Array, listOf(safeInteger)],
  [date, calendarDate],
  [dateArray, listOf(calendarDate)],
])

/** How values come out of either engine: int8 as an exact number or an error, dates as text, numeric as text. */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid, format) => ours.get(oid) ?? types.getTypeParser(oid, format),
}
