import type { Month } from '#domain/calendar.ts'
import { paisa } from '#domain/money.ts'
import type { NewVoucher, Voucher, VoucherDates, VoucherKind } from '#domain/voucher.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import type { Charges } from '#domain/voucher-amounts.ts'
import { sql } from 'kysely'
import type { Scope } from './scope.ts'
import { voucherJson } from './voucher-json.ts'

/** A voucher with its place in the student's chain. */
export interface ChainedVoucher extends Voucher {
  readonly chainNo: number
}

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

interface VoucherRow {
  voucher_no: string
  roll_no: number
  chain_no: number
  monthly_fee: number
  discount: number
  registration_fee: number
  admission_fee: number
  examination_fee: number
  fine: number
  arrears: number
  received: number
  posted: boolean
  fee_paid: boolean
  carried_to: string | null
  replaced_by: string | null
}

const columns = [
  'voucher_no',
  'roll_no',
  'chain_no',
  'monthly_fee',
  'discount',
  'registration_fee',
  'admission_fee',
  'examination_fee',
  'fine',
  'arrears',
  'received',
  'posted',
  'fee_paid',
  'carried_to',
  'replaced_by',
] as const satisfies readonly (keyof VoucherRow)[]

const fromRow = (row: VoucherRow): ChainedVoucher => ({
  voucherNo: row.voucher_no,
  rollNo: row.roll_no,
  chainNo: row.chain_no,
  monthlyFee: paisa(row.monthly_fee),
  discount: paisa(row.discount),
  registrationFee: paisa(row.registration_fee),
  admissionFee: paisa(row.admission_fee),
  examinationFee: paisa(row.examination_fee),
  fine: paisa(row.fine),
  arrears: paisa(row.arrears),
  received: paisa(row.received),
  posted: row.posted,
  paid: row.fee_paid,
  carriedTo: row.carried_to,
  replacedBy: row.replaced_by,
})

const chargesRow = (charges: Charges) => ({
  monthly_fee: charges.monthlyFee,
  discount: charges.discount,
  registration_fee: charges.registrationFee,
  admission_fee: charges.admissionFee,
  examination_fee: charges.examinationFee,
  fine: charges.fine,
})

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

  /** The student's latest voucher: the one generated last (decisions §3). */
  async findLatest(rollNo: number): Promise<ChainedVoucher | null> {
    const row = await trx
      .selectFrom('vouchers')
      .select(columns)
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .orderBy('chain_no', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ? fromRow(row) : null
  },

  /** A voucher as the calls answer it, as JSON. */
  async findAsJson(voucherNo: string): Promise<unknown> {
    const { rows } = await sql<{ voucher: unknown }>`
      select ${voucherJson} as voucher
      from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
      where v.campus = ${campus} and v.voucher_no = ${voucherNo}`.execute(trx)
    return rows[0]?.voucher ?? null
  },

  async findLatestAsJson(rollNo: number): Promise<unknown> {
    const { rows } = await sql<{ voucher: unknown }>`
      select ${voucherJson} as voucher
      from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
      where v.campus = ${campus} and v.roll_no = ${rollNo}
      order by v.chain_no desc limit 1`.execute(trx)
    return rows[0]?.voucher ?? null
  },
})

const locking = ({ trx, campus }: Scope) => ({
  /** A voucher held for change, after its student was locked. */
  async lock(voucherNo: string): Promise<ChainedVoucher | null> {
    const row = await trx
      .selectFrom('vouchers')
      .select(columns)
      .where('campus', '=', campus)
      .where('voucher_no', '=', voucherNo)
      .forNoKeyUpdate()
      .executeTakeFirst()
    return row ? fromRow(row) : null
  },

  /** The latest voucher held for change, after its student was locked. */
  async lockLatest(rollNo: number): Promise<ChainedVoucher | null> {
    const row = await trx
      .selectFrom('vouchers')
      .select(columns)
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .orderBy('chain_no', 'desc')
      .limit(1)
      .forNoKeyUpdate()
      .executeTakeFirst()
    return row ? fromRow(row) : null
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

  /** The vouchers whose balance this one took over are paid with it, and open again with it (decisions §3). */
  async settleCarried(voucherNo: string, paid: boolean): Promise<void> {
    await sql`
      with recursive carried as (
        select v.voucher_no from vouchers v where v.campus = ${campus} and v.carried_to = ${voucherNo}
        union all
        select v.voucher_no from vouchers v join carried c on v.carried_to = c.voucher_no where v.campus = ${campus}
      )
      update vouchers set fee_paid = ${paid}
      where campus = ${campus} and voucher_no in (select voucher_no from carried) and fee_paid <> ${paid}`.execute(
      trx,
    )
  },
})

export const voucherRecords = (scope: Scope) => ({ ...finding(scope), ...locking(scope), ...writing(scope) })
