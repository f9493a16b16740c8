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

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
function cubeRoots(): Uint32Array<ArrayBuffer> {
  const primes: number[] = []
  for (let number = 2; primes.length < 64; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  }
  return Uint32Array.from(primes, (prime) => (Math.cbrt(prime) % 1) * 2 ** 32)
}

type State = readonly [number, number, number, number, number, number, number, number]

/** The square roots of the first eight primes begin so. */
const initial: State = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]
const constants = cubeRoots()

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

/** The state after a block, whose words are in the schedule. */
function compress(state: State, schedule: Uint32Array): State {
  let [a, b, c, d, e, f, g, h] = state
  for (const [at, constant] of constants.entries()) {
    const mixedE = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = h + mixedE + ((e & f) ^ (~e & g)) + constant + (schedule[at] ?? 0)
    const mixedA = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = mixedA + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const [h0, h1, h2, h3, h4, h5, h6, h7] = state
  return [
    (h0 + a) | 0,
    (h1 + b) | 0,
    (h2 + c) | 0,
    (h3 + d) | 0,
    (h4 + e) | 0,
    (h5 + f) | 0,
    (h6 + g) | 0,
    (h7 + h) | 0,
  ]
}

/** The SHA-256 of bytes (FIPS 180-4), as hex. */
export function sha256(bytes: Uint8Array): string {
  const message = words(bytes)
  const schedule = new Uint32Array(64)
  let state = initial
  for (let block = 0; block < message.length; block += 16) {
    expand(schedule, message, block)
    state = compress(state, schedule)
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
