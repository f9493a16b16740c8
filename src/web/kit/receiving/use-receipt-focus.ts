import { useEffect, useRef, useState } from 'react'
import { deliverTypedKeys } from '#web/ui/type-ahead.ts'

type Place = 'search' | 'amount' | 'wrong'

const amountOf = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('.amount-field input')

/**
 * Focuses the field for the next key: the search field at first and after each payment, the amount once its voucher is
 * found, and after an error the invalid field. Selects the text, so that the next number or amount replaces it.
 */
export function useReceiptFocus() {
  const searchField = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [next, setNext] = useState<{ readonly place: Place }>({ place: 'search' })
  // Runs after the field is rendered and a closing dialog has returned the focus.
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLInputElement>('input[aria-invalid="true"]')
    const field = {
      search: searchField.current,
      amount: amountOf(form.current),
      wrong: wrong ?? amountOf(form.current),
    }[next.place]
    field?.focus()
    field?.select()
    if (next.place === 'search' && field) deliverTypedKeys(field)
  }, [next])
  return {
    searchField,
    form,
    toSearch: () => setNext({ place: 'search' }),
    toAmount: () => setNext({ place: 'amount' }),
    toWrong: () => setNext({ place: 'wrong' }),
  }
}
