import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { VoucherSearchField } from '#web/kit/voucher-search-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { FoundVoucher } from './found-voucher.tsx'
import { Till } from './till.tsx'
import { useSingleEnter } from '#web/kit/receiving/till-form.tsx'
import { SlipPrintView } from '#web/kit/slips/slip-print-view.tsx'
import { TillForm } from '#web/kit/receiving/till-form.tsx'
import { useCounter } from './use-counter.ts'
import { useInitialSearch } from '#web/kit/receiving/use-initial-search.ts'
import { useSlipPrint } from '#web/kit/slips/use-slip-print.ts'
import { Grid, Paper } from '@mantine/core'
import { IconCornerDownLeft } from '@tabler/icons-react'

/** The counter (spec 2.routes.receipts): a number, Enter, the amount, Enter, and the next in the queue. */
export function ReceivePaymentScreen() {
  const { campus, today } = useStaff()
  const print = useSlipPrint()
  const goBack = useGoBack()
  const counter = useCounter(today, { print: (receiptNo) => void print.receipt(receiptNo), goBack })
  useInitialSearch('receive payment', counter.find)
  const takeEachEnterOnce = useSingleEnter()

  function leave() {
    if (counter.till.busy) return
    counter.forget()
    goBack()
  }
  function printed() {
    print.close()
    counter.toSearch()
  }

  return (
    <Screen
      title="Individual receipt"
      campus={campus}
      lead="Type a roll number, check the amount, press Enter."
      onLeave={leave}
    >
      <Grid gap="lg" onKeyDownCapture={takeEachEnterOnce}>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Paper withBorder p="md">
            <VoucherSearchField
              ref={counter.searchField}
              value={counter.number}
              onChange={counter.type}
              onEnter={() => counter.find(counter.number)}
              onStudent={(rollNo) => counter.find(String(rollNo))}
              answer={counter.answer}
              readOnly={counter.till.busy}
            />
            <CounterForm counter={counter} leave={leave} />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Till today={today} print={print} />
        </Grid.Col>
      </Grid>
      {print.printed && <SlipPrintView printed={print.printed} onDone={printed} />}
    </Screen>
  )
}

interface CounterFormProps {
  readonly counter: ReturnType<typeof useCounter>
  readonly leave: () => void
}

const CounterForm = ({ counter, leave }: CounterFormProps) => (
  <TillForm
    ref={counter.form}
    till={counter.till}
    ready={counter.open && !counter.reloading}
    onSubmit={counter.submit}
    onCancel={leave}
    label="Receive"
    keyMark={<IconCornerDownLeft size={16} aria-hidden />}
  >
    <FoundVoucher counter={counter} />
  </TillForm>
)
