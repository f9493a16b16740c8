/** A value that was read from a cell, or the problem with the cell. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: string; readonly message: string }

export const readAs = <T>(value: T): Reading<T> => ({ ok: true, value })

export const misread = (code: string, message: string): Reading<never> => ({ ok: false, code, message })
