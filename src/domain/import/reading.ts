/** A value that was read from a cell, or the problem with the cell. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: string; readonly message: string }

export const readAs = <T>(value: T): Reading<T> => ({ ok: true, value })

export const misread = (code: string, message: string): Reading<never> => ({ ok: false, code, message })

/** The text before a formula of which the file has no result, as before the errors of Excel. */
export const unsolvedMark = '#FORMULA! '

export const isUnsolved = (text: string): boolean => text.startsWith(unsolvedMark)

export const unsolved = (text: string): Reading<never> =>
  misread(
    'formula-unsolved',
    `"${text.slice(unsolvedMark.length, 60)}" is a formula without its result: open the file in Excel and save it`,
  )
