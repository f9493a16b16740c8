import type { bookHashLaws } from '#server/records/laws/closing-laws.ts'
import type { Tampering } from './tampering.ts'

/** For each law, a change to the hashes that anyone with the database password could make. */
export const bookHashTampering: Record<keyof typeof bookHashLaws, Tampering> = {
  'a row of money or history has one hash': [
    `delete from book_hashes where kind = 'receipt' and number = 1`,
    'receipt 1',
  ],
  'a row of money or history is what it was when it got its hash, and none before it is missing': [
    `update receipts set reason = 'Another reason' where receipt_no = 1`,
    'receipt 1',
  ],
  'a closing states the hash of an entry before it, and so does every later one': [
    'update cashier_closings set hash_place = hash_place - 1 where closing_no = 2',
    'cashier closing 2',
  ],
}
