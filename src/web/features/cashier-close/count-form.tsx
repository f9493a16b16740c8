import { Group, Paper, SegmentedControl, Text, TextInput, Title } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { closeDrawer } from '#contract/cashier-close.ts'
import {
  amountOfPieces,
  denominations,
  differenceWords,
  sumOfPieces,
  type Denomination,
  type Pieces,
} from '#domain/cashier-close.ts'
import { formatRupees, less, nothing, parseRupees, type Money } from '#domain/money.ts'
import { latinDigits } from '#domain/student-search.ts'
import { factsOf, type BodyOf, type Reply } from '#web/api/call.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DrawerSums, type Drawer } from './drawer-sums.tsx'

interface TypedCount {
  readonly by: 'notes' | 'sum'
  readonly pieces: Readonly<Partial<Record<Denomination, string>>>
  readonly counted: string
  readonly floatKept: string
  readonly remark: string
}

const emptyCount = (floatBefore: Money): TypedCount => ({
  by: 'notes',
  pieces: {},
  counted: '',
  floatKept: floatBefore === 0 ? '' : formatRupees(floatBefore),
  remark: '',
})

/** True if the number is readable; an empty text counts as zero. */
const isPieces = (typed = ''): boolean => /^\d{0,5}$/.test(latinDigits(typed).trim())

const readPieces = (typed: TypedCount['pieces']): Pieces[] =>
  denominations
    .map((value) => ({
      value,
      pieces: isPieces(typed[value]) ? Number(latinDigits(typed[value] ?? '0')) : 0,
    }))
    .filter(({ pieces }) => pieces > 0)

const hasNumber = ({ by, pieces, counted }: TypedCount): boolean =>
  by === 'sum' ? counted.trim() !== '' : Object.values(pieces).some((one) => one.trim() !== '')

/** The counted amount; null if nothing was typed or a number is unreadable. */
function readCounted(typed: TypedCount): Money | null {
  const { by, pieces, counted } = typed
  if (!hasNumber(typed)) return null
  if (by === 'sum') return parseRupees(counted)
  return Object.values(pieces).every((one) => isPieces(one)) ? sumOfPieces(readPieces(pieces)) : null
}

export const amountOrNothing = (typed: string): Money | null =>
  typed.trim() === '' ? nothing : parseRupees(typed)

/** The amount for the safe; null if unreadable. */
function readToSafe(typed: TypedCount): Money | null {
  const counted = readCounted(typed)
  const kept = amountOrNothing(typed.floatKept)
  return counted === null || kept === null || kept > counted ? null : less(counted, kept)
}

const countError = { notes: 'Enter how many as a whole number', sum: 'Enter what you counted' }

function countErrors(typed: TypedCount): FormErrors<TypedCount> {
  const counted = readCounted(typed)
  const kept = amountOrNothing(typed.floatKept)
  const isTooMuch = counted !== null && kept !== null && kept > counted
  return {
    ...(counted === null && { [typed.by === 'sum' ? 'counted' : 'pieces']: countError[typed.by] }),
    ...(kept === null && { floatKept: 'Not an amount' }),
    ...(isTooMuch && { floatKept: `Only ${formatRupees(counted)} were counted` }),
  }
}

function countBody(typed: TypedCount): BodyOf<typeof closeDrawer> {
  const floatKept = amountOrNothing(typed.floatKept) ?? nothing
  const counted = readCounted(typed) ?? nothing
  const pieces = typed.by === 'notes' ? readPieces(typed.pieces) : []
  // An empty list of notes is no count.
  return { counted, ...(pieces.length > 0 && { pieces }), floatKept, remark: typed.remark }
}

export interface CountFormProps {
  readonly drawer: Drawer
  /** True if the cursor starts in the count. */
  readonly hasCursor: boolean
  readonly onClosed: (closed: Reply<typeof closeDrawer>) => void
  /** Reads the drawer again after the first count differed. */
  readonly onCountAgain: () => Promise<unknown>
}

/** The server keeps a first count that differs; the form stays for the recount. */
function useCountForm({ drawer, onClosed, onCountAgain }: CountFormProps) {
  const alert = useAlert()
  const confirm = useConfirm()
  const { firstCount, floatBefore, expected, upToReceipt, upToAdjustment } = drawer
  return useSendForm<typeof closeDrawer, TypedCount>({
    endpoint: closeDrawer,
    draft: 'cashier close',
    initial: () => emptyCount(floatBefore),
    check: countErrors,
    async confirm(typed) {
      if (readCounted(typed) !== 0 || expected === 0) return true
      return confirm({
        title: 'Is the drawer empty?',
        message: 'You counted Rs 0. The count is kept and printed on the closing slip.',
        confirmLabel: 'Yes, it is empty',
        cancelLabel: 'Count again',
        tone: 'caution',
      })
    },
    sent: (typed) => ({
      body: { ...countBody(typed), recount: firstCount !== null, upToReceipt, upToAdjustment },
    }),
    done: onClosed,
    async refused(failure) {
      const facts = factsOf(failure, 'count-again')
      // The next press of the button sends the recount.
      await onCountAgain()
      if (!facts) return false
      await alert(failure.msg, {
        detail: `The first count is ${differenceWords(facts.difference)}. It is kept, and the next count closes the drawer.`,
      })
      return true
    },
  })
}

/** Counts the cash and closes the drawer; a first count that differs is followed by one recount. */
export function CountForm(props: CountFormProps) {
  const form = useCountForm(props)
  const { by } = form.values
  return (
    <form {...form.frame} style={{ display: 'contents' }}>
      <Paper withBorder p="md" className="drawer-count">
        <Group justify="space-between" mb={6}>
          <Title order={2}>Count my drawer</Title>
          <SegmentedControl<TypedCount['by']>
            size="xs"
            aria-label="Count by"
            data={[
              { value: 'notes', label: 'Notes' },
              { value: 'sum', label: 'One sum' },
            ]}
            value={by}
            onChange={(chosen) => form.change({ by: chosen })}
          />
        </Group>
        {by === 'notes' ? (
          denominations.map((value) => (
            <PiecesLine
              key={value}
              value={value}
              form={form}
              autoFocus={props.hasCursor && value === denominations[0]}
            />
          ))
        ) : (
          <AmountField label="Counted" required {...form.field('counted')} />
        )}
        {form.errors.pieces !== undefined && (
          <Text role="alert" size="sm" c="red">
            {form.errors.pieces}
          </Text>
        )}
      </Paper>
      <DrawerSums
        drawer={props.drawer}
        form={form}
        isCounted={hasNumber(form.values)}
        counted={readCounted(form.values)}
        toSafe={readToSafe(form.values)}
      />
    </form>
  )
}

/** Enter goes to the next field, so that a count needs only digits and one key. */
function goOn(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const fields = [...(event.currentTarget.form?.querySelectorAll('input') ?? [])]
  const next = fields[fields.indexOf(event.currentTarget) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}

interface PiecesLineProps {
  readonly value: Denomination
  readonly form: ReturnType<typeof useCountForm>
  readonly autoFocus: boolean
}

function PiecesLine({ value, form, autoFocus }: PiecesLineProps) {
  const { pieces } = form.values
  const typed = pieces[value] ?? ''
  const [counted] = readPieces({ [value]: typed })
  return (
    <div className="drawer-line">
      <span aria-hidden>{formatRupees(amountOfPieces({ value, pieces: 1 }))} ×</span>
      <TextInput
        aria-label={`Pieces of ${value}`}
        size="xs"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={typed}
        error={form.errors.pieces !== undefined && !isPieces(typed)}
        disabled={form.sending}
        autoFocus={autoFocus}
        onChange={({ currentTarget }) => form.change({ pieces: { ...pieces, [value]: currentTarget.value } })}
        onKeyDown={goOn}
      />
      <span>{counted ? formatRupees(amountOfPieces(counted)) : ''}</span>
    </div>
  )
}
