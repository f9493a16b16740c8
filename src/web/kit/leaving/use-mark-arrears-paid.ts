import { markArrearsPaid } from '#contract/departure.ts'
import { formatDate, formatMonth, type CalendarDate, type Month } from '#domain/calendar.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import type { PaidBy } from '#domain/payment-method.ts'
import { CallFailed, isRefusal } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { paidByBody } from '#web/kit/receiving/payment-input.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'

const months = new Intl.ListFormat('en-GB')

const onlyIf = {
  cash: 'Do it only if the money is in your hand.',
  other: 'Do it only if the payment has been made.',
} as const

export interface ArrearsOfLeaver {
  readonly rollNo: number
  readonly studentName: string
  readonly arrears: Money
  readonly voucher: { readonly voucherNo: string; readonly posted: boolean } | null
  /** The vouchers of later months, which are voided first, latest first. */
  readonly voided: readonly Month[]
}

const voidedFirst = (voided: readonly Month[]): string =>
  voided.length === 0 ? '' : ` Voided before: ${months.format(voided.map(formatMonth).toReversed())}.`

function question({ rollNo, studentName, ...owed }: ArrearsOfLeaver, paidBy: PaidBy, day: string) {
  const { arrears, voucher, voided } = owed
  const amount = formatRupees(arrears)
  const unposted = voucher?.posted === false ? ' The voucher will also be posted.' : ''
  return {
    title: 'Mark arrears as paid?',
    message: `This makes a receipt of ${amount} on ${day} for ${studentName}, roll no. ${rollNo}, on voucher ${voucher?.voucherNo ?? ''}. ${onlyIf[paidBy.method === 'cash' ? 'cash' : 'other']}${unposted}${voidedFirst(voided)}`,
    confirmLabel: `Yes, mark ${amount} as paid`,
    tone: 'caution',
  } as const
}

interface Steps {
  /** The date of removal; vouchers of later months are voided first. */
  readonly removalDate: CalendarDate
  readonly reload: () => Promise<unknown>
  readonly onDone: () => void
}

/** Receives the whole balance as a real receipt, after a question with the amount (decisions 3.removal.pending). */
export function useMarkArrearsPaid({ removalDate, reload, onDone }: Steps) {
  const { today, name } = useStaff()
  const { send, sending } = useChange(markArrearsPaid)
  const alert = useAlert()
  const confirm = useConfirm()

  async function mark(leaver: ArrearsOfLeaver, paidBy: PaidBy): Promise<void> {
    const day = formatDate(today)
    if (!(await confirm(question(leaver, paidBy, day)))) return
    const { rollNo, studentName, arrears, voided } = leaver
    try {
      const { receiptNo, amount } = await send({
        params: { rollNo },
        body: {
          receivedBy: name,
          receivedDate: today,
          expectedBalance: arrears,
          ...(voided.length > 0 && { removalDate }),
          ...paidByBody(paidBy),
        },
      })
      await alert('Arrears marked paid successfully', {
        detail: `Receipt no. ${receiptNo}: ${formatRupees(amount)} received on ${day}\n${studentName}, roll no. ${rollNo}`,
      })
      // Reloads before the focus moves to the first field, which changes once nothing is owed.
      await reload()
      onDone()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.code === 'signed-out') return
      await alert(error.msg, { tone: 'error' })
      if (!isRefusal(error)) return
      await reload()
      onDone()
    }
  }

  return { mark, sending }
}
