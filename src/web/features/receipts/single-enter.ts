import { useRef, type KeyboardEvent } from 'react'

/** No hand presses Enter twice within this time; a scanner that ends a number with two line ends does. */
const scannerEchoMs = 30

/**
 * Takes every Enter of the counter once: a key held down and a scanner's second line end are dropped, so that money
 * is received only by an Enter of its own.
 */
export function useSingleEnter(): (event: KeyboardEvent) => void {
  const last = useRef(-Infinity)
  return (event) => {
    if (event.key !== 'Enter') return
    const isEcho = event.timeStamp - last.current < scannerEchoMs
    last.current = event.timeStamp
    if (!event.repeat && !isEcho) return
    event.preventDefault()
    event.stopPropagation()
  }
}
