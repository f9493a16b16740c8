import type { CallFailed } from '#web/api/call.ts'

/** Whether the server said no, so that what stands on the screen is to be read again; a broken line is not a no. */
export const isRefusal = ({ status }: CallFailed): boolean => status >= 400 && status < 500 && status !== 429
