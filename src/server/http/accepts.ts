/** True if an `accept` or `accept-encoding` header names a type or encoding, in any case, and not with `q=0`. */
export function accepts(header: string | undefined, name: string): boolean {
  return (header ?? '').split(',').some((choice) => {
    const [named = '', ...parameters] = choice.split(';').map((part) => part.trim().toLowerCase())
    return named === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
