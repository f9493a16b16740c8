import type { Month } from '#domain/calendar.ts'
import type { NewVoucher, VoucherDates, VoucherKind } from '#domain/voucher.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { statement } from '#server/database/statement.ts'
import type { Scope } from './scope.ts'
import { voucherChain } from './voucher-chain.ts'
import {
  chargesRow,
  voucherColumns,
  voucherFrom,
  type ChainedVoucher,
  type VoucherRow,
} from './voucher-rows.ts'
import { vouchersAsJson } from './vouchers-as-json.ts'

/** Everything that is written down when a voucher is made. */
export interface VoucherToInsert extends NewVoucher, VoucherDates {
  readonly voucherNo: string
  readonly rollNo: number
  readonly chainNo: number
  readonly kind: VoucherKind
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly month: Month
  readonly posted: boolean
  readonly note: string
}

const finding = ({ trx, campus }: Scope) => ({
  async findRollNo(voucherNo: string): Promise<number | null> {
    const row = await trx
      .selectFrom('vouchers')
      .select('roll_no')
      .where('campus', '=', campus)
      .where('voucher_no', '=', voucherNo)
      .executeTakeFirst()
    return row?.roll_no ?? null
  },

  /** The student's latest voucher: the one generated last (decisions 3.books.latest). */
  async findLatest(rollNo: number): Promise<ChainedVoucher | null> {
    const row = await trx
      .selectFrom('vouchers')
      .select(voucherColumns)
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .orderBy('chain_no', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ? voucherFrom(row) : null
  },
})

const ofMonth = ({ trx, campus }: Scope) => ({
  /** The one voucher of a student's month that was not replaced. */
  async findOfMonth(rollNo: number, { year, month }: Month): Promise<ChainedVoucher | null> {
    const row = await trx
      .selectFrom('vouchers')
      .select(voucherColumns)
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .where('year', '=', year)
      .where('month', '=', month)
      .where('replaced_by', 'is', null)
      .executeTakeFirst()
    return row ? voucherFrom(row) : null
  },

  /** How many monthly vouchers were made for a student's month, replaced ones too: the next one's number counts on. */
  async countMonthly(rollNo: number, { year, month }: Month): Promise<number> {
    const { made } = await trx
      .selectFrom('vouchers')
      .select((eb) => eb.fn.countAll<number>().as('made'))
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .where('year', '=', year)
      .where('month', '=', month)
      .where('kind', '=', 'monthly')
      .executeTakeFirstOrThrow()
    return made
  },
})

const holding = statement<VoucherRow>(`
  with held as materialized (
    select s.roll_no from students s where s.campus = $1
      and s.roll_no = (select v.roll_no from vouchers v where v.campus = $1 and v.voucher_no = $2)
    for no key update
  )
  select ${voucherColumns.map((column) => `v.${column}`).join(', ')}
  from held join vouchers v on v.roll_no = held.roll_no where v.campus = $1 and v.voucher_no = $2
  for no key update of v`)

const locking = ({ trx, campus }: Scope) => ({
  /**
   * A voucher held for change, its student first, as one student's money is moved by one call at a time. What another
   * call did to the voucher while this one waited is in the answer.
   */
  async lockWithStudent(voucherNo: string): Promise<ChainedVoucher | null> {
    const [row] = await holding(trx, [campus, voucherNo])
    return row ? voucherFrom(row) : null
  },

  /** The latest voucher held for change, after its student was locked. */
  async lockLatest(rollNo: number): Promise<ChainedVoucher | null> {
    const row = await trx
      .selectFrom('vouchers')
      .select(voucherColumns)
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .orderBy('chain_no', 'desc')
      .limit(1)
      .forNoKeyUpdate()
      .executeTakeFirst()
    return row ? voucherFrom(row) : null
  },

  /** The student's later vouchers, oldest first and replaced ones apart, held for change after the student was locked. */
  async lockLater({
    rollNo,
    chainNo,
  }: Pick<ChainedVoucher, 'rollNo' | 'chainNo'>): Promise<ChainedVoucher[]> {
    const rows = await trx
      .selectFrom('vouchers')
      .select(voucherColumns)
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .where('chain_no', '>', chainNo)
      .where('replaced_by', 'is', null)
      .orderBy('chain_no')
      .forNoKeyUpdate()
      .execute()
    return rows.map(voucherFrom)
  },
})

const writing = ({ trx, campus, userId, now }: Scope) => ({
  async insert(voucher: VoucherToInsert): Promise<void> {
    await trx
      .insertInto('vouchers')
      .values({
        campus,
        voucher_no: voucher.voucherNo,
        roll_no: voucher.rollNo,
        chain_no: voucher.chainNo,
        kind: voucher.kind,
        student_class: voucher.studentClass,
        section: voucher.section,
        year: voucher.month.year,
        month: voucher.month.month,
        issue_date: voucher.issueDate,
        due_date: voucher.dueDate,
        period_from: voucher.periodFrom,
        period_to: voucher.periodTo,
        ...chargesRow(voucher),
        arrears: voucher.arrears,
        posted: voucher.posted,
        fee_paid: voucher.paid,
        note: voucher.note,
        generated_at: now,
        generated_by: userId,
      })
      .execute()
  },

  /** Writes other charges on a voucher; whoever does it settles what the voucher had carried. */
  async reprice(voucherNo: string, voucher: NewVoucher): Promise<void> {
    await trx
      .updateTable('vouchers')
      .set({ ...chargesRow(voucher), fee_paid: voucher.paid })
      .where('campus', '=', campus)
      .where('voucher_no', '=', voucherNo)
      .execute()
  },

  async post(voucherNo: string): Promise<void> {
    await trx
      .updateTable('vouchers')
      .set({ posted: true })
      .where('campus', '=', campus)
      .where('voucher_no', '=', voucherNo)
      .execute()
  },
})

export const voucherRecords = (scope: Scope) => ({
  ...finding(scope),
  ...ofMonth(scope),
  ...vouchersAsJson(scope),
  ...locking(scope),
  ...writing(scope),
  ...voucherChain(scope),
})
