import { Kbd } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { formatRupees } from '#domain/money.ts'
import { methodWords, paymentMethods } from '#domain/payment-method.ts'
import { useStaff } from '#web/api/session.ts'
import { useScreenKeys } from '#web/ui/screen-keys.ts'
import { printKey, quickAmounts } from './payment.ts'
import type { Counter } from './use-counter.ts'

const amountKeys = [
  ['F', 'Full amount'],
  ['M', 'This month only'],
  ['A', 'Arrears only'],
] as const

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
export function useAmountKeys({ voucher, open, till, change }: Counter): void {
  const { today } = useStaff()
  const take = (letter: string): boolean => {
    const offered = voucher && open && !till.busy ? quickAmounts(voucher, today) : []
    const chosen = offered.find(({ key }) => key === letter)
    if (!chosen) return false
    change({ amount: formatRupees(chosen.amount) })
    till.toAmount()
    return true
  }
  useScreenKeys(
    amountKeys.map(([letter, label]) => ({ key: `Alt ${letter}`, label, run: () => void take(letter) })),
  )
  useAltKeys(take)
}

/** Takes Alt with a letter, in fields and on any keyboard layout; false leaves the key to the browser. */
export function useAltKeys(take: (letter: string) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, repeat, code } = event
    if (!altKey || ctrlKey || metaKey || repeat || !code.startsWith('Key')) return
    if (take(code.slice('Key'.length))) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
