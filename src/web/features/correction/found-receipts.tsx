import { Alert, Button, Grid, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Refusal } from '#domain/outcome.ts'
import {
  editReceiptNetReceivable,
  listCharges,
  unlistedCharges,
  type Account,
} from '#domain/voucher-amounts.ts'
import { useStaff } from '#web/api/session.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { VoucherFacts } from '#web/kit/voucher-facts.tsx'
import { LedgerLines, paymentLines } from '#web/kit/voucher-ledger.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { CorrectionFields } from './correction-fields.tsx'
import { effectOf, type Correctable } from './correction.ts'
import type { ReceiptEdit } from './use-receipt-edit.ts'

interface Props {
  readonly edit: ReceiptEdit
}

/** The voucher with its receipts, and the fields of the correction or the reason that there are none. */
export const FoundReceipts = ({ edit }: Props) => (
  <>
    <VoucherOnScreen edit={edit} />
    <CorrectionSection edit={edit} />
    {edit.answer.state === 'failed' && (
      <Failed failure={edit.answer.failure} retry={() => edit.find(edit.number)} />
    )}
    <ReceiptProblem edit={edit} />
  </>
)

function VoucherOnScreen({ edit: { voucher, base, known } }: Props) {
  const { today } = useStaff()
  if (!voucher) return null
  const { failure, loading } = known
  return (
    <>
      <Grid gap="lg" mt="sm">
        <Grid.Col span={{ base: 12, xs: 7 }}>
          <VoucherFacts voucher={voucher} today={today} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 5 }}>{base && <EditLedger account={base.voucher} />}</Grid.Col>
      </Grid>
      {loading && <Loading label="Loading its receipts" />}
      {failure && <Failed failure={failure} retry={() => void known.retry()} />}
    </>
  )
}

function CorrectionSection({ edit }: Props) {
  const { today } = useStaff()
  const { base, typed, known, till } = edit
  if (!base || !typed) return null
  if (!edit.open)
    return <CorrectionNotice base={base} hasReceipts={known.receipts.length > 0} onOpen={edit.find} />
  return (
    <CorrectionFields
      base={base}
      typed={typed}
      onChange={edit.change}
      errors={till.problem.errors}
      today={today}
      readOnly={till.busy}
    />
  )
}

/** The problem of the receipts; omitted if the voucher's own notice explains why nothing can be corrected. */
function ReceiptProblem({ edit: { base, open, till } }: Props) {
  const { notice } = till.problem
  if (!notice || (base && !open)) return null
  return (
    <Alert role="alert" color="red" variant="outline" title={notice.title} mt="sm">
      <Text>{notice.words}</Text>
    </Alert>
  )
}

interface CorrectionNoticeProps {
  readonly base: Correctable
  /** True if anything was ever received on the voucher. */
  readonly hasReceipts: boolean
  readonly onOpen: (voucherNo: string) => void
}

/** Explains why no receipt of the voucher can be corrected, with the next step; empty if a receipt can be corrected. */
function CorrectionNotice({ base, hasReceipts, onOpen }: CorrectionNoticeProps) {
  const { voucher, validReceipts } = base
  const effect = effectOf(base, voucher.received)
  if (!effect.ok) return <RefusedNotice refusal={effect.refusal} rollNo={voucher.rollNo} onOpen={onOpen} />
  if (validReceipts.length > 0) return null
  return (
    <Attention
      role="alert"
      mt="sm"
      title={hasReceipts ? 'No valid receipt' : 'No payment yet'}
      words={
        hasReceipts
          ? 'Every receipt of this voucher was cancelled. Receive the payment at the counter.'
          : 'This voucher has no receipt to correct. Receive the payment at the counter.'
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
  readonly rollNo: number
  readonly onOpen: (voucherNo: string) => void
}

function RefusedNotice({ refusal, rollNo, onOpen }: RefusedProps) {
  const { title, words, instead } = whyRefused(refusal)
  return (
    <Attention role="alert" title={title} words={words} mt="sm">
      {instead !== '' && (
        <Button variant="default" size="xs" onClick={() => onOpen(instead)}>
          Open {instead}
        </Button>
      )}
      {isNotPosted(refusal) && (
        <Button variant="default" size="xs" component={Link} to={studentPath(rollNo)}>
          Open student
        </Button>
      )}
    </Attention>
  )
}

/** A roll number finds the latest voucher. Until that voucher is posted, the receipts are on an earlier one. */
const isNotPosted = ({ code }: Refusal): boolean => code === 'voucher-not-posted'

function whyRefused(refusal: Refusal) {
  if (refusal.code === 'voucher-replaced') {
    const instead = refusal.facts.replacedBy
    const words = `Voucher ${instead} was generated in its place. Its receipts are on that voucher.`
    return { title: 'Voucher was replaced', words, instead }
  }
  if (refusal.code === 'voucher-not-latest') {
    const instead = refusal.facts.takenOverBy
    const words = 'Only receipts of the later voucher can be corrected.'
    return { title: 'A later voucher includes this one', words, instead }
  }
  return {
    title: 'Voucher Not Posted',
    words: "Fees cannot be received on it yet. Earlier receipts can be corrected from the student's page.",
    instead: '',
  }
}

/** Arrears + monthly + examination + registration + admission - discount (spec 5.amounts.edit-receipt). */
const EditLedger = ({ account }: { readonly account: Account }) => (
  <LedgerLines
    lines={[
      { label: 'Arrears', amount: account.arrears, advance: true },
      ...listCharges('receiptCorrection', account),
      { label: 'Net Receivable', amount: editReceiptNetReceivable(account), isSum: true, advance: true },
      // The formula excludes the fine, so a fine has its own line below.
      ...unlistedCharges('receiptCorrection', account),
      ...paymentLines(account),
    ]}
  />
)
