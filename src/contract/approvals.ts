import { z } from 'zod/mini'
import { acts, requestStates } from '#domain/approval.ts'
import { approvalReasons } from '#domain/outcome.ts'
import { change, read } from './endpoint.ts'
import { anything, optionalText } from './fields.ts'
import { instant, money } from './wire.ts'

/** A request, pending or decided, that a second person approve an act. */
export const approvalRequest = z.object({
  requestNo: z.number(),
  act: z.enum(acts),
  why: z.enum(approvalReasons),
  state: z.enum(requestStates),
  rollNo: z.number(),
  studentName: z.string(),
  voucherNo: z.nullable(z.string()),
  receiptNo: z.nullable(z.number()),
  /** The change to the amount owed or received. */
  amount: money,
  words: z.string(),
  /** The balance at the time of the request, without the act and with it. */
  balanceBefore: money,
  balanceAfter: money,
  reason: z.string(),
  requestedBy: z.string(),
  requestedByName: z.string(),
  requestedAt: instant,
  decidedBy: z.nullable(z.string()),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  note: z.string(),
})

export type ApprovalRequest = z.output<typeof approvalRequest>

export const approvals = read('/finances/approvals/:campus', {
  summary: 'The acts that wait for a second person, and the last 200 that were decided, newest first',
  access: 'staff',
  reply: z.object({ msg: z.string(), requests: z.array(approvalRequest) }),
})

export const waitingApprovals = read('/finances/waitingApprovals/:campus', {
  summary: 'How many acts of others the caller could approve',
  access: 'staff',
  reply: z.object({ msg: z.string(), count: z.number() }),
})

export const requestApproval = change('/finances/requestApproval/:campus', {
  summary:
    'Ask a second person to approve an act that was refused with `approval-needed`; nothing changes until then',
  access: 'writer',
  body: z.object({
    act: z.enum(acts, 'Not an act that is approved'),
    /** The parameters of the act's path. */
    params: z.record(z.string(), anything),
    body: anything,
  }),
  reply: z.object({ msg: z.literal('Sent for approval'), requestNo: z.number() }),
})

const decisionReply = z.object({ requestNo: z.number() })

export const approveRequest = change('/finances/approve/:campus/:requestNo', {
  summary: 'Approve what another user asked for: it is done now, in their name',
  access: 'writer',
  right: 'approve',
  confirmed: true,
  body: z.object({ note: optionalText(500) }),
  reply: z.extend(decisionReply, { msg: z.literal('Approved') }),
})

export const declineRequest = change('/finances/decline/:campus/:requestNo', {
  summary: 'Decline what another user asked for, with the reason',
  access: 'writer',
  right: 'approve',
  body: z.object({ note: optionalText(500).check(z.minLength(1, 'Please enter a reason')) }),
  reply: z.extend(decisionReply, { msg: z.literal('Declined') }),
})

export const withdrawRequest = change('/finances/withdraw/:campus/:requestNo', {
  summary: "Withdraw one's own request while it waits",
  access: 'writer',
  reply: z.extend(decisionReply, { msg: z.literal('Withdrawn') }),
})
