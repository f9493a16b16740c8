import { Button, Group, Kbd, Text } from '@mantine/core'
import { IconCornerDownLeft } from '@tabler/icons-react'
import { methodWords, paymentMethods } from '#domain/payment-method.ts'
import { TillForm, useSingleEnter } from '#web/kit/receiving/till-form.tsx'
import { SlipPrintView } from '#web/kit/slips/use-slip-print.tsx'
import { rupeesText } from '#web/kit/student-account.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { useInitialSearch } from '#web/kit/use-initial-search.ts'
import { useScreenKeys } from '#web/ui/screen-keys.ts'
import { Screen } from '#web/ui/screen.tsx'
import { FoundVoucher } from './found-voucher.tsx'
import { consequence, printKey } from './payment.ts'
import { Till } from './till.tsx'
import { useCounter, type Counter } from './use-counter.ts'
import './counter.css'

/** The counter (spec 2.routes.receipts): a number, Enter, the amount, Enter, and the next in the queue. */
export function ReceivePaymentScreen() {
  const counter = useCounter()
  const { till, voucher, typed, open, paid, print } = counter
  useInitialSearch('receive payment', till.find)
  useScreenKeys(amountKeys.map(([letter, label]) => ({ key: `Alt ${letter}`, label, run: pressedAsButton })))
  const takeEachEnterOnce = useSingleEnter()
  return (
    <Screen
      title="Individual receipt"
      lead="Type a roll number, check the amount, press Enter."
      onLeave={counter.leave}
    >
      <div className="counter" onKeyDownCapture={takeEachEnterOnce}>
        <div className="counter-card">
          <TillForm
            till={till}
            open={open}
            sending={counter.sending}
            submit={counter.submit}
            showsNotice={voucher === null || paid !== null || open}
            onCancel={counter.leave}
            label="Receive"
            keyMark={<IconCornerDownLeft size={16} aria-hidden />}
            outcome={voucher && typed && open && consequence(voucher, typed.amount)}
            foot={<FamilyHint counter={counter} />}
          >
            {voucher && <FoundVoucher counter={counter} voucher={voucher} />}
            {till.answer.state === 'nothing typed' && <KeysOfCounter />}
          </TillForm>
        </div>
        <Till print={print} />
      </div>
      {print.printed && <SlipPrintView printed={print.printed} onDone={print.close} />}
    </Screen>
  )
}

const amountKeys = [
  ['F', 'Full amount'],
  ['M', 'This month only'],
  ['A', 'Arrears only'],
] as const

/** The keys press the buttons of the suggested amounts, also in fields. */
const pressedAsButton = () => {}

const methods = paymentMethods.map((method) => methodWords[method])

const keys: readonly (readonly [key: string, use: string])[] = [
  ['Enter', 'Find the student, then receive'],
  ...amountKeys.map(([letter, use]) => [`Alt ${letter}`, use] as const),
  [
    methods.map(({ letter }) => letter.toUpperCase()).join(' '),
    `In the amount: ${methods.map(({ label }) => label).join(', ')}`,
  ],
  ['Alt G', 'Cash handed over, for the change'],
  [printKey.key.toUpperCase(), printKey.label],
  ['Esc', 'Leave'],
]

const KeysOfCounter = () => (
  <table className="counter-keys" aria-label="Keys">
    <tbody>
      {keys.map(([key, use]) => (
        <tr key={key}>
          <th scope="row">
            {key.split(' ').map((part) => (
              <Kbd key={part} size="xs" ms={4}>
                {part}
              </Kbd>
            ))}
          </th>
          <td>{use}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The brothers and sisters who owe, each found with one click. */
function FamilyHint({ counter: { account, findNext } }: { readonly counter: Counter }) {
  const owing = account?.family.filter(({ balance }) => balance > 0) ?? []
  if (owing.length === 0) return null
  return (
    <ul className="counter-family" aria-label="Family">
      {owing.map(({ rollNo, studentName, studentClass, section, balance }) => (
        <Group key={rollNo} component="li" gap={0} wrap="nowrap">
          <Text span inherit truncate>
            <StudentLink rollNo={rollNo}>{studentName}</StudentLink>, {studentClass} {section}
          </Text>
          <Text component="b" inherit fw={500} flex="none" className="figures" style={{ whiteSpace: 'pre' }}>
            , owes {rupeesText(balance)}
          </Text>
          <Button
            variant="default"
            size="compact-xs"
            flex="none"
            ms={8}
            aria-label={`Receive next: ${studentName}`}
            onClick={() => findNext(rollNo)}
          >
            Receive next
          </Button>
        </Group>
      ))}
    </ul>
  )
}
