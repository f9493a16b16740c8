import { covers } from '#test/covers.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookLaws, brokenLaws } from './book-laws.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
  await runEveryOperation(school)
})
afterAll(async () => school[Symbol.asyncDispose]())

it('a school with every kind of event breaks no law', async () => {
  expect(await brokenLaws(school.db)).toEqual([])
})

/** What someone with the database's password could do to the books, and the row that the law then names. */
const tampering: Record<keyof typeof bookLaws, readonly [statement: string, named: string, campus?: string]> =
  {
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
    'amounts without replaced and voided vouchers, minus receipts, are the balance of the latest voucher': [
      `update vouchers set fine = 100 where voucher_no = '10Blue2-202612'`,
      'roll number 2',
    ],
    'arrears are the balance of the voucher before, minus receipts on replaced vouchers between the two': [
      `update vouchers set arrears = arrears + 100 where voucher_no = '5Red1-202701-2'`,
      '5Red1-202701-2',
    ],
    'the vouchers of a student are numbered from 1 without a gap': [
      `update vouchers set chain_no = 9 where voucher_no = '1Pink3-202702'`,
      'roll number 3',
    ],
    'an unpaid balance is carried to the next voucher that was neither replaced nor voided, and nothing else is carried':
      [`update vouchers set carried_to = '5Red1-202701' where voucher_no = '5Red1-202612'`, '5Red1-202612'],
    'a voucher is paid when nothing is due, or when the voucher it was carried to is paid': [
      `update vouchers set fee_paid = true where voucher_no = '5Red1-202612'`,
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
    'a voucher belongs to the month in which its period begins, and is not due before its issue': [
      `update vouchers set due_date = issue_date - 1 where voucher_no = '10Blue2adm'`,
      '10Blue2adm',
    ],
    'receipts are on posted vouchers only': [
      `update vouchers set posted = false where voucher_no = '10Blue2-202612'`,
      '10Blue2-202612',
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
    'a receipt is reversed at most once': [
      `update receipts set reverses = 4 where reverses = 5`,
      'receipt 4',
    ],
    'a receipt belongs to the student of its voucher': [
      'update receipts set roll_no = 2 where receipt_no = 1',
      'receipt 1',
    ],
    'a receipt is dated on the day of its entry or before': [
      `update receipts set received_on = '2026-11-22' where receipt_no = 1`,
      'receipt 1',
    ],
    'the counters are at the last number given out': [
      `update counters set last = last - 1 where counter = 'roll number'`,
      'roll number',
    ],
    'every receiver, generator and admitter is staff of the campus': [
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
    'every voucher and fee belongs to a student of its campus, and every student has fees': [
      'delete from fees where roll_no = 2',
      'roll number 2',
    ],
    'an active student has no date of departure; one who left has a date after the admission': [
      `update students set left_on = '2020-01-01' where roll_no = 3`,
      'roll number 3',
    ],
    'only class 10 graduates': [`update students set student_class = '9' where roll_no = 2`, 'roll number 2'],
    'a student who left owed nothing, unless a receipt was corrected since': [
      `update vouchers set fine = 1000 where voucher_no = '1Pink3-202702'`,
      'roll number 3',
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
    'balance, received and amount in the history of a voucher form an unbroken chain to their present values':
      [`update vouchers set fine = 5 where voucher_no = '1Pink3-202701'`, '1Pink3-202701'],
    'a voucher with receipts has a payment or correction in the history': [
      `delete from changes where what = 'payment received' and voucher_no = '5Red1adm'`,
      '5Red1adm',
    ],
    'each voucher is in the history with its generation': [
      `delete from changes where what = 'voucher generated' and voucher_no = '1Pink3-202702'`,
      '1Pink3-202702',
    ],
    'each campus run generated the number and amount of vouchers that the history records': [
      // A re-pricing without a history line.
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
    'each departure is in the history once, with its date': [
      `update students set left_on = left_on - 1, admission_date = '2020-01-01' where roll_no = 2`,
      'roll number 2',
    ],
    'each change of arrears follows a payment or correction on an older voucher': [
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
    'a dated fee is superseded by a later entry for its month, or for an earlier month once it was in force':
      ['update fee_changes set superseded = false where roll_no = 3', 'roll number 3'],
    'undated fees in the history form an unbroken chain to the present fee': [
      // As written by a version without change dates.
      `delete from fee_changes where roll_no = 3`,
      'roll number 3',
    ],
    'students, vouchers and receipts named in the history exist': [
      `delete from vouchers where voucher_no = '10Blue2-202701'; insert into changes (campus, changed_at, changed_by, what, roll_no)
       values ('Main Campus', now(), 'desk@main.test', 'record edited', 77)`,
      'history line',
    ],
  }

describe('tampered books', () => {
  // The database itself refuses most of this while its constraints are in place.
  beforeAll(async () => {
    await sql`
      do $$
      declare rule record;
      begin
        for rule in select conname as name, conrelid::regclass as holder from pg_constraint
          where contype in ('c', 'f', 'u') and conrelid <> 0 and connamespace = 'public'::regnamespace and conislocal
          order by contype
        loop
          execute format('alter table %s drop constraint if exists %I cascade', rule.holder, rule.name);
        end loop;
        drop index one_voucher_per_month;
        drop index fee_changes_in_force;
        drop trigger keep_posted_arrears on vouchers;
      end $$`.execute(school.db)
  })

  it.each(Object.entries(tampering))(
    'are detected: %s',
    async (law, [statement, named, campus = 'Main Campus']) => {
      covers('decisions 6.fee-change.edited-by')

      const undone = new Error('undone')
      const tamper = school.db.transaction().execute(async (trx) => {
        await sql.raw(statement).execute(trx)
        const broken = await brokenLaws(trx, { [law]: Reflect.get(bookLaws, law) as string })
        expect(broken).toMatchObject([{ law, count: broken[0]?.rows.length }])
        const key: unknown = expect.stringMatching(new RegExp(`^${named}`))
        expect(broken[0]?.rows).toContainEqual({ campus, key })
        throw undone
      })
      await expect(tamper).rejects.toBe(undone)
    },
  )
})
