import type { Writable } from 'node:stream'

/**
 * Large enough that handing a block to the compressor costs little beside compressing it, and small enough that eight
 * replies at once do not show in the server's memory.
 */
const blockBytes = 128 * 1024

const encoder = new TextEncoder()

/**
 * Writes text to a compressor in blocks of UTF-8. The texts of a reply are encoded into the same block again and again:
 * joining them first made each a second and a third time in memory, two bytes for each character where one name was in
 * Urdu (row 9 of docs/performance.md).
 */
export class TextBlocks {
  readonly #out: Writable
  readonly #block = Buffer.allocUnsafeSlow(blockBytes)
  #used = 0

  /** `out` must have taken the bytes when its `write` calls back, as a compressor has: the block is filled again then. */
  constructor(out: Writable) {
    this.#out = out
  }

  /** Resolves when the text is in a block; waits while full ones are compressed. Rejects where the reader has gone. */
  async write(...texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      for (let rest = this.#add(text); rest !== ''; rest = this.#add(rest)) await this.end()
    }
  }

  /** Resolves when all that was written is compressed. Rejects where the reader has gone. */
  end(): Promise<void> {
    const bytes = this.#block.subarray(0, this.#used)
    this.#used = 0
    return new Promise((resolve, reject) => {
      this.#out.write(bytes, (problem) => (problem ? reject(problem) : resolve()))
    })
  }

  /** Returns what did not fit. */
  #add(text: string): string {
    const { read, written } = encoder.encodeInto(text, this.#block.subarray(this.#used))
    this.#used += written
    return read === text.length ? '' : text.slice(read)
  }
}
