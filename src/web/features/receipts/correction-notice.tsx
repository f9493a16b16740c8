import type { Refusal } from '#domain/outcome.ts'
import { Attention } from '#web/ui/attention.tsx'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { outlookOf, type Correctable } from './correction.ts'

interface Props {
  readonly base: Correctable
  /** Whether anything was ever received on it. */
  readonly hasReceipts: boolean
  readonly onOpen: (voucherNo: string) => void
}

/** Says why there is no receipt to be corrected on the voucher, and leads on; nothing where there is one. */
export function CorrectionNotice({ base, hasReceipts, onOpen }: Props) {
  const { voucher, standing } = base
  const outlook = outlookOf(base, voucher.received)
  if (!outlook.ok) return <RefusedNotice refusal={outlook.refusal} onOpen={onOpen} />
  if (standing.length > 0) return null
  return (
    <Attention
      role="alert"
      mt="sm"
      title={hasReceipts ? 'Nothing stands received' : 'Nothing was received yet'}
      words={
        hasReceipts
          ? 'All that was received on this voucher was taken back: receive the payment at the counter.'
          : 'There is no receipt on this voucher to correct: receive the payment at the counter.'
      }
    >
      <Button
        variant="default"
        size="xs"
        component={Link}
        to={`/receipts/individual?voucher=${encodeURIComponent(voucher.voucherNo)}`}
      >
        Open it at the counter
      </Button>
    </Attention>
  )
}

interface RefusedProps {
  readonly refusal: Refusal
  readonly onOpen: (voucherNo: string) => void
}

function RefusedNotice({ refusal, onOpen }: RefusedProps) {
  const { title, words, instead } = whyRefused(refusal)
  return (
    <Attention role="alert" title={title} words={words} mt="sm">
      {instead !== '' && (
        <Button variant="default" size="xs" onClick={() => onOpen(instead)}>
          Open {instead}
        </Button>
      )}
    </Attention>
  )
}

function whyRefused(refusal: Refusal) {
  if (refusal.code === 'voucher-replaced') {
    const instead = refusal.facts.replacedBy
    const words = `Voucher ${instead} was generated in its place, and what came in counts there.`
    return { title: 'Voucher was replaced', words, instead }
  }
  if (refusal.code === 'voucher-not-latest') {
    const instead = refusal.facts.takenOverBy
    const words = 'It is posted: only what came in on it can be corrected.'
    return { title: 'A later voucher has taken this one over', words, instead }
  }
  return {
    title: 'Voucher Not Posted',
    words: 'Nothing can be received on it until it is posted.',
    instead: '',
  }
}
