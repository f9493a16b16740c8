import type { FoundVoucher } from '#contract/counter.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import { type Month, formatDate, formatMonth } from '#domain/calendar.ts'
import { type Money, formatRupees, opposite } from '#domain/money.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { correctReceiptAddress } from '#web/kit/list-addresses.ts'
import { addressToPost } from '#web/kit/months-to-post.ts'
import { Attention } from '#web/ui/attention.tsx'
import { whyNotReceivable } from './payment.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'

interface Reason {
  readonly title: string
  readonly words: string
  /** The voucher to which the money belongs instead. */
  readonly instead: string | null
  /** The month that must be posted before. */
  readonly toPost?: Month
  /** Whether what was received on it may have to be set right. */
  readonly toEdit?: boolean
  /** Whether money can be received in advance. */
  readonly toAdvance?: boolean
}

function paidWords(voucher: VoucherReply, balance: Money): string {
  const { received, receivedDate, receivedByName, carriedTo } = voucher
  if (balance > 0 && carriedTo)
    return `Its balance of ${formatRupees(balance)} was paid with voucher ${carriedTo}.`
  const advance = balance < 0 ? ` ${formatRupees(opposite(balance))} is paid in advance.` : ''
  return received > 0 && receivedDate
    ? `Received on ${formatDate(receivedDate)} by ${receivedByName}.${advance}`
    : `Nothing was due on it.${advance}`
}

function reasonFor(voucher: FoundVoucher): Reason | null {
  const balance = netBalance(voucher)
  switch (whyNotReceivable(voucher)) {
    case null:
      return null
    case 'voucher-replaced':
      return {
        title: 'Voucher was replaced',
        words: `Voucher ${voucher.replacedBy} was generated in its place.`,
        instead: voucher.replacedBy,
      }
    case 'voucher-already-paid':
      return {
        title: 'Voucher already paid',
        words: paidWords(voucher, balance),
        instead: balance > 0 ? voucher.carriedTo : null,
        toEdit: voucher.received > 0,
        toAdvance: balance <= 0 && !voucher.left && voucher.takenOverBy === null,
      }
    case 'voucher-carried':
      return {
        title: 'Voucher carried forward',
        words: `Its balance of ${formatRupees(balance)} is in the arrears of voucher ${voucher.takenOverBy}.`,
        instead: voucher.takenOverBy,
      }
    default: {
      const month = { year: voucher.yearGenerated, month: voucher.monthGenerated }
      return {
        title: 'Voucher Not Posted',
        words: `It can be received once the vouchers of ${formatMonth(month)} are posted.`,
        instead: null,
        toPost: month,
      }
    }
  }
}

interface NotReceivableNoticeProps {
  readonly voucher: FoundVoucher
  readonly onOpen: (voucherNo: string) => void
  readonly onAdvance: () => void
}

/** Says why nothing can be received on the voucher, and leads to where it can; nothing where it is open. */
export function NotReceivableNotice({ voucher, onOpen, onAdvance }: NotReceivableNoticeProps) {
  const reason = reasonFor(voucher)
  if (!reason) return null
  const { title, words, instead, toPost, toEdit, toAdvance } = reason
  return (
    <Attention role="alert" title={title} words={words} mt="sm">
      {instead && (
        <Button variant="default" size="xs" onClick={() => onOpen(instead)}>
          Open {instead}
        </Button>
      )}
      {toPost && (
        <Button variant="default" size="xs" component={Link} to={addressToPost(toPost)}>
          Post vouchers
        </Button>
      )}
      {toAdvance && (
        <Button variant="default" size="xs" onClick={onAdvance}>
          Receive in advance
        </Button>
      )}
      {toEdit && (
        <Button variant="default" size="xs" component={Link} to={correctReceiptAddress(voucher.voucherNo)}>
          Edit receipt
        </Button>
      )}
    </Attention>
  )
}
