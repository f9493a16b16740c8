import { expect, it } from 'vitest'
import { calendarDate, type CalendarDate } from './calendar.ts'
import { methodAndReference, methodWords, paidBy, paidInCash, paymentMethods } from './payment-method.ts'

const day = (text: string): CalendarDate => {
  const date = calendarDate(text)
  if (!date) throw new Error(text)
  return date
}
const today = day('2026-11-21')
const cheque = { method: 'cheque', reference: '778812 HBL', chequeDate: null } as const

it('the method is cash if none is given, or the method of the corrected receipt', () => {
  expect(paidBy({ reference: '' }, today)).toEqual({ ok: true, value: paidInCash })
  expect(paidBy({ reference: '' }, today, cheque)).toEqual({ ok: true, value: cheque })
  expect(paidBy({ method: 'cash', reference: '' }, today, cheque)).toEqual({ ok: true, value: paidInCash })
  expect(paidBy({ reference: '778813 HBL' }, today, cheque)).toMatchObject({
    value: { method: 'cheque', reference: '778813 HBL' },
  })
})

it.each(['bank', 'online', 'card'] as const)('accepts %s with and without a reference', (method) => {
  expect(paidBy({ method, reference: '' }, today)).toMatchObject({ ok: true })
  expect(paidBy({ method, reference: 'TX 1' }, today)).toMatchObject({
    value: { method, reference: 'TX 1', chequeDate: null },
  })
})

it.each([
  ['a cheque without its number', { method: 'cheque', reference: '' }, 'reference'],
  ['cash with a reference', { method: 'cash', reference: '12' }, 'reference'],
  ['a reference without a method', { reference: '12' }, 'reference'],
  ['a card with the date of a cheque', { method: 'card', reference: '', chequeDate: today }, 'chequeDate'],
  ['a cheque of 2062', { ...cheque, chequeDate: day('2062-11-21') }, 'chequeDate'],
  ['a cheque of 2024', { ...cheque, chequeDate: day('2024-11-21') }, 'chequeDate'],
] as const)('refuses %s at its field', (_, given, field) => {
  expect(paidBy(given, today)).toMatchObject({
    refusal: { code: 'invalid', errors: [{ field }] },
  })
})

it('accepts a post-dated cheque', () => {
  expect(paidBy({ ...cheque, chequeDate: day('2027-01-05') }, today)).toMatchObject({
    value: { chequeDate: '2027-01-05' },
  })
})

it('names method and reference', () => {
  expect(methodAndReference(paidInCash)).toBe('Cash')
  expect(methodAndReference(cheque)).toBe('Cheque 778812 HBL')
})

it('has a different letter for each method', () => {
  const letters = paymentMethods.map((method) => methodWords[method].letter)
  expect(new Set(letters).size).toBe(paymentMethods.length)
})
