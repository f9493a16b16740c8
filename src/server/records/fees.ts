import type { CalendarDate } from '#domain/calendar.ts'
import type { Fees, MonthlyFee } from '#domain/fee.ts'
import { paisa } from '#domain/money.ts'
import { sql } from 'kysely'
import type { Scope } from './scope.ts'

/** A change of fee as history keeps it. */
export interface FeeChange {
  /** From which day, where the clerk gave one. */
  readonly feeChangeDate: CalendarDate | null
  readonly changedAt: Date
  readonly changedBy: string
  readonly changedByName: string
  readonly from: MonthlyFee
  readonly to: MonthlyFee
}

interface Told {
  readonly monthlyFee: number
  readonly discount: number
}

const paisaOf = ({ monthlyFee, discount }: Told): MonthlyFee => ({
  monthlyFee: paisa(monthlyFee),
  discount: paisa(discount),
})

const rowOf = (fees: Fees) => ({
  monthly_fee: fees.monthlyFee,
  discount: fees.discount,
  registration_fee: fees.registrationFee,
  admission_fee: fees.admissionFee,
  examination_fee: fees.examinationFee,
})

export const feeColumns = [
  'monthly_fee',
  'discount',
  'registration_fee',
  'admission_fee',
  'examination_fee',
] as const

/** A row of the fees as the rules know them. */
export const feesFrom = (row: Record<(typeof feeColumns)[number], number>): Fees => ({
  monthlyFee: paisa(row.monthly_fee),
  discount: paisa(row.discount),
  registrationFee: paisa(row.registration_fee),
  admissionFee: paisa(row.admission_fee),
  examinationFee: paisa(row.examination_fee),
})

/** A student's monthly fee and what waits to be charged once; paisa. */
export const feeRecords = ({ trx, campus }: Scope) => ({
  async find(rollNo: number): Promise<Fees | null> {
    const row = await trx
      .selectFrom('fees')
      .select(feeColumns)
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .executeTakeFirst()
    return row ? feesFrom(row) : null
  },

  async save(rollNo: number, fees: Fees): Promise<void> {
    await trx
      .updateTable('fees')
      .set(rowOf(fees))
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .execute()
  },

  /** The changes of monthly fee or discount that history tells of, newest first; paisa. */
  async listChanges(rollNo: number): Promise<FeeChange[]> {
    const { rows } = await sql<{
      feeChangeDate: CalendarDate | null
      changedAt: Date
      changedBy: string
      changedByName: string
      before: Told
      after: Told
    }>`
      select after ->> 'feeChangeDate' as "feeChangeDate", changed_at as "changedAt", changed_by as "changedBy",
        coalesce(t.name, changed_by) as "changedByName", before, after
      from changes c left join staff t on t.campus = c.campus and t.user_id = c.changed_by
      where c.campus = ${campus} and roll_no = ${rollNo} and what in ('fee changed', 'fees changed')
        and (before -> 'monthlyFee', before -> 'discount') <> (after -> 'monthlyFee', after -> 'discount')
      order by change_no desc`.execute(trx)
    return rows.map(({ before, after, ...change }) => ({
      ...change,
      from: paisaOf(before),
      to: paisaOf(after),
    }))
  },

  async insert(rollNo: number, fees: Fees): Promise<void> {
    await trx
      .insertInto('fees')
      .values({ campus, roll_no: rollNo, ...rowOf(fees) })
      .execute()
  },
})
