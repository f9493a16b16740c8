import { Paper, Text, Title } from '@mantine/core'
import { formatMonth } from '#domain/calendar.ts'
import { netReceivable } from '#domain/voucher-amounts.ts'
import { MonthsToPost } from '#web/kit/months-to-post-notice.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { accountOf, chargeLines, Ledger } from './ledger.tsx'
import type { StudentPreview, useStudentRun } from './use-student-run.ts'

/** Reserves the height while nobody is found or figures load, so that nothing below jumps. */
const height = 300

/** The content of the voucher, or the reason that it is unknown. */
export const NewVoucher = ({ run }: { readonly run: ReturnType<typeof useStudentRun> }) => (
  <Paper component="section" aria-label="The new voucher" withBorder p="md" mih={height}>
    <Contents run={run} />
  </Paper>
)

function Contents({ run }: { readonly run: ReturnType<typeof useStudentRun> }) {
  const { student, preview, known } = run
  if (!student) return <Text c="dimmed">Find a student to see the voucher.</Text>
  if (preview.error) return <Failed failure={preview.error} retry={() => void preview.refetch()} />
  if (known?.takenOverBy) return <TakenOver preview={known} takenOverBy={known.takenOverBy} />
  if (known) return <NewVoucherFigures preview={known} />
  return preview.isFetching ? (
    <Loading label="Preparing the voucher…" />
  ) : (
    <Text c="dimmed">Enter the first day of the fee period to see the voucher.</Text>
  )
}

function NewVoucherFigures({ preview }: { readonly preview: StudentPreview }) {
  const month = formatMonth(preview)
  const account = accountOf(preview)
  const arrears = preview.carries === null ? 'Arrears' : `Arrears of ${preview.carries}`
  return (
    <>
      <div role="status">
        <Title order={2}>
          Voucher {preview.voucherNo} for {month}
        </Title>
        {preview.replaces && (
          <Text c="var(--portal-to-do)" fw={600}>
            {month} already has voucher {preview.replaces.voucherNo}. The new voucher will replace it.
          </Text>
        )}
      </div>
      <Ledger label="What the voucher charges" lines={chargeLines(arrears)} columns={[{ account }]} />
      {netReceivable(account) <= 0 && (
        <Text c="dimmed" mt="xs">
          Nothing to pay: the voucher will be marked paid.
        </Text>
      )}
      <MonthsToPost />
    </>
  )
}

interface TakenOverProps {
  readonly preview: StudentPreview
  readonly takenOverBy: string
}

const TakenOver = ({ preview, takenOverBy }: TakenOverProps) => (
  <div role="status">
    <Title order={2}>No voucher can be generated for {formatMonth(preview)}</Title>
    <Text mt="xs">
      {preview.replaces ? `Voucher ${preview.replaces.voucherNo}` : "The month's voucher"} is included in{' '}
      {takenOverBy} and cannot be replaced. Choose another month.
    </Text>
  </div>
)
