// Proxies that forward the address of a caller, trusted or not.

import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { countedAddress } from '#server/auth/client-address.ts'

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded']
const hourMs = 3_600_000
const shownHours = 24
const maxShown = 3
/** Limits the log to this many addresses per hour. */
const maxAddresses = 100

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Returns a check that is true for addresses of this machine and of the operator's networks. */
export function trustedAddresses(networks: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const network of ['127.0.0.0/8', '::1', ...networks]) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) trusted.addAddress(address, familyOf(address))
    else trusted.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, familyOf(address))
}

/** Compares the absolute difference, so that setting the clock back does not suppress log lines. */
const isWithinHour = (one: Date, other: Date): boolean => Math.abs(other.getTime() - one.getTime()) < hourMs

export interface UntrustedProxy {
  readonly address: string
  readonly seenAt: Date
}

export interface UntrustedProxies {
  /** Records the sender of a request with forwarding headers unless it is trusted, and logs it once an hour. */
  check(request: FastifyRequest, now: Date): void
  /** Returns at most three proxies of the last day, the last seen first. */
  list(now: Date): UntrustedProxy[]
}

/** Keeps the untrusted proxies in memory only, because a restart with the right setting ends the fault. */
export function openUntrustedProxies(isTrusted: (address: string) => boolean): UntrustedProxies {
  // The map keeps the order in which the addresses were seen.
  const seen = new Map<string, { seenAt: Date; readonly loggedAt: Date }>()

  /** Makes room for an address; false if all recorded addresses were logged in the last hour. */
  const makeRoom = (now: Date): boolean => {
    if (seen.size < maxAddresses) return true
    for (const [address, { loggedAt }] of seen) {
      if (isWithinHour(loggedAt, now)) continue
      seen.delete(address)
      return true
    }
    return false
  }

  return {
    check({ headers, socket, server }, now) {
      if (!forwardingHeaders.some((name) => headers[name] !== undefined)) return
      const { remoteAddress } = socket
      if (remoteAddress === undefined || isTrusted(remoteAddress)) return
      const address = countedAddress(remoteAddress)
      const known = seen.get(address)
      if (!known && !makeRoom(now)) return
      const mustLog = !known || !isWithinHour(known.loggedAt, now)
      seen.delete(address)
      seen.set(address, { seenAt: now, loggedAt: mustLog ? now : known.loggedAt })
      if (!mustLog) return
      // Does not use the request's own log, which is silent for health checks.
      server.log.warn(
        { address },
        'Forwarded addresses come from an address that is not a trusted proxy and are ignored: add it to TRUSTED_PROXIES if it is your proxy',
      )
    },
    list: (now) =>
      [...seen]
        .map(([address, { seenAt }]) => ({ address, seenAt }))
        .filter(({ seenAt }) => now.getTime() - seenAt.getTime() < shownHours * hourMs)
        .toReversed()
        .slice(0, maxShown),
  }
}
