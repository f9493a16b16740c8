import { useRef } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { CallFailed, type Reply, type Sent } from '#web/api/call.ts'
import { useChange, type ChangeOptions } from '#web/api/use-change.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useConfirm, type Question } from '#web/ui/alert-dialog.tsx'

interface ActOptions<E extends Endpoint, Subject extends readonly unknown[]> extends ChangeOptions {
  /** Asks before the act; without a question the act runs at once. */
  readonly ask?: (...subject: Subject) => Question | null
  readonly sent: (...subject: Subject) => Sent<E>
  readonly done?: (reply: Reply<E>, ...subject: Subject) => void | Promise<void>
  /** Runs before the alert of a failure, for example to load the list again. */
  readonly failed?: (failure: CallFailed) => void
  /** Handles a failure; false leaves it to the usual alert. */
  readonly refused?: (failure: CallFailed) => Promise<boolean>
}

/** Runs an act without a form: asks, sends it once, reports it or alerts why it failed. */
export function useAct<E extends Endpoint, Subject extends readonly unknown[]>(
  endpoint: E,
  { ask, sent, done, failed, refused, ...change }: ActOptions<E, Subject>,
) {
  const { send, sending } = useChange(endpoint, change)
  const confirm = useConfirm()
  const tellFailure = useTellFailure()
  const pressed = useRef(false)

  async function attempt(...subject: Subject): Promise<void> {
    const question = ask?.(...subject)
    if (question && !(await confirm(question))) return
    try {
      // Sends outside the call of `done`: without a `done`, its arguments would not be evaluated.
      const reply = await send(sent(...subject))
      await done?.(reply, ...subject)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      await report(failure)
    }
  }

  async function report(failure: CallFailed): Promise<void> {
    failed?.(failure)
    if (failure.code === 'signed-out' || !(await refused?.(failure))) await tellFailure(failure)
  }

  async function run(...subject: Subject): Promise<void> {
    if (pressed.current) return
    pressed.current = true
    await attempt(...subject).finally(() => {
      pressed.current = false
    })
  }

  return { run: (...subject: Subject) => void run(...subject), sending }
}
