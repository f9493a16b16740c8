// A long start says every few seconds what it is doing, so that nobody takes it for one that hangs.

const sayEveryMs = 3000

export interface Progress {
  /** Names the step that begins. */
  readonly begin: (step: string) => void
  readonly end: () => void
}

/** Says the present step every few seconds, with the seconds since the start; a quick start says nothing. */
export function openProgress(say: (line: string) => void): Progress {
  let [step, seconds] = ['Starting', 0]
  const timer = setInterval(() => {
    seconds += sayEveryMs / 1000
    say(`${step} … (${seconds} s)`)
  }, sayEveryMs)
  return {
    begin: (next) => {
      step = next
    },
    end: () => clearInterval(timer),
  }
}
