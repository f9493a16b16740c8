import type { FastifyRequest } from 'fastify'
import { Refused } from '#domain/outcome.ts'

/** True if the origin is `PUBLIC_URL` or, if that is not set, has the host that the request names. */
function isOwnOrigin(origin: string, { host, server }: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return server.publicUrl === null ? url.host === host : url.origin === server.publicUrl
}

/** Refuses a change from another site. Browsers send Sec-Fetch-Site and Origin, programs do not; a form cannot send JSON. */
export function requireSameSite(request: FastifyRequest): void {
  if (request.method !== 'POST') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Refused({ code: 'cross-site' })
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request)) throw new Refused({ code: 'cross-site' })
}

/**
 * Returns the site's URL: `PUBLIC_URL`, or else the request's protocol and host, which a trusted proxy may set. Falls
 * back to 127.0.0.1 if the host is not valid.
 */
export function siteOf({ protocol, host, server }: FastifyRequest): URL {
  const address = server.publicUrl ?? `${protocol}://${host}`
  return new URL(URL.canParse(address) ? address : 'http://127.0.0.1')
}
