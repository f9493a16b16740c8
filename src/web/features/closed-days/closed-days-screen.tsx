import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { campusRules } from '#contract/campus-rules.ts'
import {
  bookClosings,
  closeBooks,
  closingPreview,
  reopenBooks,
  type BookClosing,
  type ClosingFigures,
} from '#contract/closed-days.ts'
import { addDays, formatDate, type CalendarDate } from '#domain/calendar.ts'
import { usualClosing } from '#domain/closed-days.ts'
import { count } from '#domain/count.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { methodWords } from '#domain/payment-method.ts'
import { canManage } from '#domain/roles.ts'
import { isRefusal } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { ReasonDialog } from '#web/kit/adjusting/reason-dialog.tsx'
import { useAct } from '#web/kit/form/use-act.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { ClosingTable, daysOf } from './closing-table.tsx'

type BooksProps = { readonly closedUntil: CalendarDate | null; readonly closings: readonly BookClosing[] }

type ReopenProps = BooksProps & { readonly closedUntil: CalendarDate; readonly close: () => void }

/** Reopens closed days with a reason: the days since the previous closing, or since another day. */
function ReopenDialog({ closedUntil, closings, close }: ReopenProps) {
  const last = closings.find((closing) => closing.closedUntil === closedUntil && closing.figures !== null)
  return (
    <ReasonDialog
      title="Reopen the books"
      confirmLabel="Reopen"
      endpoint={reopenBooks}
      initial={(): { until: CalendarDate | ''; reason: string } => ({
        until: last?.wasUntil ?? '',
        reason: '',
      })}
      renamed={{ closedUntil: 'until' }}
      sent={({ until, reason }) => ({ body: { ...(until !== '' && { closedUntil: until }), reason } })}
      alertWords={({ msg }, { until }) => [msg, openedWords(until, closedUntil)]}
      close={close}
    >
      {(form) => (
        <>
          <Text>
            {openedWords(form.values.until, closedUntil)} The closings and their figures stay in the list,
            with this reopening.
          </Text>
          <DateField
            label="Closed up to"
            description="Left empty, every day is open again"
            {...form.field('until')}
            max={addDays(closedUntil, -1)}
          />
        </>
      )}
    </ReasonDialog>
  )
}

const openedWords = (until: CalendarDate | '', closedUntil: CalendarDate): string =>
  until === ''
    ? `Every day up to ${formatDate(closedUntil)} is open again.`
    : `The days from ${formatDate(addDays(until, 1))} to ${formatDate(closedUntil)} are open again.`

/** `/closed-days`: the closed days with the figures of each closing; an admin closes and reopens. */
export function ClosedDaysScreen() {
  const { role } = useStaff()
  const goBack = useGoBack()
  const rules = useCall(campusRules)
  const closings = useCall(bookClosings)
  const failed = [rules, closings].find(({ isError }) => isError)
  const reload = () => void Promise.all([rules.refetch(), closings.refetch()])
  return (
    <Screen
      title="Close the books"
      lead="Nothing dated on a closed day is accepted, so that the figures of a month stay as they were filed."
      onLeave={goBack}
    >
      {failed?.error && <Failed failure={failed.error} retry={reload} />}
      {!failed && !(rules.data && closings.data) && <Loading label="Loading the closings" />}
      {rules.data && closings.data && (
        <Stack gap="lg">
          {canManage(role) ? (
            <Books closedUntil={rules.data.closedUntil} closings={closings.data.closings} />
          ) : (
            <Paper withBorder p="md" maw={820}>
              {stateOf(rules.data.closedUntil)}
            </Paper>
          )}
          <ClosingTable closings={closings.data.closings} />
        </Stack>
      )}
    </Screen>
  )
}

const stateOf = (closedUntil: CalendarDate | null): string =>
  closedUntil === null ? 'Every day is open.' : `The books are closed up to ${formatDate(closedUntil)}.`

function Books({ closedUntil, closings }: BooksProps) {
  const [isReopening, setReopening] = useState(false)
  return (
    <Paper withBorder p="md" maw={820}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div>
            <Title order={2}>Close the books</Title>
            <Text role="status">{stateOf(closedUntil)}</Text>
          </div>
          {closedUntil !== null && (
            <Button variant="default" size="xs" flex="none" onClick={() => setReopening(true)}>
              Reopen…
            </Button>
          )}
        </Group>
        <CloseForm key={closedUntil} closedUntil={closedUntil} />
      </Stack>
      {isReopening && closedUntil !== null && (
        <ReopenDialog closedUntil={closedUntil} closings={closings} close={() => setReopening(false)} />
      )}
    </Paper>
  )
}

/** Closes the books up to a day, after showing the figures to be filed. */
function CloseForm({ closedUntil }: { readonly closedUntil: CalendarDate | null }) {
  const { today } = useStaff()
  const alert = useAlert()
  const usual = usualClosing(today)
  const [until, setUntil] = useState<CalendarDate | ''>(
    closedUntil !== null && usual <= closedUntil ? '' : usual,
  )
  const preview = useCall(
    closingPreview,
    { params: { until: until === '' ? today : until } },
    { enabled: until !== '' },
  )
  const figures = preview.data?.figures
  const close = useAct(closeBooks, {
    ask: ({ until: day, charged, received, closing }: ClosingFigures) => ({
      title: `Close the books up to ${formatDate(day)}?`,
      message: `Charged ${formatRupees(charged)}, received ${formatRupees(received)}, owed at the end ${formatRupees(closing)}.\nNothing dated on or before this day will be accepted. Reopening needs a reason.`,
      confirmLabel: 'Yes, close the books',
      tone: 'caution',
    }),
    sent: ({ until: day, closing }) => ({ body: { until: day, expectedClosing: closing } }),
    done: ({ msg, closingNo }, { until: day }) =>
      alert(msg, {
        detail: `Closing ${closingNo}: no receipt or voucher can be dated up to ${formatDate(day)}.`,
      }),
    failed: (failure) => isRefusal(failure) && void preview.refetch(),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (figures && until !== '') close.run(figures)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <DateField
            label="Close up to"
            value={until}
            onChange={setUntil}
            {...(closedUntil !== null && { min: addDays(closedUntil, 1) })}
            max={addDays(today, -1)}
          />
          <Button type="submit" disabled={!figures} loading={close.sending}>
            Close books
          </Button>
        </Group>
        {preview.isLoading && <Loading label="Adding up" />}
        {preview.isError && <Failed failure={preview.error} retry={() => void preview.refetch()} />}
        {preview.data && until !== '' && (
          <>
            <Figures figures={preview.data.figures} />
            <Drafts {...preview.data.drafts} />
          </>
        )}
      </Stack>
    </form>
  )
}

/** Closing a month with drafts must be confirmed: their charges are in its figures but are not owed. */
const Drafts = ({ count: vouchers, amount }: { readonly count: number; readonly amount: Money }) =>
  vouchers > 0 && (
    <Attention role="status" title={`${count(vouchers, 'voucher is', 'vouchers are')} not posted`}>
      <Text size="sm">
        Rs <Rupees of={amount} /> of what is owed at the end is on them, and families cannot pay it. Post or
        void them first.
      </Text>
    </Attention>
  )

const Figures = ({ figures }: { readonly figures: ClosingFigures }) => (
  <div>
    <Text size="sm" c="dimmed" mb={4}>
      {daysOf(figures)}
    </Text>
    <Facts
      layout="line"
      facts={[
        { label: 'Owed at the start', value: <Rupees of={figures.opening} advance /> },
        ...(figures.broughtIn === 0
          ? []
          : [{ label: 'Brought in', value: <Rupees of={figures.broughtIn} advance /> }]),
        { label: 'Charged', value: <Rupees of={figures.charged} /> },
        { label: 'Adjusted', value: <Rupees of={figures.adjusted} /> },
        { label: 'Received', value: <Rupees of={figures.received} /> },
        { label: 'Owed at the end', value: <Rupees of={figures.closing} advance /> },
      ]}
    />
    <Text size="sm" c="dimmed" mt="xs">
      {count(figures.receipts, 'receipt')}, {count(figures.reversals, 'reversal')}
      {figures.byMethod.map(({ method, net }) => ` · ${methodWords[method].label} ${formatRupees(net)}`)}
    </Text>
  </div>
)
