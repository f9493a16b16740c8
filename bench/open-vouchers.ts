import { Client } from 'pg'
import type { School } from './data-set.ts'
import type { OpenVoucher } from './jobs.ts'

/** Vouchers that wait to be paid, each handed out once. */
export interface OpenVouchers {
  /** The next one of a campus; undefined where all are handed out. */
  readonly take: (campus: string) => OpenVoucher | undefined
}

/** The unpaid vouchers of the last month of a school. */
export async function openVouchers(url: string, { lastMonth }: School): Promise<OpenVouchers> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ campus: string; voucherNo: string; balance: string }>(
    `select campus, voucher_no as "voucherNo", net_balance as balance from vouchers
     where issue_date = $1 and not fee_paid and posted order by campus, roll_no * 7919 % 104729`,
    [lastMonth],
  )
  await client.end()
  return takenFrom(rows.map((row) => ({ ...row, balance: Number(row.balance) })))
}

export function takenFrom(vouchers: readonly OpenVoucher[]): OpenVouchers {
  const waiting = new Map<string, OpenVoucher[]>()
  for (const voucher of vouchers) {
    const ofCampus = waiting.get(voucher.campus)
    if (ofCampus) ofCampus.push(voucher)
    else waiting.set(voucher.campus, [voucher])
  }
  return { take: (campus) => waiting.get(campus)?.pop() }
}
