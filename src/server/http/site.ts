import type { FastifyRequest } from 'fastify'
import { Refused } from '#domain/outcome.ts'

/** True if an origin is the operator's PUBLIC_URL; without one, if it has the host that the request names. */
function isOwnOrigin(origin: string, { host, server }: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return server.publicUrl === null ? url.host === host : url.origin === server.publicUrl
}

/**
 * Refuses a changing call from a page of another site. Browsers send Sec-Fetch-Site and Origin, programs send neither;
 * and a form of another site cannot send JSON.
 */
export function requireSameSite(request: FastifyRequest): void {
  if (request.method !== 'POST') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Refused({ code: 'cross-site' })
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request)) throw new Refused({ code: 'cross-site' })
}

/**
 * The address at which the browser sees the portal: that of `PUBLIC_URL`, or that of the request, of which a trusted proxy
 * says protocol and host. One that is no address is as if it had no name.
 */
export function siteOf({ protocol, host, server }: FastifyRequest): URL {
  const address = server.publicUrl ?? `${protocol}://${host}`
  return new URL(URL.canParse(address) ? address : 'http://127.0.0.1')
}
