import type { ClerkClient, Reply } from './clerk-client.ts'
import type { ReportedVoucher } from './payments.ts'

const campus = 'Main Campus'
const at = encodeURIComponent(campus)

async function sendRequest(clerk: ClerkClient, act: string, params: object, body: object): Promise<number> {
  const reply = await clerk.post(`/finances/requestApproval/${at}`, { act, params, body })
  if (reply?.status !== 200) throw new Error(`The request was not sent: ${JSON.stringify(reply)}`)
  return Number(reply.body['requestNo'])
}

/** Requests a waiver in rupees at the voucher's known balance. Returns the number of the request. */
export const askWaiver = (
  clerk: ClerkClient,
  { rollNo, netBalance }: ReportedVoucher,
  amount: number,
): Promise<number> =>
  sendRequest(
    clerk,
    'lowerDebt',
    { campus, rollNo },
    { kind: 'waiver', amount, reason: 'Agreed', expectedBalance: netBalance },
  )

/** Requests the correction of a receipt, which may be the clerk's own. Returns the number of the request. */
export const askCorrection = (
  clerk: ClerkClient,
  receiptNo: number,
  receivedAmount: number,
): Promise<number> =>
  sendRequest(clerk, 'correctReceipt', { campus, receiptNo }, { receivedAmount, reason: 'Mistyped' })

export async function waitingNos(supervisor: ClerkClient): Promise<number[]> {
  const reply = await supervisor.get(`/finances/approvals/${at}`)
  const all: { requestNo: number; state: string }[] = Object(reply?.body).requests
  return all.filter(({ state }) => state === 'pending').map(({ requestNo }) => requestNo)
}

export interface Decision {
  readonly requestNo: number
  readonly reply: Reply | null
}

/** Approves all pending requests, at least once and until `isOver`. */
export async function approveAll(
  supervisor: ClerkClient,
  decisions: Decision[],
  isOver: () => boolean,
): Promise<void> {
  do {
    for (const requestNo of await waitingNos(supervisor)) {
      const reply = await supervisor.post(`/finances/approve/${at}/${requestNo}`)
      decisions.push({ requestNo, reply })
    }
  } while (!isOver())
}

/** Counts the approvals of each request and groups the refusals by code. Throws for any other reply. */
export function sortDecisions(decisions: readonly Decision[]) {
  const approved = new Map<number, number>()
  const refused = new Map<string, Set<number>>()
  for (const { requestNo, reply } of decisions) {
    if (reply?.status === 200) approved.set(requestNo, (approved.get(requestNo) ?? 0) + 1)
    else if (reply?.status === 409) {
      const code = String(reply.body['code'])
      refused.set(code, (refused.get(code) ?? new Set()).add(requestNo))
    } else throw new Error(`Request ${requestNo}: ${JSON.stringify(reply)}`)
  }
  return { approved, refused }
}
