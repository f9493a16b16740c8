import type { PaymentErrors, TypedPayment } from '#web/kit/receiving/payment-input.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Voucher } from '#domain/voucher.ts'
import { useStaff } from '#web/api/session.ts'
import { VoucherFacts } from '#web/kit/voucher-facts.tsx'
import { VoucherLedger } from '#web/kit/voucher-ledger.tsx'
import { Failed } from '#web/ui/states.tsx'
import { AmountAndDate } from '#web/kit/receiving/amount-and-date.tsx'
import { consequence } from './payment.ts'
import { NotReceivableNotice } from './not-receivable-notice.tsx'
import type { useCounter } from './use-counter.ts'
import { Alert, Grid, Text } from '@mantine/core'

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
      {voucher && <NotReceivableNotice voucher={voucher} onOpen={counter.find} />}
      {voucher && typed && counter.open && (
        <PaymentFields
          voucher={voucher}
          typed={typed}
          onChange={counter.change}
          errors={till.problem.errors}
          today={today}
          readOnly={counter.till.busy}
        />
      )}
      {answer.state === 'failed' && (
        <Failed failure={answer.failure} retry={() => counter.find(counter.number)} />
      )}
      {till.problem.notice && (
        <Alert role="alert" color="red" variant="outline" title={till.problem.notice.title} mt="sm">
          <Text>{till.problem.notice.words}</Text>
        </Alert>
      )}
    </>
  )
}

interface PaymentFieldsProps {
  readonly voucher: Voucher
  readonly typed: TypedPayment
  readonly onChange: (changed: Partial<TypedPayment>) => void
  readonly errors: PaymentErrors
  readonly today: CalendarDate
  readonly readOnly: boolean
}

/** The amount and the date, with what the amount will do to the voucher. */
function PaymentFields({ voucher, typed, ...fields }: PaymentFieldsProps) {
  return (
    <>
      <AmountAndDate {...fields} typed={typed} />
      <Text role="status" fw={600} mih={22} mt={6}>
        {consequence(voucher, typed.amount)}
      </Text>
    </>
  )
}
