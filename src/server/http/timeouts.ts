/** Timeouts in milliseconds, so that a deliberately slow client cannot keep its connection. */
export interface Timeouts {
  /** The time for the headers to arrive. */
  readonly headers: number
  /** The time for the whole request to arrive, and for one with a large body: 64 MB at 1.6 Mbit/s take more than five minutes. */
  readonly request: number
  readonly largeRequest: number
  /** The time of a connection without traffic in either direction. */
  readonly idle: number
  /** The time for a reader to take the next part of a reply that is ready. */
  readonly unread: number
  /** The time between two checks for late requests. */
  readonly checkEvery: number
}

// The idle timeout is long because a campus run sends nothing while its statements run and wait for locks.
export const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 30_000,
  largeRequest: 600_000,
  idle: 180_000,
  unread: 30_000,
  checkEvery: 5000,
}
