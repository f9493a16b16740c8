import { Group, Paper, SegmentedControl, Text, TextInput, Title } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { closeDrawer } from '#contract/cashier-close.ts'
import { amountOfPieces, denominations, differenceWords, type Denomination } from '#domain/cashier-close.ts'
import { formatRupees } from '#domain/money.ts'
import { factsOf, type Reply } from '#web/api/call.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import {
  countBody,
  countErrors,
  emptyCount,
  isPieces,
  readCounted,
  readPieces,
  type TypedCount,
} from './count-input.ts'
import { DrawerSums, type Drawer } from './drawer-sums.tsx'

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
    <form {...form.frame} className="drawer-form">
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
      <DrawerSums drawer={props.drawer} form={form} />
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
