import { useEffect, useEffectEvent } from 'react'

/** The pauses after which a typed text is processed, in milliseconds. Tests shorten them. */
export const typingPauses = {
  /** The pause before a roll or voucher number is looked up (spec 9.constants.look-up-at-counter). */
  number: 500,
  /** The pause before names are searched: short enough to feel immediate. */
  name: 150,
  /** The pause before receipts with the same reference are looked up. */
  reference: 300,
  /** The pause before a warning says that a line of the record looks incomplete. */
  record: 500,
  /** A person cannot press Enter twice within this time; a scanner that sends two line ends does. */
  betweenEnters: 30,
}

/** Runs `act` once a text has stayed the same for a pause; not while `isWaiting` is false. */
export function useAfterPause<Text>(isWaiting: boolean, text: Text, ms: number, act: (text: Text) => void) {
  const run = useEffectEvent(act)
  useEffect(() => {
    if (!isWaiting) return undefined
    const pause = setTimeout(() => run(text), ms)
    return () => clearTimeout(pause)
  }, [isWaiting, text, ms])
}
