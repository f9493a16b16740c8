/** Whether a header of choices (`accept`, `accept-encoding`) names this one, in any case and not as unwanted. */
export function asksFor(header: string | undefined, name: string): boolean {
  return (header ?? '').split(',').some((choice) => {
    const [named = '', ...parameters] = choice.split(';').map((part) => part.trim().toLowerCase())
    return named === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
