import { Alert, Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatMonth, formatPeriod } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { netReceivable } from '#domain/voucher-amounts.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { MonthsToPost } from '#web/kit/months-to-post.tsx'
import { StudentScreen } from '#web/kit/student-form/student-choice.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { chargeLines, Ledger, paymentLines, toAccount, type StudentPreview } from './ledger.tsx'
import { RunFields } from './run-form.tsx'
import { useStudentRun } from './use-student-run.ts'

type Run = ReturnType<typeof useStudentRun>

/**
 * `/generate-voucher/student`: shows the voucher, then generates it (spec 2.routes.generate-student, spec 5.generation,
 * spec 8.generation).
 */
export function GenerateStudentScreen() {
  const run = useStudentRun()
  const { form, currentPreview, voucherToReplace } = run

  return (
    <StudentScreen
      title="Generate student voucher"
      lead="Makes one student's voucher for a month. Unpaid fees of earlier months are added as arrears."
      student={run.student}
      lookup={run.lookup}
      form={form}
    >
      {run.student && (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <RunFields form={form} noteFor="Saved on the voucher" />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <Paper component="section" aria-label="The new voucher" withBorder p="md" mih={height}>
              <NewVoucher run={run} />
            </Paper>
          </Grid.Col>
        </Grid>
      )}
      {voucherToReplace && currentPreview ? (
        <ReplaceQuestion voucher={voucherToReplace} preview={currentPreview} run={run} />
      ) : (
        <FormButtons act="Generate" ready={run.ready} sending={form.sending} cancel={form.leave} />
      )}
    </StudentScreen>
  )
}

/** Reserves the height while nobody is found or figures load, so that nothing below jumps. */
const height = 300

/** The content of the voucher, or the reason that it is unknown. */
function NewVoucher({ run: { preview, currentPreview } }: { readonly run: Run }) {
  if (preview.error) return <Failed failure={preview.error} retry={() => void preview.refetch()} />
  if (currentPreview) return <NewVoucherFigures preview={currentPreview} />
  return preview.isFetching ? (
    <Loading label="Preparing the voucher…" />
  ) : (
    <Text c="dimmed">Enter the first day of the fee period to see the voucher.</Text>
  )
}

function NewVoucherFigures({ preview }: { readonly preview: StudentPreview }) {
  const { replaces, takenOverBy } = preview
  const month = formatMonth(preview)
  const account = toAccount(preview)
  if (takenOverBy) {
    return (
      <div role="status">
        <Title order={2}>No voucher can be generated for {month}</Title>
        <Text mt="xs">
          {replaces ? `Voucher ${replaces.voucherNo}` : "The month's voucher"} is included in {takenOverBy}{' '}
          and cannot be replaced. Choose another month.
        </Text>
      </div>
    )
  }
  return (
    <>
      <div role="status">
        <Title order={2}>
          Voucher {preview.voucherNo} for {month}
        </Title>
        {replaces && (
          <Text c="var(--portal-to-do)" fw={600}>
            {month} already has voucher {replaces.voucherNo}. The new voucher will replace it.
          </Text>
        )}
      </div>
      <Ledger label="What the voucher charges" lines={chargeLines(preview.carries)} columns={[{ account }]} />
      {netReceivable(account) <= 0 && (
        <Text c="dimmed" mt="xs">
          Nothing to pay: the voucher will be marked paid.
        </Text>
      )}
      <MonthsToPost />
    </>
  )
}

interface ReplaceQuestionProps {
  readonly run: Run
  /** The voucher of the month that would be replaced. */
  readonly voucher: VoucherReply
  readonly preview: StudentPreview
}

const lines = [...chargeLines(), ...paymentLines]

/** The yellow confirmation of spec 8.generation.exists: the replaced voucher next to its replacement. */
function ReplaceQuestion({ run, voucher, preview }: ReplaceQuestionProps) {
  const { submit, sending } = run.form
  return (
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
        if (event.key === 'Escape' && !sending) run.keepVoucher()
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
          <Button variant="default" autoFocus disabled={sending} onClick={run.keepVoucher}>
            Cancel
          </Button>
          <Button disabled={!run.ready} loading={sending} onClick={() => void submit()}>
            Yes, generate new voucher
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
