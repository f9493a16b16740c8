// The browser's own SHA-256 is not there on a plain-http office network.

const words = (bytes: Uint8Array): Uint32Array<ArrayBuffer> => {
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const padded = new Uint8Array(blocks * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, (bytes.length * 8) % 2 ** 32)
  return Uint32Array.from({ length: blocks * 16 }, (_, at) => view.getUint32(at * 4))
}

/** The first 32 bits of the fraction of a root of each of the first primes, from which the constants of SHA-256 are taken. */
function rootsOfPrimes(count: number, power: number): Uint32Array<ArrayBuffer> {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  }
  return Uint32Array.from(primes, (prime) => (prime ** power % 1) * 2 ** 32)
}

const initial = rootsOfPrimes(8, 1 / 2)
const constants = rootsOfPrimes(64, 1 / 3)

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The 64 words of a block's schedule, written into `schedule`. */
function expand(schedule: Uint32Array, message: Uint32Array, block: number): void {
  for (let at = 0; at < 64; at += 1) {
    if (at < 16) {
      schedule[at] = message[block + at] ?? 0
      continue
    }
    const [early, late] = [schedule[at - 15] ?? 0, schedule[at - 2] ?? 0]
    const mixedEarly = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const mixedLate = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    schedule[at] = (schedule[at - 16] ?? 0) + mixedEarly + (schedule[at - 7] ?? 0) + mixedLate
  }
}

/** The SHA-256 of bytes (FIPS 180-4), as hex. */
export function sha256(bytes: Uint8Array): string {
  const message = words(bytes)
  const hash = initial.slice()
  const schedule = new Uint32Array(64)
  for (let block = 0; block < message.length; block += 16) {
    expand(schedule, message, block)
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
    for (let at = 0; at < 64; at += 1) {
      const mixedE = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const first = h + mixedE + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + (schedule[at] ?? 0)
      const mixedA = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const second = mixedA + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) hash[at] = (hash[at] ?? 0) + word
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
}
