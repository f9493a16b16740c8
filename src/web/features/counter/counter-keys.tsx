import { Kbd } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { formatRupees } from '#domain/money.ts'
import { methodWords, paymentMethods } from '#domain/payment-method.ts'
import { useStaff } from '#web/api/session.ts'
import { useScreenKeys } from '#web/ui/screen-keys.ts'
import { printKey, quickAmounts, type QuickAmount } from './payment.ts'
import type { Counter } from './use-counter.ts'

type AmountKey = NonNullable<QuickAmount['key']>

const amountKeys: readonly { readonly letter: AmountKey; readonly use: string }[] = [
  { letter: 'F', use: 'Full amount' },
  { letter: 'M', use: 'This month only' },
  { letter: 'A', use: 'Arrears only' },
]

const methodsInWords = `In the amount: ${paymentMethods.map((method) => methodWords[method].label).join(', ')}`

const keys: readonly (readonly [key: string, use: string])[] = [
  ['Enter', 'Find the student, then receive'],
  ...amountKeys.map(({ letter, use }) => [`Alt ${letter}`, use] as const),
  [paymentMethods.map((method) => methodWords[method].letter.toUpperCase()).join(' '), methodsInWords],
  ['Alt G', 'Cash handed over, for the change'],
  [printKey.key.toUpperCase(), printKey.label],
  ['Esc', 'Leave'],
]

/** The keys of the counter, shown while there is no voucher. */
export const KeysOfCounter = () => (
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

/** Alt with the first letter enters a suggested amount, in fields and on any layout, instead of opening a menu. */
export function useAmountKeys({ voucher, open, till, change, toAmount }: Counter): void {
  const { today } = useStaff()
  const take = (letter: AmountKey): boolean => {
    const offered = voucher && open && !till.busy ? quickAmounts(voucher, today) : []
    const chosen = offered.find(({ key }) => key === letter)
    if (!chosen) return false
    change({ amount: formatRupees(chosen.amount) })
    toAmount()
    return true
  }
  useScreenKeys(
    amountKeys.map(({ letter, use }) => ({
      key: `Alt ${letter}`,
      label: use,
      run: () => void take(letter),
    })),
  )
  const press = useEffectEvent((event: KeyboardEvent) => {
    const pressed = amountKeys.find(({ letter }) => isAltWith(letter, event))
    if (pressed && take(pressed.letter)) event.preventDefault()
  })
  useEffect(() => listenToKeys((event) => press(event)), [])
}

const isAltWith = (letter: string, { altKey, ctrlKey, metaKey, repeat, code }: KeyboardEvent): boolean =>
  altKey && !ctrlKey && !metaKey && !repeat && code === `Key${letter}`

function listenToKeys(listen: (event: KeyboardEvent) => void) {
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

/** Alt with a letter, in fields and on any keyboard layout. */
export function useAltKey(letter: string, run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isAltWith(letter, event)) return
    event.preventDefault()
    run()
  })
  useEffect(() => listenToKeys((event) => press(event)), [])
}
