import type { bookLaws } from '#server/records/laws/book-laws.ts'
import type { cashierLaws } from '#server/records/laws/cashier-laws.ts'
import type { bookHashLaws } from '#server/records/laws/closing-laws.ts'
import type { historyLaws } from '#server/records/laws/history-laws.ts'
import type { importLaws } from '#server/records/laws/student-laws.ts'

/** A statement, the row that a law then reports, and the row's campus if it is not Main Campus. */
export type Tampering = readonly [statement: string, named: string, campus?: string]

type LawsElsewhere = typeof bookHashLaws & typeof cashierLaws & typeof historyLaws & typeof importLaws

/** For each law without its own file, a change to the books that anyone with the database password could make. */
export const bookTampering: Record<Exclude<keyof typeof bookLaws, keyof LawsElsewhere>, Tampering> = {
  'amount and balance are the sums of their parts': [
    `alter table vouchers alter amount drop expression; update vouchers set amount = 1 where voucher_no = '5Red1adm'`,
    '5Red1adm',
  ],
  'a discount does not exceed the monthly fee': [
    'update fees set discount = 600000 where roll_no = 2',
    'roll number 2',
  ],
  'the received amount of a voucher is the sum of its receipts': [
    'update receipts set amount = amount - 1 where receipt_no = 1',
    '5Red1adm',
  ],
  'receiver and date of a voucher are those of its last receipt that was not reversed': [
    `update vouchers set received_by = 'nobody' where voucher_no = '5Red1-202612'`,
    '5Red1-202612',
  ],
  'an opening balance and amounts without replaced and voided vouchers, minus receipts, plus adjustments, are the balance of the latest voucher':
    [`update vouchers set fine = 100 where voucher_no = '10Blue2-202612'`, 'roll number 2'],
  'arrears are an opening balance, or the balance of the voucher before, with receipts and adjustments on replaced vouchers between the two':
    [`update vouchers set arrears = arrears + 100 where voucher_no = '5Red1-202701-2'`, '5Red1-202701-2'],
  'the vouchers of a student are numbered from 1 without a gap': [
    `update vouchers set chain_no = 9 where voucher_no = '1Pink3-202702'`,
    'roll number 3',
  ],
  'an unpaid balance is carried to the next voucher that was neither replaced nor voided, and nothing else is carried':
    [`update vouchers set carried_to = '5Red1-202701' where voucher_no = '5Red1-202612'`, '5Red1-202612'],
  'a voucher is paid when nothing is due, or when the voucher it was carried to is paid': [
    `update vouchers set fee_paid = not fee_paid where voucher_no = '5Red1-202612'`,
    '5Red1-202612',
  ],
  'a replaced voucher was replaced by the next one of the same student and month that was generated while it counted':
    [`update vouchers set replaced_by = '1Pink3-202702' where voucher_no = '5Red1-202701'`, '5Red1-202701'],
  'a student has one voucher per month, not counting replaced and voided ones': [
    `update vouchers set month = 1 where voucher_no = '1Pink3-202702'`,
    'roll number 3 in 2027-1',
  ],
  'a voucher number consists of class, section, roll number, and kind or month': [
    `update vouchers set voucher_no = '5Red1-202701-3' where voucher_no = '5Red1-202701-2'`,
    '5Red1-202701-3',
  ],
  'an admission voucher is the first of its student, and posted': [
    `update vouchers set posted = false where voucher_no = '10Blue2adm'`,
    '10Blue2adm',
  ],
  'an opening voucher is the first of its student, charges nothing, is posted and brings a balance': [
    `update vouchers set admission_fee = 100 where voucher_no = '5Red20open'`,
    '5Red20open',
  ],
  'a voucher belongs to the month in which its period begins, and is not due before its issue': [
    `update vouchers set due_date = issue_date - 1 where voucher_no = '10Blue2adm'`,
    '10Blue2adm',
  ],
  'receipts are on posted vouchers only': [
    `update vouchers set posted = false where voucher_no = '10Blue2-202612'`,
    '10Blue2-202612',
  ],
  'a voucher with an adjustment, or in place of one with receipts or adjustments, is posted': [
    `update vouchers set posted = false where voucher_no = '5Red1-202701-2'`,
    '5Red1-202701-2',
  ],
  'what a student owes by all entries, without drafts, is the balance of the last posted voucher': [
    `update vouchers set arrears = arrears + 100 where voucher_no = '5Red1-202701-2'`,
    'roll number 1',
  ],
  'receipts are numbered from 1 without a gap': ['delete from receipts where receipt_no = 2', 'receipt 3'],
  'a receipt has a positive amount, and a reversal reverses one whole earlier receipt of its voucher': [
    `update receipts set reverses = 1 where reverses = 4`,
    'receipt 6',
  ],
  'a reversal has the method and reference of its receipt': [
    `update receipts set reference = 'DS 78' where reference = 'DS 77' and kind = 'receipt'`,
    'receipt 6',
    'City Campus',
  ],
  'a receipt is reversed at most once': [`update receipts set reverses = 4 where reverses = 5`, 'receipt 4'],
  'a receipt belongs to the student of its voucher': [
    'update receipts set roll_no = 2 where receipt_no = 1',
    'receipt 1',
  ],
  'a receipt is dated on the day of its entry or before': [
    `update receipts set received_on = '2026-11-22' where receipt_no = 1`,
    'receipt 1',
  ],
  'a reversal is dated on the day of its receipt, of its entry, or of the new receipt of its correction': [
    `update receipts set received_on = received_on - 1 where receipt_no = 6`,
    'receipt 6',
    'City Campus',
  ],
  'closings are numbered from 1 without a gap, and each begins where the one before ended': [
    'delete from book_closings where closing_no = 2',
    'closing 3',
    'City Campus',
  ],
  'the books are closed up to the day of the last closing or reopening': [
    `update campus_rules set closed_until = '2026-10-31'`,
    'rules',
    'City Campus',
  ],
  'the figures of a closing in force are those of the books': [
    `insert into changes (campus, changed_at, changed_by, what, before, after) values ('City Campus',
     '2026-11-20T12:00:00Z', 'admin@city.test', 'voucher re-priced', '{"amount": 0}', '{"amount": 1}')`,
    'closing 4',
    'City Campus',
  ],
  'the classes of a closing add up to its figures': [
    `update book_closings set figures = jsonb_set(figures, '{byClass,0,received}',
       to_jsonb((figures #>> '{byClass,0,received}')::bigint + 1)) where closing_no = 2`,
    'closing 2',
    'City Campus',
  ],
  'the classes of a closing in force are those of the books': [
    `update vouchers set student_class = '6' where voucher_no = '5Red1adm'`,
    'closing 4',
    'City Campus',
  ],
  'the counters are at the last number given out': [
    `update counters set last = last - 1 where counter = 'roll number'`,
    'roll number',
  ],
  'every receiver, generator, admitter and adjuster is staff of the campus': [
    `update receipts set received_by = 'office@city.test' where receipt_no = 1`,
    'receipt 1',
  ],
  'runs are numbered from 1 without a gap': [
    'update voucher_runs set run_no = 99 where run_no = 2',
    'run 99',
  ],
  'each monthly voucher belongs to the run that generated it, and no other voucher belongs to one': [
    `update vouchers set run_no = null where voucher_no = '1Pink3-202701'`,
    '1Pink3-202701',
  ],
  'a voided voucher has no receipt and carries nothing': [
    `update vouchers set voided = true where voucher_no = '5Red1-202612'`,
    '5Red1-202612',
  ],
  'each voided voucher is in the history once, with its balance, or its run is': [
    `update vouchers set voided = true where voucher_no = '1Pink3-202702'`,
    '1Pink3-202702',
  ],
  'a voided run has no voucher that counts, and the history records what was voided': [
    `update voucher_runs set voided_at = now(), voided_by = 'desk@main.test', void_reason = 'x' where run_no = 1`,
    'run 1',
  ],
  'due dates in the history of a run form an unbroken chain to its present one': [
    `insert into changes (campus, changed_at, changed_by, what, before, after) values ('Main Campus', now(),
       'desk@main.test', 'due date changed', '{"dueDate": "2026-12-01"}', '{"dueDate": "2020-01-01", "runNo": 1}')`,
    'run 1',
  ],
  'the due dates of a voucher in the lines that name it form an unbroken chain to its present one': [
    `insert into changes (campus, changed_at, changed_by, what, before, after) values ('Main Campus', now(),
       'desk@main.test', 'due date changed', '{"dueDates": {"2026-12-01": ["1Pink3-202701"]}}',
       '{"dueDate": "2020-01-01", "count": 1}')`,
    '1Pink3-202701',
  ],
  'requests for approval are numbered from 1 without a gap': [
    'alter table approvals disable trigger user; update approvals set request_no = 99 where request_no = 1',
    'request 2',
  ],
  'a request was approved or declined by another person than the one who asked, and withdrawn by that one': [
    'alter table approvals disable trigger user; update approvals set decided_by = requested_by where request_no = 1',
    'request 1',
  ],
  'an adjustment that a second person approved was asked for by who entered it': [
    `update adjustments set approved_by = 'office@main.test' where adjustment_no = 1`,
    'adjustment 1',
  ],
  'each request is in the history when it was asked and when it was decided': [
    `delete from changes where what = 'approval declined'`,
    'request 2',
  ],
  'adjustments are numbered from 1 without a gap': [
    'update adjustments set adjustment_no = 99 where adjustment_no = 1',
    'adjustment 2',
  ],
  'the adjusted sum of a voucher is that of its adjustments': [
    `update vouchers set adjusted = adjusted + 1 where voucher_no = '5Red1adm'`,
    '5Red1adm',
  ],
  'an adjustment is on posted vouchers of its student, and dated on the day of its entry': [
    `update adjustments set voucher_no = '10Blue2adm' where adjustment_no = 1`,
    'adjustment 1',
  ],
  'the two adjustments of a transfer name each other and cancel out': [
    `update adjustments set amount = amount - 1 where kind = 'transfer' and amount < 0`,
    'adjustment 7',
  ],
  'an adjustment that takes one back has its kind and student, and the opposite amount': [
    'update adjustments set amount = amount + 1 where reverses = 2',
    'adjustment 3',
  ],
  'an adjustment that follows a receipt is for the amount that was taken back': [
    `update adjustments set amount = amount + 1 where kind = 'receipt corrected'`,
    'adjustment 4',
  ],
  'each adjustment is in the history once, with its amount': [
    `delete from changes where what = 'balance adjusted' and (after ->> 'adjustmentNo')::integer = 1`,
    'adjustment 1',
  ],
  'every voucher and fee belongs to a student of its campus, and every student has fees': [
    'delete from fees where roll_no = 2',
    'roll number 2',
  ],
  'an active student has no date of departure; one who left has a date after the admission': [
    `update students set left_on = '2020-01-01' where roll_no = 3`,
    'roll number 3',
  ],
  'only class 10 graduates': [`update students set student_class = '9' where roll_no = 2`, 'roll number 2'],
  'a student who left owed nothing, or left owing with a reason, unless a receipt or an adjustment was taken back since':
    [
      `update changes set after = after - 'outcome' where after ->> 'outcome' = 'leaves owing'`,
      'roll number 5',
    ],
  'the outcome of a departure has a reason and the balance that it left, and the adjustment that it names': [
    `update changes set after = after || '{"adjustmentNo": 1}' where after ->> 'outcome' = 'written off'`,
    'roll number 6',
  ],
  'a record whose data were erased holds none, nor does its history, which has the erasure once': [
    `update changes set after = after || '{"fatherName": "Bilal"}' where what = 'student admitted' and roll_no = 7
       and campus = 'Main Campus'`,
    'roll number 7',
  ],
  'no student is promoted twice within the pause': [
    `insert into changes (campus, changed_at, changed_by, what, roll_no, before, after)
       select campus, changed_at + interval '179 days', changed_by, what, roll_no, after, '{"studentClass": "7"}'
       from changes where what = 'class promoted'`,
    'roll number 1',
  ],
  'a promotion moves to the next class': [
    `update changes set after = '{"studentClass": "7"}' where what = 'class promoted'`,
    'roll number 1',
  ],
  'class and section in the history form an unbroken chain to their present values': [
    `update students set section = 'Rose' where roll_no = 3`,
    'roll number 3',
  ],
  'the date of the last promotion is that in the history': [
    'update students set promoted_on = promoted_on - 1',
    'roll number 1',
  ],
}
