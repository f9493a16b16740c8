/** How long who asks may take, in milliseconds: a client that is slow on purpose holds its connection no longer. */
export interface Timeouts {
  /** Until the headers have come. */
  readonly headers: number
  /** Until the whole request has come. */
  readonly request: number
  /** In which nothing moves on a connection: an answer is not waited for, or not read. */
  readonly silence: number
  /** How often is looked whether a request is late. */
  readonly checkEvery: number
}

// A campus run may work silently for as long as a statement may take, and more than one statement may have to wait.
export const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 30_000,
  silence: 180_000,
  checkEvery: 5000,
}
