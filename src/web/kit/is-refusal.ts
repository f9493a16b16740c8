import type { CallFailed } from '#web/api/call.ts'

/** True if the server refused, so that the screen must be read again; a broken connection is no refusal. */
export const isRefusal = ({ status }: CallFailed): boolean => status >= 400 && status < 500 && status !== 429
