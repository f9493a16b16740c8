import { covers } from '#test/covers.ts'
import { liveThroughAll } from '#test/lived-school.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookLaws, brokenLaws } from './book-laws.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
  await liveThroughAll(school)
})
afterAll(async () => school[Symbol.asyncDispose]())

it('a school that lived through everything breaks no law', async () => {
  expect(await brokenLaws(school.db)).toEqual([])
})

/** What somebody with the database's password could do to the books, and who the law then names. */
const tampering: Record<keyof typeof bookLaws, readonly [statement: string, named: string]> = {
  'amount and balance are the sums of their parts': [
    `alter table vouchers alter amount drop expression; update vouchers set amount = 1 where voucher_no = '5Red1adm'`,
    '5Red1adm',
  ],
  'a discount is not above the monthly fee': [
    'update fees set discount = 600000 where roll_no = 2',
    'roll number 2',
  ],
  'a voucher has received what its receipts say': [
    'update receipts set amount = amount - 1 where receipt_no = 1',
    '5Red1adm',
  ],
  'a voucher tells who received last of what stands': [
    `update vouchers set received_by = 'nobody' where voucher_no = '5Red1-202612'`,
    '5Red1-202612',
  ],
  'amounts, replaced ones apart, minus receipts are the balance of the latest voucher': [
    `update vouchers set fine = 100 where voucher_no = '10Blue2-202612'`,
    'roll number 2',
  ],
  'arrears are what the voucher before left, with what came in on replaced ones between them taken off': [
    `update vouchers set arrears = arrears + 100 where voucher_no = '5Red1-202701-2'`,
    '5Red1-202701-2',
  ],
  'the vouchers of a student are counted from one without a gap': [
    `update vouchers set chain_no = 9 where voucher_no = '1Pink3-202702'`,
    'roll number 3',
  ],
  'an unpaid balance is carried to the next voucher that stands, and nothing else is carried': [
    `update vouchers set carried_to = '5Red1-202701' where voucher_no = '5Red1-202612'`,
    '5Red1-202612',
  ],
  'a voucher is paid once nothing is due or the voucher that carries it is paid': [
    `update vouchers set fee_paid = true where voucher_no = '5Red1-202612'`,
    '5Red1-202612',
  ],
  'a replaced voucher gave its place to the one made next, of the same student and month': [
    `update vouchers set replaced_by = '1Pink3-202702' where voucher_no = '5Red1-202701'`,
    '5Red1-202701',
  ],
  'a student has one voucher for a month, replaced ones apart': [
    `update vouchers set month = 1 where voucher_no = '1Pink3-202702'`,
    'roll number 3 in 2027-1',
  ],
  'a voucher number tells kind, class, section, roll number and month': [
    `update vouchers set voucher_no = '5Red1-202701-3' where voucher_no = '5Red1-202701-2'`,
    '5Red1-202701-3',
  ],
  'an admission voucher is the first of its student and posted': [
    `update vouchers set posted = false where voucher_no = '10Blue2adm'`,
    '10Blue2adm',
  ],
  'a voucher is of the month in which its period begins, and due after its issue': [
    `update vouchers set due_date = issue_date - 1 where voucher_no = '10Blue2adm'`,
    '10Blue2adm',
  ],
  'money came in on posted vouchers only': [
    `update vouchers set posted = false where voucher_no = '10Blue2-202612'`,
    '10Blue2-202612',
  ],
  'receipts are numbered from one without a gap': ['delete from receipts where receipt_no = 2', 'receipt 3'],
  'a receipt brings money, and a reversal takes one whole earlier receipt of its voucher back': [
    `update receipts set reverses = 1 where reverses = 4`,
    'receipt 6',
  ],
  'a receipt is taken back once': [`update receipts set reverses = 4 where reverses = 5`, 'receipt 4'],
  'a receipt is of the student of its voucher': [
    'update receipts set roll_no = 2 where receipt_no = 1',
    'receipt 1',
  ],
  'money came in on the day on which it was entered, or before': [
    `update receipts set received_on = '2026-11-22' where receipt_no = 1`,
    'receipt 1',
  ],
  'the counters stand where the numbers ended': [
    `update counters set last = last - 1 where counter = 'roll number'`,
    'roll number',
  ],
  'who received, generated or admitted is staff of the campus': [
    `update receipts set received_by = 'office@city.test' where receipt_no = 1`,
    'receipt 1',
  ],
  'every voucher and every fee is of a student of its campus, and every student has fees': [
    'delete from fees where roll_no = 2',
    'roll number 2',
  ],
  'who is at school has no day of leaving, who left has one after the admission': [
    `update students set left_on = '2020-01-01' where roll_no = 3`,
    'roll number 3',
  ],
  'only class 10 graduates': [`update students set student_class = '9' where roll_no = 2`, 'roll number 2'],
  'who left owed nothing, as long as no receipt was corrected since': [
    `update vouchers set fine = 1000 where voucher_no = '1Pink3-202702'`,
    'roll number 3',
  ],
  'nobody is promoted again before the pause is over': [
    `insert into changes (campus, changed_at, changed_by, what, roll_no, before, after)
       select campus, changed_at + interval '179 days', changed_by, what, roll_no, after, '{"studentClass": "7"}'
       from changes where what = 'class promoted'`,
    'roll number 1',
  ],
  'a promotion moves one class on': [
    `update changes set after = '{"studentClass": "7"}' where what = 'class promoted'`,
    'roll number 1',
  ],
  'class and section follow each other in the history to what they are': [
    `update students set section = 'Rose' where roll_no = 3`,
    'roll number 3',
  ],
  'the last promotion is that of the history': [
    'update students set promoted_on = promoted_on - 1',
    'roll number 1',
  ],
  'each receipt stands in the history once, with what it brought': [
    `update changes set after = after || '{"received": 1}' where receipt_no = 1`,
    'receipt 1',
  ],
  'receipts are taken back as often as the history tells of a correction': [
    `delete from changes where what = 'receipt corrected' and voucher_no = '1Pink3-202612'`,
    '1Pink3-202612',
  ],
  'nobody paid at the counter when nothing was due': [
    `update changes set before = before || '{"balance": 0}' where receipt_no = 1`,
    'receipt 1',
  ],
  'balance, received and amount follow each other in the history of a voucher to what they are': [
    `update vouchers set fine = 5 where voucher_no = '1Pink3-202701'`,
    '1Pink3-202701',
  ],
  'what a voucher received stands in the history': [
    `delete from changes where what = 'payment received' and voucher_no = '5Red1adm'`,
    '5Red1adm',
  ],
  'each voucher stands in the history with its making': [
    `delete from changes where what = 'voucher generated' and voucher_no = '1Pink3-202702'`,
    '1Pink3-202702',
  ],
  'each campus run made as many vouchers as it tells, and of the amount': [
    // A re-pricing that nobody was told of.
    `delete from changes where what = 'voucher re-priced' and voucher_no = '1Pink3-202701'`,
    'history line',
  ],
  'each replacement stands in the history once, with the voucher that took the place': [
    `delete from changes where what = 'voucher replaced'`,
    '5Red1-202701',
  ],
  'as many vouchers are posted as the history tells': [
    `update vouchers set posted = false where voucher_no = '10Blue2-202701'`,
    '2027-01',
  ],
  'each leaving stands in the history once, with its day': [
    `update students set left_on = left_on - 1, admission_date = '2020-01-01' where roll_no = 2`,
    'roll number 2',
  ],
  'arrears changed as often as what was received on an older voucher changed after they were made': [
    `update changes set after = after || '{"receivedOnVoucher": "5Red1adm"}' where what = 'arrears changed'`,
    '10Blue2-202703',
  ],
  'who changed the charges or receipts of a voucher last edited it': [
    `update vouchers set edited_by = null where voucher_no = '5Red1-202612'`,
    '5Red1-202612',
  ],
  'each fee with a date stands in the history as it was entered': [
    'update fee_changes set discount = 0 where roll_no = 3',
    'roll number 3',
  ],
  'a fee with a date is superseded by a later entry for its month, or for an earlier one once it was in force':
    ['update fee_changes set superseded = false where roll_no = 3', 'roll number 3'],
  'a fee without a date follows the one before it in the history to what it is': [
    // As an edition wrote it that knew of no dates.
    `delete from fee_changes where roll_no = 3`,
    'roll number 3',
  ],
  'the history tells of students, vouchers and receipts that there are': [
    `delete from vouchers where voucher_no = '10Blue2-202701'; insert into changes (campus, changed_at, changed_by, what, roll_no)
       values ('Main Campus', now(), 'desk@main.test', 'record edited', 77)`,
    'history line',
  ],
}

describe('tampered books', () => {
  // Most of this the database refuses by itself, as long as its constraints stand.
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

  it.each(Object.entries(tampering))('are noticed: %s', async (law, [statement, named]) => {
    covers('decisions 6.fee-change.edited-by')

    const undone = new Error('undone')
    const tamper = school.db.transaction().execute(async (trx) => {
      await sql.raw(statement).execute(trx)
      const broken = await brokenLaws(trx, { [law]: Reflect.get(bookLaws, law) as string })
      expect(broken).toMatchObject([{ law, count: broken[0]?.rows.length }])
      const key: unknown = expect.stringMatching(new RegExp(`^${named}`))
      expect(broken[0]?.rows).toContainEqual({ campus: 'Main Campus', key })
      throw undone
    })
    await expect(tamper).rejects.toBe(undone)
  })
})
