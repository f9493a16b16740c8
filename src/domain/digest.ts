import { formatCount } from './count.ts'

/** The first digits of the hash of a campus's entry, which stand for it and every entry before. */
export interface Digest {
  /** The place of the entry among those of the campus, from 1. */
  readonly place: number
  /** Sixteen hexadecimal digits. */
  readonly digits: string
}

/** Formats a digest to be written on paper and compared by eye: `3f2a 91bc 04de 77aa, up to entry 1,459`. */
export const formatDigest = ({ place, digits }: Digest): string =>
  `${(digits.match(/.{1,4}/g) ?? []).join(' ')}, up to entry ${formatCount(place)}`
