import type { FastifyRequest } from 'fastify'

/**
 * The address at which the browser sees the portal: that of `PUBLIC_URL`, or that of the request, of which a trusted proxy
 * says protocol and host. One that is no address is as if it had no name.
 */
export function siteOf({ protocol, host, server }: FastifyRequest): URL {
  const address = server.publicUrl ?? `${protocol}://${host}`
  return new URL(URL.canParse(address) ? address : 'http://127.0.0.1')
}
