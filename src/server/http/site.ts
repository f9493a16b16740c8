import type { FastifyRequest } from 'fastify'

/**
 * The address at which the browser sees the portal: the public one, or that of the request, of which a trusted proxy
 * tells protocol and host. One that is no address is as if it had no name.
 */
export function siteOf({ protocol, host }: FastifyRequest, publicUrl: string | null): URL {
  const address = publicUrl ?? `${protocol}://${host}`
  return new URL(URL.canParse(address) ? address : 'http://127.0.0.1')
}
