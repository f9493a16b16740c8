import type { untrustedProxies as endpoint } from '#contract/overview.ts'
import type { CallContext } from '#server/http/call.ts'
import type { UntrustedProxies } from '#server/http/untrusted-proxies.ts'

/** Makes the handler that lists which proxies this server has seen and does not trust. */
export const untrustedProxiesOf =
  (untrusted: UntrustedProxies) =>
  async ({ scope }: CallContext<typeof endpoint>) => ({
    msg: 'Untrusted proxies fetched',
    proxies: untrusted.list(scope.now),
  })
