import { useStaff } from '#web/api/session.ts'
import { VoucherFacts } from '#web/kit/voucher-facts.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Alert, Grid, Text } from '@mantine/core'
import { CorrectionFields } from './correction-fields.tsx'
import { CorrectionNotice } from './correction-notice.tsx'
import { EditLedger } from './edit-ledger.tsx'
import type { ReceiptEdit } from './use-receipt-edit.ts'

interface Props {
  readonly edit: ReceiptEdit
}

/** The voucher in hand with what was received on it, what is right, and what stands in the way. */
export const FoundReceipts = ({ edit }: Props) => (
  <>
    <VoucherInHand edit={edit} />
    <WhatIsRight edit={edit} />
    {edit.answer.state === 'failed' && (
      <Failed failure={edit.answer.failure} retry={() => edit.find(edit.number)} />
    )}
    <Trouble edit={edit} />
  </>
)

function VoucherInHand({ edit: { voucher, base, known } }: Props) {
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
      {loading && <Loading label="Getting its receipts" />}
      {failure && <Failed failure={failure} retry={() => void known.retry()} />}
    </>
  )
}

function WhatIsRight({ edit }: Props) {
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
      errors={till.trouble.errors}
      today={today}
      readOnly={till.busy}
    />
  )
}

/** Where the voucher itself now says why nothing can be corrected, that is enough. */
function Trouble({ edit: { base, open, till } }: Props) {
  const { notice } = till.trouble
  if (!notice || (base && !open)) return null
  return (
    <Alert role="alert" color="red" variant="outline" title={notice.title} mt="sm">
      <Text>{notice.words}</Text>
    </Alert>
  )
}
