import { useStaff } from '#web/api/session.ts'
import { VoucherFacts } from '#web/kit/voucher-facts.tsx'
import { VoucherLedger } from '#web/kit/voucher-ledger.tsx'
import { Failed } from '#web/ui/states.tsx'
import { Alert, Grid, Text } from '@mantine/core'
import { PaymentFields } from './payment-fields.tsx'
import { StandingNotice } from './standing-notice.tsx'
import type { useCounter } from './use-counter.ts'

interface FoundVoucherProps {
  readonly counter: ReturnType<typeof useCounter>
}

/** The voucher in hand, whether it can be received, what is typed for it and what stands in the way. */
export function FoundVoucher({ counter }: FoundVoucherProps) {
  const { today } = useStaff()
  const { voucher, typed, answer, till } = counter
  return (
    <>
      {voucher && (
        <Grid gap="lg" mt="sm">
          <Grid.Col span={{ base: 12, xs: 7 }}>
            <VoucherFacts voucher={voucher} today={today} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, xs: 5 }}>
            <VoucherLedger account={voucher} />
          </Grid.Col>
        </Grid>
      )}
      {voucher && <StandingNotice voucher={voucher} onOpen={counter.find} />}
      {voucher && typed && counter.open && (
        <PaymentFields
          voucher={voucher}
          typed={typed}
          onChange={counter.change}
          errors={till.trouble.errors}
          today={today}
          readOnly={counter.till.busy}
        />
      )}
      {answer.state === 'failed' && (
        <Failed failure={answer.failure} retry={() => counter.find(counter.number)} />
      )}
      {till.trouble.notice && (
        <Alert role="alert" color="red" variant="outline" title={till.trouble.notice.title} mt="sm">
          <Text>{till.trouble.notice.words}</Text>
        </Alert>
      )}
    </>
  )
}
