interface SentCall {
  readonly path: string
  readonly key: string | null
  readonly body: unknown
}

/** Records every POST that leaves the page from now on, into the list that it returns. */
export function recordSentCalls(): readonly SentCall[] {
  const joined = globalThis.fetch
  const sent: SentCall[] = []
  globalThis.fetch = async (to, init) => {
    if (typeof to === 'string' && typeof init?.body === 'string') {
      const key = new Headers(init.headers).get('idempotency-key')
      sent.push({ path: to, key, body: JSON.parse(init.body) as unknown })
    }
    return joined(to, init)
  }
  return sent
}

/** The bodies of the calls whose path has `part`. */
export const bodiesOf = (sent: readonly SentCall[], part: string): readonly unknown[] =>
  sent.filter(({ path }) => path.includes(part)).map(({ body }) => body)
