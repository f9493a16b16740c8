import { Stack, Text } from '@mantine/core'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatPeriod } from '#domain/calendar.ts'
import { nameInSentence, oneTimeHeads } from '#domain/fee-heads.ts'
import type { Money } from '#domain/money.ts'
import { WhatChanges } from '#web/kit/student-form/edit-parts.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import type { repriced } from './use-fees-edit.ts'

interface VoucherRepricedProps {
  /** The latest voucher if it is unpaid. */
  readonly open: VoucherReply | null
  /** The effect of the typed fees on it; null if there is none. */
  readonly effect: ReturnType<typeof repriced>
}

/** Joins names as in `one, two and three`. */
const names = new Intl.ListFormat('en-GB')

/** The voucher that the edit re-prices with its changed sum, or a note that the fees wait (decisions 3.fees.edit). */
export function VoucherRepriced({ open, effect }: VoucherRepricedProps) {
  if (!open) {
    return (
      <Text role="status">
        There is no unpaid voucher to change. The {names.format(oneTimeHeads.map(nameInSentence))} fee will be
        on the next voucher; monthly fee and discount apply from then on.
      </Text>
    )
  }
  return (
    <Stack gap={4}>
      <Text>
        Voucher <b>{open.voucherNo}</b> will change ({formatPeriod(open.feePeriod)},{' '}
        {open.posted ? 'posted' : 'not posted yet'}).
      </Text>
      <WhatChanges
        title={`Voucher ${open.voucherNo}`}
        changes={effect?.changes ?? []}
        nothing="It does not change until every fee is an amount."
        figures
      />
      {effect && <Settles balance={effect.balance} />}
    </Stack>
  )
}

/** A voucher with nothing left to pay counts as paid; money beyond that is an advance. */
function Settles({ balance }: { readonly balance: Money }) {
  if (balance > 0) return null
  return (
    <Text role="status" c="var(--portal-to-do)" fw={600}>
      Nothing to pay: the voucher will be marked paid.{' '}
      {balance < 0 && (
        <>
          <Rupees of={balance} advance /> will be adjusted in the next voucher.
        </>
      )}
    </Text>
  )
}
