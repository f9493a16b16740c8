import type { CallFailed } from '#web/api/call.ts'

/** True if the server refused, so that the data must be reloaded; a lost connection is not a refusal. */
export const isRefusal = ({ status }: CallFailed): boolean => status >= 400 && status < 500 && status !== 429
