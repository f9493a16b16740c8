import { markArrearsPaid } from '#contract/departure.ts'
import { formatDate } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { CallFailed } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { isRefusal } from '#web/kit/is-refusal.ts'
import type { RemovalCheck } from './use-removal.ts'

function question({ studentData, arrears, voucher }: RemovalCheck, day: string) {
  const amount = formatRupees(arrears)
  const { studentName, rollNo } = studentData
  const unposted = voucher?.posted === false ? ' The voucher will also be posted.' : ''
  return {
    title: 'Mark arrears as paid?',
    message: `This makes a receipt of ${amount} on ${day} for ${studentName}, roll no. ${rollNo}, on voucher ${voucher?.voucherNo ?? ''}. Do it only if the money is in your hand.${unposted}`,
    confirmLabel: `Yes, mark ${amount} as paid`,
    tone: 'caution',
  } as const
}

interface Steps {
  readonly reload: () => Promise<unknown>
  readonly onDone: () => void
}

/** Receives the whole balance after a question with the amount: a real receipt (decisions 3.removal.pending). */
export function useMarkArrearsPaid({ reload, onDone }: Steps) {
  const { campus, today, name } = useStaff()
  const { send, sending } = useChange(markArrearsPaid)
  const alert = useAlert()
  const confirm = useConfirm()

  async function mark(check: RemovalCheck): Promise<void> {
    const day = formatDate(today)
    if (!(await confirm(question(check, day)))) return
    const { rollNo, studentName } = check.studentData
    try {
      const { receiptNo, amount } = await send({
        params: { campus, rollNo },
        body: { receivedBy: name, receivedDate: today, expectedBalance: check.arrears },
      })
      await alert('Arrears marked paid successfully', {
        detail: `Receipt no. ${receiptNo}: ${formatRupees(amount)} received on ${day}\n${studentName}, roll no. ${rollNo}`,
      })
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
