import { IconCornerDownLeft } from '@tabler/icons-react'
import { useRef } from 'react'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { TillForm, useSingleEnter } from '#web/kit/receiving/till-form.tsx'
import { SlipPrintView } from '#web/kit/slips/slip-print-view.tsx'
import { useSlipPrint } from '#web/kit/slips/use-slip-print.ts'
import { useInitialSearch } from '#web/kit/use-initial-search.ts'
import { VoucherSearchField } from '#web/kit/voucher-search-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { FoundVoucher } from './found-voucher.tsx'
import { FamilyHint } from './ledger-and-family.tsx'
import { consequence } from './payment.ts'
import { Till } from './till.tsx'
import { useCounter, type Counter } from './use-counter.ts'
import './counter.css'

/** The counter (spec 2.routes.receipts): a number, Enter, the amount, Enter, and the next in the queue. */
export function ReceivePaymentScreen() {
  const { today } = useStaff()
  const print = useSlipPrint()
  const goBack = useGoBack()
  const afterPrint = useRef<() => void>(null)
  const counter = useCounter(today, {
    print: (receiptNo, onDone) => void printSlip(receiptNo, onDone),
    goBack,
  })
  useInitialSearch('receive payment', counter.find)
  const takeEachEnterOnce = useSingleEnter()

  function leave() {
    if (counter.till.busy) return
    counter.forget()
    goBack()
  }
  async function printSlip(receiptNo: number, onDone: () => void) {
    afterPrint.current = onDone
    if (!(await print.receipt(receiptNo, 'original'))) printed()
  }
  function printed() {
    const next = afterPrint.current ?? counter.toSearch
    afterPrint.current = null
    print.close()
    next()
  }

  return (
    <Screen
      title="Individual receipt"
      lead="Type a roll number, check the amount, press Enter."
      onLeave={leave}
    >
      <div className="counter" onKeyDownCapture={takeEachEnterOnce}>
        <div className="counter-card">
          <VoucherSearchField
            ref={counter.searchField}
            value={counter.number}
            onChange={counter.type}
            onEnter={() => counter.find(counter.number)}
            onStudent={(rollNo) => counter.find(String(rollNo))}
            answer={counter.answer}
            description={null}
            readOnly={counter.till.busy}
          />
          <CounterForm counter={counter} leave={leave} />
        </div>
        <Till today={today} print={print} />
      </div>
      {print.printed && <SlipPrintView printed={print.printed} onDone={printed} />}
    </Screen>
  )
}

const outcomeOf = ({ voucher, typed, open }: Counter): string =>
  voucher && typed && open ? consequence(voucher, typed.amount) : ''

interface CounterFormProps {
  readonly counter: Counter
  readonly leave: () => void
}

const CounterForm = ({ counter, leave }: CounterFormProps) => (
  <TillForm
    ref={counter.form}
    till={counter.till}
    ready={counter.open && !(counter.answer.state === 'found' && counter.answer.reloading)}
    onSubmit={counter.submit}
    onCancel={leave}
    label="Receive"
    outcome={outcomeOf(counter)}
    foot={counter.account && <FamilyHint family={counter.account.family} onReceiveNext={counter.findNext} />}
    keyMark={<IconCornerDownLeft size={16} aria-hidden />}
  >
    <FoundVoucher counter={counter} />
  </TillForm>
)
