import { Refused } from '#domain/outcome.ts'
import type { FastifyRequest } from 'fastify'

const isOwnOrigin = (origin: string, request: FastifyRequest): boolean =>
  URL.canParse(origin) && new URL(origin).host === request.host

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
