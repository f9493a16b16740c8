// The campus of a session, which a call needs before it takes a place. Made-up cookies have none, so that they never wait
// beside calls of real sessions.

import { countedAddress } from '#server/auth/client-address.ts'

/** As many sessions as a server ever has at once. */
const rememberedSessions = 10_000
/** The number of cookies of one address that are looked up together; its others wait for the next look-up. */
const mostOfAddress = 50

interface Waiting {
  readonly tokenHash: Buffer
  readonly address: string
  readonly resolve: (campus: string | null) => void
  readonly reject: (problem: unknown) => void
}

/** Finds the campus of each session that there is among these, by the session's hash in base64. */
export type FindCampuses = (tokenHashes: readonly Buffer[]) => Promise<ReadonlyMap<string, string>>

/**
 * Looks cookies up, one statement at a time for all that wait, so that any number of made-up ones keeps one connection
 * busy. The validity of a session is decided when a call is bound to it.
 */
export class SessionCampuses {
  readonly #find: FindCampuses
  readonly #known = new Map<string, string>()
  #waiting: Waiting[] = []
  #isLooking = false

  constructor(find: FindCampuses) {
    this.#find = find
  }

  /** The campus of this session; null if there is no such session. */
  async campusOf(tokenHash: Buffer, ip: string): Promise<string | null> {
    const known = this.#known.get(tokenHash.toString('base64'))
    if (known !== undefined) return known
    return new Promise((resolve, reject) => {
      this.#waiting.push({ tokenHash, address: countedAddress(ip), resolve, reject })
      if (!this.#isLooking) void this.#lookUp()
    })
  }

  /** Takes note of a session that is known to exist. */
  remember(tokenHash: Buffer, campus: string): void {
    if (this.#known.size >= rememberedSessions) this.#known.clear()
    this.#known.set(tokenHash.toString('base64'), campus)
  }

  /** Forgets a session that was found and has ended, so that its cookie is looked up like a made-up one. */
  forget(tokenHash: Buffer): void {
    this.#known.delete(tokenHash.toString('base64'))
  }

  async #lookUp(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch()
      try {
        const found = await this.#find(batch.map(({ tokenHash }) => tokenHash))
        for (const { tokenHash, resolve } of batch) {
          const campus = found.get(tokenHash.toString('base64')) ?? null
          if (campus !== null) this.remember(tokenHash, campus)
          resolve(campus)
        }
      } catch (problem) {
        for (const { reject } of batch) reject(problem)
      }
    }
    this.#isLooking = false
  }

  /** The first ones of each address; the others stay. */
  #takeBatch(): Waiting[] {
    const [batch, rest]: [Waiting[], Waiting[]] = [[], []]
    const taken = new Map<string, number>()
    for (const each of this.#waiting) {
      const before = taken.get(each.address) ?? 0
      taken.set(each.address, before + 1)
      ;(before < mostOfAddress ? batch : rest).push(each)
    }
    this.#waiting = rest
    return batch
  }
}
