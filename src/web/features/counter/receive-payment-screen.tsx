import { IconCornerDownLeft } from '@tabler/icons-react'
import { useRef } from 'react'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { TillForm, useSingleEnter } from '#web/kit/receiving/till-form.tsx'
import { SlipPrintView, useSlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import { useInitialSearch } from '#web/kit/use-initial-search.ts'
import { Screen } from '#web/ui/screen.tsx'
import { FoundVoucher } from './found-voucher.tsx'
import { FamilyHint } from './ledger-and-family.tsx'
import { consequence } from './payment.ts'
import { Till } from './till.tsx'
import { useCounter } from './use-counter.ts'
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
  const { till, answer, voucher, typed, open, account } = counter
  useInitialSearch('receive payment', counter.find)
  const takeEachEnterOnce = useSingleEnter()

  function leave() {
    if (till.busy) return
    counter.forget()
    goBack()
  }
  async function printSlip(receiptNo: number, onDone: () => void) {
    afterPrint.current = onDone
    if (!(await print.receipt(receiptNo, 'original'))) printed()
  }
  function printed() {
    const next = afterPrint.current ?? till.toSearch
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
          <TillForm
            entry={counter}
            search={{ description: null, onStudent: (rollNo) => counter.find(String(rollNo)) }}
            ready={open && !(answer.state === 'found' && answer.reloading)}
            showsNotice={voucher === null || counter.paid !== null || open}
            onCancel={leave}
            label="Receive"
            outcome={voucher && typed && open ? consequence(voucher, typed.amount) : ''}
            foot={account && <FamilyHint family={account.family} onReceiveNext={counter.findNext} />}
            keyMark={<IconCornerDownLeft size={16} aria-hidden />}
          >
            <FoundVoucher counter={counter} />
          </TillForm>
        </div>
        <Till today={today} print={print} />
      </div>
      {print.printed && <SlipPrintView printed={print.printed} onDone={printed} />}
    </Screen>
  )
}
