import { Button, Group, Paper, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core'
import { closeDrawer } from '#contract/cashier-close.ts'
import { formatRupees } from '#domain/money.ts'
import { factsOf, type Reply } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { CountFields } from './count-fields.tsx'
import {
  countBody,
  countErrors,
  emptyCount,
  readCounted,
  readToSafe,
  type TypedCount,
} from './count-input.ts'
import { differenceWords } from './difference-words.ts'
import type { Drawer } from './drawer-facts.tsx'

interface CountFormProps {
  readonly drawer: Drawer
  readonly onClosed: (closed: Reply<typeof closeDrawer>) => void
  /** Reads the drawer again after the first count differed. */
  readonly onCountAgain: () => Promise<unknown>
}

/** The server keeps a first count that differs; the form stays for the recount. */
function useCountForm({ drawer, onClosed, onCountAgain }: CountFormProps) {
  const { campus } = useStaff()
  const alert = useAlert()
  const { firstCount, floatBefore, upToReceipt, upToAdjustment } = drawer
  return useSendForm<typeof closeDrawer, TypedCount>({
    endpoint: closeDrawer,
    draft: 'cashier close',
    initial: () => emptyCount(floatBefore),
    check: countErrors,
    sent: (typed) => ({
      params: { campus },
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
  const { firstCount } = props.drawer
  return (
    <Paper withBorder p="md" flex="1 1 420px">
      <form {...form.frame}>
        <Stack gap="sm">
          <CountBy by={form.values.by} onChange={(by) => form.change({ by })} />
          {firstCount && <FirstCount {...firstCount} />}
          {form.values.by === 'notes' ? (
            <CountFields
              pieces={form.values.pieces}
              onChange={(pieces) => form.change({ pieces })}
              error={form.errors.pieces}
              disabled={form.sending}
            />
          ) : (
            <AmountField label="Counted" required {...form.field('counted')} />
          )}
          <Sums typed={form.values} />
          <Group align="flex-start" gap="sm">
            <div className="count-float">
              <AmountField label="Float to keep" {...form.field('floatKept')} />
            </div>
            {firstCount && (
              <TextInput
                className="count-remark"
                label="Remark on the difference"
                maxLength={500}
                {...form.field('remark')}
              />
            )}
          </Group>
          <Group justify="flex-end">
            <Button type="submit" loading={form.sending}>
              Close drawer
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

interface CountByProps {
  readonly by: TypedCount['by']
  readonly onChange: (by: TypedCount['by']) => void
}

const CountBy = ({ by, onChange }: CountByProps) => (
  <Group justify="space-between">
    <Title order={2}>Count</Title>
    <SegmentedControl
      size="xs"
      aria-label="Count by"
      data={[
        { value: 'notes', label: 'Notes and coins' },
        { value: 'sum', label: 'Sum alone' },
      ]}
      value={by}
      onChange={(chosen) => onChange(chosen === 'sum' ? 'sum' : 'notes')}
    />
  </Group>
)

type FirstCountProps = Pick<NonNullable<Drawer['firstCount']>, 'counted' | 'difference'>

const FirstCount = ({ counted, difference }: FirstCountProps) => (
  <Attention
    role="status"
    title={`Count again: the first count of Rs ${formatRupees(counted)} is ${differenceWords(difference)}`}
    words="This count closes the drawer. A difference that stays needs a remark."
  />
)

function Sums({ typed }: { readonly typed: TypedCount }) {
  const counted = readCounted(typed)
  const toSafe = readToSafe(typed)
  return (
    <Group justify="space-between" role="status" aria-label="Counted so far">
      <Text fw={600}>
        Counted <span className="figures">{counted === null ? '–' : `Rs ${formatRupees(counted)}`}</span>
      </Text>
      <Text c="dimmed">
        To the safe <span className="figures">{toSafe === null ? '–' : `Rs ${formatRupees(toSafe)}`}</span>
      </Text>
    </Group>
  )
}
