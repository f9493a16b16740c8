import type { RefusalCode } from '#domain/refusals.ts'
import { CallFailed } from './call.ts'
import { stopped } from './try-again.ts'

const busyCodes = new Set<string>(['reports-running', 'reports-waiting'] satisfies RefusalCode[])

/** Enough for about a minute, with the waits that the server requests. */
const maxAttempts = 12
const usualWaitSeconds = 5

export const isBusy = ({ code }: CallFailed): boolean => busyCodes.has(code)

/** Repeats a call after the wait that a busy server requests; `onWait` runs before. Rejects with the last refusal. */
export async function retryWhileBusy<Result>(
  send: () => Promise<Result>,
  signal: AbortSignal,
  onWait: () => void = () => {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof CallFailed) || !isBusy(error) || attempt === maxAttempts) throw error
      onWait()
      await pause(error.waitSeconds ?? usualWaitSeconds, signal)
    }
  }
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  let timer: ReturnType<typeof setTimeout> | undefined
  const elapsed = new Promise<void>((resolve) => (timer = setTimeout(resolve, 1000 * seconds)))
  try {
    await Promise.race([elapsed, stopped(signal)])
  } finally {
    clearTimeout(timer)
  }
}
