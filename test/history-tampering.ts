import type { historyLaws } from '#server/records/laws/history-laws.ts'
import type { Tampering } from './tampering.ts'

/** For each law, a change to the history that anyone with the database password could make. */
export const historyTampering: Record<keyof typeof historyLaws, Tampering> = {
  'each receipt is in the history once, with its amount': [
    `update changes set after = after || '{"received": 1}' where receipt_no = 1`,
    'receipt 1',
  ],
  'each correction in the history has its reversals, and each reversal its correction': [
    `delete from changes where what = 'receipt corrected' and voucher_no = '1Pink3-202612'`,
    '1Pink3-202612',
  ],
  'no payment was received at the counter when nothing was due': [
    `update changes set before = before || '{"balance": 0}' where receipt_no = 1`,
    'receipt 1',
  ],
  'an advance was received only when nothing was due': [
    `update changes set before = before || '{"balance": 1}' where what = 'advance received'`,
    'receipt 3',
    'City Campus',
  ],
  'balance, received and amount in the history of a voucher form an unbroken chain to their present values': [
    `update vouchers set fine = 5 where voucher_no = '1Pink3-202701'`,
    '1Pink3-202701',
  ],
  'a voucher with receipts has a payment or correction in the history': [
    `delete from changes where what = 'payment received' and voucher_no = '5Red1adm'`,
    '5Red1adm',
  ],
  'each voucher is in the history with its generation': [
    `delete from changes where what = 'voucher generated' and voucher_no = '1Pink3-202702'`,
    '1Pink3-202702',
  ],
  'each campus run generated the number and amount of vouchers that the history records': [
    // Deletes the history entry of a re-pricing.
    `delete from changes where what = 'voucher re-priced' and voucher_no = '1Pink3-202701'`,
    'history line',
  ],
  'each replacement is in the history once, with the replacing voucher': [
    `delete from changes where what = 'voucher replaced'`,
    '5Red1-202701',
  ],
  'the number of posted vouchers follows from the history': [
    `update vouchers set posted = false where voucher_no = '10Blue2-202701'`,
    '2027-01',
  ],
  'a line about the posting or due date of vouchers names as many as it counts': [
    `update changes set after = after #- '{vouchers,0}' where what = 'vouchers unposted'`,
    'history line',
  ],
  'a voucher is posted where the last line that names it posted it, and such lines alternate': [
    `delete from changes where what = 'vouchers unposted'`,
    '1Pink3-202701',
  ],
  'each departure is in the history once, with its date': [
    `update students set left_on = left_on - 1, admission_date = '2020-01-01' where roll_no = 2`,
    'roll number 2',
  ],
  'each change of arrears follows a payment, correction or adjustment on an older voucher': [
    `update changes set after = after || '{"receivedOnVoucher": "5Red1adm"}' where what = 'arrears changed'`,
    '10Blue2-202703',
  ],
  'the editor of a voucher is the last to change its charges or receipts': [
    `update vouchers set edited_by = null where voucher_no = '5Red1-202612'`,
    '5Red1-202612',
  ],
  'each dated fee is in the history as it was entered': [
    'update fee_changes set discount = 0 where roll_no = 3',
    'roll number 3',
  ],
  'a dated fee is superseded by a later entry that replaces it, or that precedes what an edit set': [
    'update fee_changes set superseded = false where roll_no = 3',
    'roll number 3',
  ],
  'undated fees in the history form an unbroken chain to the present fee': [
    // Leaves only rows as a version without change dates wrote them.
    `delete from fee_changes where roll_no = 3`,
    'roll number 3',
  ],
  'students, vouchers and receipts named in the history exist': [
    `delete from vouchers where voucher_no = '10Blue2-202701'; insert into changes (campus, changed_at, changed_by, what, roll_no)
       values ('Main Campus', now(), 'desk@main.test', 'record edited', 77)`,
    'history line',
  ],
}
