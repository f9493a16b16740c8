import { formatCount } from './count.ts'

/** The first digits of an entry's hash, which identify the entry and every earlier entry of the campus. */
export interface Digest {
  /** The position of the entry among the entries of the campus, from 1. */
  readonly place: number
  /** Sixteen hexadecimal digits. */
  readonly digits: string
}

/** Formats a digest to be written on paper and compared by eye: `3f2a 91bc 04de 77aa, up to entry 1,459`. */
export const formatDigest = ({ place, digits }: Digest): string =>
  `${(digits.match(/.{1,4}/g) ?? []).join(' ')}, up to entry ${formatCount(place)}`
