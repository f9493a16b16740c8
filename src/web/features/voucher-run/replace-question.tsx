import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatPeriod } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { chargeLines, Ledger, paymentLines, toAccount } from './ledger.tsx'
import type { StudentPreview } from './use-student-run.ts'

interface Props {
  /** The voucher of the month that would be replaced. */
  readonly voucher: VoucherReply
  readonly preview: StudentPreview
  /** True if the figures are current. */
  readonly ready: boolean
  readonly sending: boolean
  readonly replace: () => void
  readonly keep: () => void
}

const lines = [...chargeLines(), ...paymentLines]

/** The yellow confirmation of spec 8.generation.exists: the replaced voucher next to its replacement. */
export const ReplaceQuestion = ({ voucher, preview, ready, sending, replace, keep }: Props) => (
  <Alert
    role="alertdialog"
    variant="default"
    icon={<IconAlertTriangle aria-hidden />}
    title="Voucher for this student has already been generated with the campus."
    styles={{
      root: {
        background: 'var(--portal-to-do-ground)',
        borderColor: 'var(--portal-to-do-line)',
      },
      title: { color: 'var(--portal-to-do)' },
      icon: { color: 'var(--portal-to-do)' },
    }}
    onKeyDown={(event) => {
      if (event.key === 'Escape' && !sending) keep()
    }}
  >
    <Stack gap="sm">
      <Text>
        Voucher {voucher.voucherNo} of {voucher.studentName} ({formatPeriod(voucher.feePeriod)},{' '}
        {voucher.posted ? 'posted' : 'not posted yet'}) would be replaced by {preview.voucherNo}
        {voucher.posted && ', which is posted too'}.
        {voucher.received > 0 &&
          ` The Rs ${formatRupees(voucher.received)} received on it will be applied to the new one.`}
      </Text>
      <div style={{ maxWidth: 560 }}>
        <Ledger
          label="Before and after"
          lines={lines}
          columns={[
            { heading: `Now: ${voucher.voucherNo}`, account: voucher },
            { heading: `New: ${preview.voucherNo}`, account: toAccount(preview) },
          ]}
        />
      </div>
      <Text fw={600}>Are you sure you want to generate a new voucher for this student?</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" autoFocus disabled={sending} onClick={keep}>
          Cancel
        </Button>
        <Button disabled={!ready} loading={sending} onClick={replace}>
          Yes, generate new voucher
        </Button>
      </Group>
    </Stack>
  </Alert>
)
