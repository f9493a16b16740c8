import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { addAdditionalCharges } from '#contract/charges.ts'
import type { Month } from '#domain/calendar.ts'
import type { ChargeTarget } from '#domain/charges.ts'
import { nothing, type Money } from '#domain/money.ts'
import { executeUnprepared } from '#server/database/fast/statements.ts'
import type { Scope } from '#server/records/scope.ts'

/** Amounts in paisa. */
export interface ChargedSums {
  readonly students: number
  /** Students with an open voucher of the month. */
  readonly onVouchers: number
  /** Students whose target has an examination fee already. */
  readonly chargedAlready: number
  /** The largest examination fee that is charged already. */
  readonly largestExisting: Money
}

export interface ChargeToAdd {
  readonly examinationFee: Money
  readonly note: string
}

type ChargesAdded = Omit<z.output<typeof addAdditionalCharges.reply>, 'msg'>

/** SQL: the students to charge; null `voucher_no` means the next voucher. A test keeps it equal to `chargeGoesTo`. */
const studentsToCharge = (campus: string, target: ChargeTarget, { year, month }: Month) => sql`
  select s.roll_no, f.examination_fee as waiting, l.voucher_no, l.examination_fee as on_voucher, l.amount, l.net_balance,
    coalesce(l.examination_fee, f.examination_fee) as already
  from students s
    join fees f on f.campus = s.campus and f.roll_no = s.roll_no
    left join latest_vouchers l on l.campus = s.campus and l.roll_no = s.roll_no
      and l.year = ${year} and l.month = ${month} and not l.posted and not l.fee_paid
  where s.campus = ${campus} and s.state = 'active' and ${
    'rollNo' in target
      ? sql`s.roll_no = ${target.rollNo}`
      : sql`s.student_class = ${target.studentClass} and s.section = ${target.section}`
  }`

export async function sumCharges(
  { trx, campus }: Scope,
  target: ChargeTarget,
  month: Month,
): Promise<ChargedSums> {
  const { rows } = await executeUnprepared(
    trx,
    sql<ChargedSums>`
    select count(*)::int as students, count(c.voucher_no)::int as "onVouchers",
      count(*) filter (where c.already > 0)::int as "chargedAlready",
      coalesce(max(c.already), 0)::bigint as "largestExisting"
    from (${studentsToCharge(campus, target, month)}) c`,
  )
  return rows[0] ?? { students: 0, onVouchers: 0, chargedAlready: 0, largestExisting: nothing }
}

/** Charges the students and adds a history entry for each, in one statement. */
export async function insertCharges(
  { trx, campus, userId, now }: Scope,
  target: ChargeTarget,
  month: Month,
  { examinationFee, note }: ChargeToAdd,
): Promise<ChargesAdded> {
  const noteJson = JSON.stringify(note === '' ? {} : { note })
  const { rows } = await executeUnprepared(
    trx,
    sql<ChargesAdded>`
    with charged as (${studentsToCharge(campus, target, month)}),
    applied as (
      update vouchers v set examination_fee = v.examination_fee + ${examinationFee} from charged c
      where v.campus = ${campus} and v.voucher_no = c.voucher_no
      returning v.roll_no, v.voucher_no,
        jsonb_build_object('examinationFee', c.on_voucher, 'amount', c.amount, 'balance', c.net_balance) as before,
        jsonb_build_object('examinationFee', v.examination_fee, 'amount', v.amount, 'balance', v.net_balance) as after
    ),
    pending as (
      update fees f set examination_fee = f.examination_fee + ${examinationFee} from charged c
      where f.campus = ${campus} and f.roll_no = c.roll_no and c.voucher_no is null
      returning f.roll_no, jsonb_build_object('examinationFee', c.waiting) as before,
        jsonb_build_object('examinationFee', f.examination_fee) as after
    ),
    written as (
      insert into changes (campus, changed_at, changed_by, what, roll_no, voucher_no, before, after)
      select ${campus}, ${now}, ${userId}, t.what, t.roll_no, t.voucher_no, t.before, t.after || ${noteJson}::jsonb
      from (
        select 'voucher re-priced' as what, roll_no, voucher_no, before, after from applied
        union all
        select 'fees changed', roll_no, null, before, after from pending
      ) t order by t.roll_no
    )
    select (select count(*) from applied)::int as applied, (select count(*) from pending)::int as pending`,
  )
  return rows[0] ?? { applied: 0, pending: 0 }
}
