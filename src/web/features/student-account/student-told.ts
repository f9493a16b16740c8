import type { studentAccount } from '#contract/student-account.ts'
import type { Reply } from '#web/api/call.ts'

/** All that the server tells of one student. */
export type StudentTold = Reply<typeof studentAccount>
export type FeesTold = StudentTold['monthlyFeeData']
/** A voucher of which something is unpaid. */
export type UnpaidTold = StudentTold['unpaid'][number]
