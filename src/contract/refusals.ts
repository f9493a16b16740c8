import { z } from 'zod/mini'
import {
  approvalReasons,
  erasureObstacles,
  factorWays,
  keepReasons,
  type RefusalFacts,
} from '#domain/outcome.ts'
import { rights } from '#domain/rights.ts'
import { classes } from '#domain/school.ts'
import { date, money } from './wire.ts'

/** The reply of a failed call: the page decides by `code`, people read `msg` (decisions 2.status). */
export const failure = z.object({
  code: z.string(),
  msg: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  requestId: z.optional(z.string()),
})
export type Failure = z.infer<typeof failure>

export type FactsOnWire = Readonly<Record<string, string | number | object | undefined>>

/** In seconds. */
const retryAfter = z.object({ retryAfter: z.number() })

/** The facts of each refusal; amounts are in rupees on the wire. */
export const refusalFacts: {
  readonly [Code in keyof RefusalFacts]: z.ZodMiniType<RefusalFacts[Code], FactsOnWire>
} = {
  'factor-needed': z.object({
    pending: z.string(),
    ways: z.readonly(z.array(z.enum(factorWays))),
    passkey: z.exactOptional(
      z.object({
        challenge: z.string(),
        relyingParty: z.string(),
        passkeys: z.readonly(
          z.array(z.object({ credentialId: z.string(), transports: z.readonly(z.array(z.string())) })),
        ),
      }),
    ),
  }),
  'no-right': z.object({ right: z.enum(rights) }),
  'approval-needed': z.object({ limit: money, why: z.enum(approvalReasons) }),
  'approval-requested': z.object({ requestNo: z.number() }),
  'too-many-tries': retryAfter,
  'reports-running': retryAfter,
  'reports-waiting': retryAfter,
  'too-many-calls': retryAfter,
  'voucher-exists': z.object({ voucherNo: z.exactOptional(z.string()) }),
  'pay-the-voucher': z.object({ voucherNo: z.string() }),
  'voucher-carried': z.object({ carriedTo: z.string() }),
  'voucher-replaced': z.object({ replacedBy: z.string() }),
  'voucher-not-latest': z.object({ takenOverBy: z.string() }),
  'voucher-not-voidable': z.object({ voucherNo: z.string(), reason: z.enum(keepReasons) }),
  'run-changed': z.object({ count: z.number(), amount: money }),
  'run-not-voidable': z.object({
    vouchers: z.array(z.object({ voucherNo: z.string(), reason: z.enum(keepReasons) })),
  }),
  'balance-changed': z.object({ balance: money }),
  'balances-changed': z.object({
    students: z.array(z.object({ rollNo: z.number(), studentName: z.string(), balance: money })),
  }),
  'day-closed': z.object({ closedUntil: date }),
  'count-again': z.object({ difference: money }),
  'not-in-safe': z.object({ inSafe: money }),
  'students-changed': z.object({ students: z.number() }),
  'fees-pending': z.object({ arrears: money }),
  'already-promoted': z.object({ studentClass: z.enum(classes) }),
  'class-empty': z.object({ studentClass: z.enum(classes) }),
  'record-kept': z.object({ rollNo: z.number(), why: z.enum(erasureObstacles) }),
}
