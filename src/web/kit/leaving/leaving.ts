import { markArrearsPaid } from '#contract/departure.ts'
import { formatDate, formatMonth, type CalendarDate, type Month } from '#domain/calendar.ts'
import { requireOutcomeFor, type DepartureOutcome } from '#domain/departure-outcome.ts'
import { formatRupees, opposite, type Money } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { isRefusal } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { reasonErrors } from '#web/kit/form/field-errors.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import {
  paidByBody,
  readPaidBy,
  typedCash,
  typedPaidByErrors,
  type TypedPaidBy,
} from '#web/kit/receiving/payment-input.ts'
import { rupeesText } from '#web/kit/student-account.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'

/** The outcome as chosen and typed; '' if nothing is chosen yet, `none` if the balance is to stay. */
export interface TypedOutcome {
  readonly kind: DepartureOutcome | 'none' | ''
  readonly reason: string
  /** The method of paying back an advance. */
  readonly paidBy: TypedPaidBy
}

export const noOutcome: TypedOutcome = { kind: '', reason: '', paidBy: typedCash }

/** Returns the chosen outcome; null if it does not fit this balance, for example after the balance has changed. */
export function outcomeFor(balance: Money, { kind }: TypedOutcome): DepartureOutcome | null {
  return kind !== '' && kind !== 'none' && requireOutcomeFor(balance, kind).ok ? kind : null
}

export function outcomeErrors(kind: DepartureOutcome, outcome: TypedOutcome, today: CalendarDate) {
  const { reference } = kind === 'paid back' ? typedPaidByErrors(outcome.paidBy, today) : {}
  return { ...reasonErrors(outcome), ...(reference !== undefined && { reference }) }
}

export function outcomeBody(kind: DepartureOutcome, { reason, paidBy }: TypedOutcome) {
  if (kind !== 'paid back') return { kind, reason }
  const { method, reference } = readPaidBy(paidBy)
  return { kind, reason, method, reference }
}

/** Describes an outcome, such as `Rs 9,000 is written off`. */
export function outcomeConsequence(kind: DepartureOutcome, balance: Money, { paidBy }: TypedOutcome): string {
  if (kind === 'paid back')
    return `${rupeesText(opposite(balance))} is paid back, ${methodAndReference(readPaidBy(paidBy))}`
  return `${rupeesText(balance)} ${kind === 'written off' ? 'is written off' : 'stays owed'}`
}

const months = new Intl.ListFormat('en-GB')

interface ArrearsOfLeaver {
  readonly rollNo: number
  readonly studentName: string
  readonly arrears: Money
  readonly voucher: { readonly voucherNo: string; readonly posted: boolean } | null
  /** The vouchers of later months, which are voided first, latest first. */
  readonly voided: readonly Month[]
  /** The date of removal. */
  readonly removalDate: CalendarDate
  /** Reads the arrears again, and moves the focus from the button, which may be gone. */
  readonly settled: () => Promise<unknown>
}

/** Receives the whole balance as a real receipt, after a question with the amount (decisions 3.removal.pending). */
export function useMarkArrearsPaid(leaver: ArrearsOfLeaver) {
  const { rollNo, studentName, arrears, voucher, voided, removalDate, settled } = leaver
  const { today, name } = useStaff()
  const alert = useAlert()
  const confirm = useConfirm()
  const day = formatDate(today)
  const amount = formatRupees(arrears)
  return useSendForm<typeof markArrearsPaid, TypedPaidBy>({
    endpoint: markArrearsPaid,
    isSecret: false,
    initial: () => typedCash,
    check: (typed) => typedPaidByErrors(typed, today),
    confirm({ method }) {
      const onlyIf = method === 'cash' ? 'the money is in your hand' : 'the payment has been made'
      const unposted = voucher?.posted === false ? ' The voucher will also be posted.' : ''
      const before = months.format(voided.map(formatMonth).toReversed())
      return confirm({
        title: 'Mark arrears as paid?',
        message: `This makes a receipt of ${amount} on ${day} for ${studentName}, roll no. ${rollNo}, on voucher ${voucher?.voucherNo ?? ''}. Do it only if ${onlyIf}.${unposted}${before === '' ? '' : ` Voided before: ${before}.`}`,
        confirmLabel: `Yes, mark ${amount} as paid`,
        tone: 'caution',
      })
    },
    sent: (typed) => ({
      params: { rollNo },
      body: {
        receivedBy: name,
        receivedDate: today,
        expectedBalance: arrears,
        ...(voided.length > 0 && { removalDate }),
        ...paidByBody(readPaidBy(typed)),
      },
    }),
    async done({ receiptNo, amount: received }) {
      await alert('Arrears marked paid successfully', {
        detail: `Receipt no. ${receiptNo}: ${formatRupees(received)} received on ${day}\n${studentName}, roll no. ${rollNo}`,
      })
      await settled()
    },
    async refused(failure) {
      await alert(failure.msg, { tone: 'error' })
      if (isRefusal(failure)) await settled()
      return true
    },
  })
}
