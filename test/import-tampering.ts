import type { bookLaws } from '#server/records/laws/book-laws.ts'
import type { importLaws } from '#server/records/laws/student-laws.ts'
import type { Tampering } from './tampering.ts'

/** For each law, a change to the imported data that anyone with the database password could make. */
export const importTampering: Record<keyof typeof importLaws, Tampering> = {
  'each opening balance and each imported student is in the history once': [
    `update changes set after = jsonb_set(after, '{openings,20}', '750001') where after #>> '{openings,20}' is not null`,
    'roll number 20',
  ],
  'each import is in the history as often as it was applied and withdrawn': [
    `delete from changes where what = 'import withdrawn'`,
    'import 4',
  ],
}

/** Other changes that the laws report: roll number 20 was imported with 7,500, and 21 without a balance at first. */
export const openingTampering: readonly (readonly [law: keyof typeof bookLaws, ...Tampering])[] = [
  [
    'arrears are an opening balance, or the balance of the voucher before, with receipts and adjustments on replaced vouchers between the two',
    `update vouchers set arrears = arrears + 100 where voucher_no = '5Red20-202612'`,
    '5Red20-202612',
  ],
  [
    'arrears are an opening balance, or the balance of the voucher before, with receipts and adjustments on replaced vouchers between the two',
    `update vouchers set arrears = 100 where voucher_no = '1Pink3adm'`,
    '1Pink3adm',
  ],
  [
    'an opening balance and amounts without replaced and voided vouchers, minus receipts, plus adjustments, are the balance of the latest voucher',
    `update vouchers set arrears = arrears + 100 where voucher_no = '5Red20open'`,
    'roll number 20',
  ],
  [
    'a voucher number consists of class, section, roll number, and kind or month',
    `update vouchers set voucher_no = '5Red20-202610' where voucher_no = '5Red20open'`,
    '5Red20-202610',
  ],
  [
    'each monthly voucher belongs to the run that generated it, and no other voucher belongs to one',
    `update vouchers set run_no = 1 where voucher_no = '5Red20open'`,
    '5Red20open',
  ],
  [
    'an opening voucher is the first of its student, charges nothing, is posted and brings a balance',
    `update vouchers set posted = false where voucher_no = '5Red20open'`,
    '5Red20open',
  ],
  [
    'an opening voucher is the first of its student, charges nothing, is posted and brings a balance',
    `update vouchers set arrears = 0 where voucher_no = '5Red22open'`,
    '5Red22open',
  ],
  [
    'an opening voucher is the first of its student, charges nothing, is posted and brings a balance',
    `update vouchers set chain_no = 9 where voucher_no = '5Red20open'`,
    '5Red20open',
  ],
  [
    'each voucher is in the history with its generation',
    `update vouchers set kind = 'monthly' where voucher_no = '5Red20open'`,
    '5Red20open',
  ],
  [
    'balance, received and amount in the history of a voucher form an unbroken chain to their present values',
    `update changes set before = before || '{"balance": 740000}' where what = 'payment received' and voucher_no = '5Red20open'`,
    '5Red20open',
  ],
  [
    'each opening balance and each imported student is in the history once',
    `update changes set after = after #- '{openings,21}' where after ->> 'what' = 'students'`,
    'roll number 21',
  ],
  [
    'each opening balance and each imported student is in the history once',
    `delete from changes where after ->> 'what' = 'balances'`,
    'roll number 21',
  ],
  [
    'each opening balance and each imported student is in the history once',
    `insert into changes (campus, changed_at, changed_by, what, after) select campus, changed_at, changed_by, what, after
       from changes where after ->> 'what' = 'balances'`,
    'roll number 21',
  ],
  [
    'each opening balance and each imported student is in the history once',
    `update students set import_no = null where roll_no = 21`,
    'roll number 21',
  ],
  [
    'each opening balance and each imported student is in the history once',
    `update students set import_no = 1 where roll_no = 1`,
    'roll number 1',
  ],
  [
    'each opening balance and each imported student is in the history once',
    `delete from vouchers where voucher_no = '5Red22open'`,
    'roll number 22',
  ],
  [
    'each opening balance and each imported student is in the history once',
    `update vouchers set generated_by = 'desk@main.test' where voucher_no = '5Red20open'`,
    'roll number 20',
  ],
  [
    'each import is in the history as often as it was applied and withdrawn',
    `update imports set change_no = change_no + 1 where import_no = 1`,
    'import 1',
  ],
  [
    'each import is in the history as often as it was applied and withdrawn',
    `update imports set state = 'checked' where import_no = 1`,
    'import 1',
  ],
  [
    'a record whose data were erased holds none, nor does its history, which has the erasure once',
    `update students set old_number = 'A-7' where roll_no = 7`,
    'roll number 7',
  ],
  [
    'a record whose data were erased holds none, nor does its history, which has the erasure once',
    `insert into import_rows (campus, import_no, row_no, cells, roll_no) values ('Main Campus', 1, 9, '["Bilal"]', 7)`,
    'roll number 7',
  ],
  [
    'the counters are at the last number given out',
    `update counters set last = last - 1 where counter = 'import'`,
    'import',
  ],
]
