import type { RefusalCode } from '#domain/refusals.ts'
import { CallFailed } from './call.ts'
import { stopped } from './try-again.ts'

const busyCodes = new Set<string>(['reports-running', 'reports-waiting'] satisfies RefusalCode[])

/** Lasts about a minute, with the waits that the server asks for. */
const mostTries = 12
const usualWaitSeconds = 5

export const isBusy = ({ code }: CallFailed): boolean => busyCodes.has(code)

/** Asks again after the wait that the server asks for, and calls `onWait` before each; rejects with the last refusal. */
export async function retryWhileBusy<Got>(
  ask: () => Promise<Got>,
  signal: AbortSignal,
  onWait: () => void = () => {},
): Promise<Got> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof CallFailed) || !isBusy(error) || attempt === mostTries) throw error
      onWait()
      await pause(error.waitSeconds ?? usualWaitSeconds, signal)
    }
  }
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, 1000 * seconds)))
  try {
    await Promise.race([over, stopped(signal)])
  } finally {
    clearTimeout(timer)
  }
}
