import type { cashierLaws } from '#server/records/laws/cashier-laws.ts'
import type { Tampering } from './tampering.ts'

/** For each law, a change to closings, safe or deposits that breaks it and needs only the database password. */
export const cashierTampering: Record<keyof typeof cashierLaws, Tampering> = {
  'cashier closings are numbered from 1 without a gap': [
    'update cashier_closings set closing_no = 99 where closing_no = 2',
    'cashier closing 99',
  ],
  'the closings of a drawer follow each other without gap or overlap': [
    `insert into cashier_closings (campus, closing_no, drawer, place, after_receipt, up_to_receipt, last_receipt,
       after_adjustment, up_to_adjustment, last_adjustment, float_before, cash, counted, float_kept, closed_at)
     select campus, 3, drawer, 2, up_to_receipt + 1, last_receipt + 2, last_receipt + 2, up_to_adjustment, last_adjustment,
       last_adjustment, float_kept, 0, float_kept, float_kept, closed_at from cashier_closings where closing_no = 1`,
    'cashier closing 3',
  ],
  'what a drawer is expected to hold is the float with the cash rows of its range': [
    `update receipts set method = 'online' where receipt_no = 1`,
    'cashier closing 1',
  ],
  'a count is the sum of its notes and coins where they were counted': [
    `update cashier_closings set counted = counted + 100 where closing_no = 1`,
    'cashier closing 1',
  ],
  'a drawer is closed with a difference only after a first count, and with a remark': [
    `delete from drawer_counts where drawer = 'office@main.test'`,
    'cashier closing 2',
  ],
  'a correction is counted in the drawer of its receipt until a closing covers it, then in that of who makes it':
    [
      `update receipts set drawer = 'admin@main.test' where receipt_no = (select max(receipt_no) from receipts
       where drawer = 'desk@main.test' and kind = 'receipt')`,
      'receipt 33',
    ],
  'who accepted a closing is not who closed it, where two users may write': [
    `update cashier_closings set accepted_by = 'desk@main.test' where closing_no = 1`,
    'cashier closing 1',
  ],
  'the safe never goes below nothing': [
    `update cashier_closings set float_kept = counted - 1 where closing_no = 1`,
    'cashier closing 1',
  ],
  'deposits are numbered from 1 without a gap': ['update deposits set deposit_no = 7', 'deposit 7'],
  'a cheque is deposited once, from an accepted closing': [
    `update deposits set cheques = cheques || '[1]'`,
    'receipt 1',
  ],
  'each closing of a drawer, its acceptance and each deposit are in the history once': [
    `delete from changes where what = 'closing accepted'`,
    'cashier closing 1',
  ],
  'every cashier, acceptor and depositor is staff of the campus': [
    `update deposits set entered_by = 'office@city.test'`,
    'deposit 1',
  ],
}
