import { Alert, Button, Fieldset, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { SyntheticEvent } from 'react'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatMonth, formatPeriod } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { netReceivable } from '#domain/voucher-amounts.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { MonthsToPost } from '#web/kit/months-to-post.tsx'
import { StudentChoice, StudentSubject } from '#web/kit/student-form/student-choice.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { chargeLines, Ledger, paymentLines, toAccount } from './ledger.tsx'
import { RunFields } from './run-fields.tsx'
import { useStudentRun, type StudentPreview } from './use-student-run.ts'

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
const ReplaceQuestion = ({ voucher, preview, ready, sending, replace, keep }: Props) => (
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

/** Reserves the height while nobody is found or figures load, so that nothing below jumps. */
const height = 300

/** The content of the voucher, or the reason that it is unknown. */
const NewVoucher = ({ run }: { readonly run: ReturnType<typeof useStudentRun> }) => (
  <Paper component="section" aria-label="The new voucher" withBorder p="md" mih={height}>
    <Contents run={run} />
  </Paper>
)

function Contents({ run }: { readonly run: ReturnType<typeof useStudentRun> }) {
  const { preview, currentPreview } = run
  if (preview.error) return <Failed failure={preview.error} retry={() => void preview.refetch()} />
  if (currentPreview?.takenOverBy)
    return <TakenOver preview={currentPreview} takenOverBy={currentPreview.takenOverBy} />
  if (currentPreview) return <NewVoucherFigures preview={currentPreview} />
  return preview.isFetching ? (
    <Loading label="Preparing the voucher…" />
  ) : (
    <Text c="dimmed">Enter the first day of the fee period to see the voucher.</Text>
  )
}

function NewVoucherFigures({ preview }: { readonly preview: StudentPreview }) {
  const month = formatMonth(preview)
  const account = toAccount(preview)
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

const lead = "Makes one student's voucher for a month. Unpaid fees of earlier months are added as arrears."

/**
 * `/generate-voucher/student`: shows the voucher, then generates it (spec 2.routes.generate-student, spec 5.generation,
 * spec 8.generation).
 */
export function GenerateStudentScreen() {
  const run = useStudentRun()
  const { lookup, currentPreview, ready, sending } = run
  const goBack = useGoBack()

  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    // While the question is open, only its own button sends.
    if (!run.voucherToReplace) void run.submit()
  }

  return (
    <Screen
      title="Generate student voucher"
      lead={lead}
      subject={<StudentSubject student={run.student} lookup={lookup} sending={sending} />}
      onLeave={goBack}
    >
      <form {...run.frame} onSubmit={send} aria-label="Generate student voucher">
        <Stack gap="md">
          <StudentChoice lookup={lookup} sending={sending} focus={run.focusFirstInvalid} />
          {run.student && (
            <Grid gap="xl">
              <Grid.Col span={{ base: 12, lg: 7 }}>
                <Fieldset mx={0} variant="unstyled" disabled={sending}>
                  <RunFields form={run} noteFor="Saved on the voucher" />
                </Fieldset>
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 5 }}>
                <NewVoucher run={run} />
              </Grid.Col>
            </Grid>
          )}
          {run.voucherToReplace && currentPreview ? (
            <ReplaceQuestion
              voucher={run.voucherToReplace}
              preview={currentPreview}
              ready={ready}
              sending={sending}
              replace={() => void run.submit()}
              keep={run.keepVoucher}
            />
          ) : (
            <FormButtons act="Generate" ready={ready} sending={sending} cancel={goBack} />
          )}
        </Stack>
      </form>
    </Screen>
  )
}
