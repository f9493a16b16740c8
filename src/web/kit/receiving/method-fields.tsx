import { Box, Group, SegmentedControl, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { KeyboardEvent, Ref } from 'react'
import { receiptsByReference } from '#contract/counter.ts'
import type { ReceiptWithClass } from '#contract/receipt.ts'
import { formatDate } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { methodWords, paymentMethods, type PaymentMethod } from '#domain/payment-method.ts'
import { latinDigits } from '#domain/student-search.ts'
import { useCall } from '#web/api/queries.ts'
import { typingPauses } from '#web/kit/typing-pauses.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { readPaidBy, type PaymentErrors, type TypedPaidBy } from './payment-input.ts'

interface MethodFieldsProps {
  readonly typed: TypedPaidBy
  readonly onChange: (changed: TypedPaidBy) => void
  readonly errors: PaymentErrors
  readonly readOnly: boolean
  /** The paying student, to recognise a second use of a reference. */
  readonly rollNo: number | null
  /** The receipts being corrected, whose references do not count as a second use. */
  readonly corrected?: readonly number[]
  readonly referenceRef?: Ref<HTMLInputElement>
  readonly hidesLabel?: boolean
}

export function MethodFields(props: MethodFieldsProps) {
  const { typed, onChange, errors, readOnly, referenceRef, hidesLabel = false } = props
  const { method } = typed
  const { label, reference } = methodWords[method]
  return (
    // Keeps its layers below the buttons at the foot of a phone.
    <Box mt={10} style={{ isolation: 'isolate' }}>
      {!hidesLabel && (
        <Text size="sm" fw={500} aria-hidden>
          Paid by
        </Text>
      )}
      <SegmentedControl
        aria-label="Paid by"
        size="xs"
        fullWidth
        value={method}
        onChange={(chosen) => onChange({ ...typed, method: chosen })}
        readOnly={readOnly}
        data={paymentMethods.map((value) => ({ value, label: methodWords[value].label }))}
      />
      <VisuallyHidden role="status">Paid by {label}</VisuallyHidden>
      {reference !== null && (
        <>
          <Group gap="6px 10px" mt={6} align="stretch">
            <TextInput
              ref={referenceRef}
              label={reference}
              value={typed.reference}
              onChange={(event) => onChange({ ...typed, reference: event.currentTarget.value })}
              error={errors.reference}
              readOnly={readOnly}
              withAsterisk={method === 'cheque'}
              aria-required={method === 'cheque'}
              maxLength={120}
              autoComplete="off"
              flex="1 1 130px"
            />
            {method === 'cheque' && (
              <Box flex="1 1 130px">
                <DateField
                  label="Cheque date"
                  value={typed.chequeDate}
                  onChange={(chequeDate) => onChange({ ...typed, chequeDate })}
                  error={errors.chequeDate}
                  disabled={readOnly}
                />
              </Box>
            )}
          </Group>
          <UsedBefore {...props} />
        </>
      )}
    </Box>
  )
}

/** Shows earlier uses of a reference: one cheque may pay for two children, but seldom twice for one. */
function UsedBefore({ typed, rollNo, corrected = [] }: MethodFieldsProps) {
  const { method, reference } = readPaidBy(typed)
  const [settled] = useDebouncedValue(reference, typingPauses.reference)
  const { data } = useCall(
    receiptsByReference,
    { body: { method, reference: settled } },
    { enabled: settled !== '' && settled === reference },
  )
  const receipts = settled === reference && settled !== '' ? data?.receipts : undefined
  const earlierUses = receipts?.filter(({ receiptNo }) => !corrected.includes(receiptNo))
  return (
    <Text role="status" size="xs" c="var(--portal-to-do)">
      {earlierUses?.map((receipt) => (
        <span key={receipt.receiptNo} style={{ display: 'block' }}>
          {usedWords(receipt, rollNo)}
        </span>
      ))}
    </Text>
  )
}

/** Returns `Used on receipt 4411, 9 Nov 2026: 4,500, same student`. */
function usedWords({ receiptNo, receivedDate, amount, ...student }: ReceiptWithClass, rollNo: number | null) {
  const whose =
    student.rollNo === rollNo ? 'same student' : `${student.studentName}, roll no. ${student.rollNo}`
  return `Used on receipt ${receiptNo}, ${formatDate(receivedDate)}: ${formatRupees(amount)}, ${whose}`
}

/**
 * Returns the method for a letter key in the amount field, by position because an Urdu layout has another letter there.
 * Null for other keys, and if the field has more than an amount: a scanner at the next voucher types letters too.
 */
export function methodOfKey(
  { code, ctrlKey, metaKey, altKey, shiftKey, nativeEvent }: KeyboardEvent,
  amount: string,
): PaymentMethod | null {
  if (ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing) return null
  if (!/^[\d,.]*$/.test(latinDigits(amount))) return null
  return paymentMethods.find((method) => code === `Key${methodWords[method].letter.toUpperCase()}`) ?? null
}
