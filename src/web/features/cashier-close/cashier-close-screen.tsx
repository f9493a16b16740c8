import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import {
  findCashierClosing,
  findDrawer,
  type closeDrawer,
  type ClosingSlip,
} from '#contract/cashier-close.ts'
import { addMonths, firstOfMonth, formatDate, formatInstant, monthOf } from '#domain/calendar.ts'
import { amountOfPieces, differenceWords } from '#domain/cashier-close.ts'
import { count } from '#domain/count.ts'
import { formatDigest } from '#domain/digest.ts'
import { formatRupees } from '#domain/money.ts'
import { methodWords } from '#domain/payment-method.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { PaperTable, Paper as Sheet, Signatures, type PaperColumn } from '#web/kit/papers/paper.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Closings, type ShownClosings } from './closings.tsx'
import { CountForm, type CountFormProps } from './count-form.tsx'
import { Safe } from './safe.tsx'
import './cashier-close.css'

type Closed = Reply<typeof closeDrawer>

/**
 * The count of the caller's drawer beside the closings of all cashiers, with the safe in the line of the title.
 * `startsWith` has the cursor, and comes first on a phone.
 */
function CashDrawer({ startsWith }: { readonly startsWith: 'count' | 'closings' }) {
  const { rights, today } = useStaff()
  const goBack = useGoBack()
  // Begins a month back, so that it lists a closing that waits since the end of last month.
  const fromDate = firstOfMonth(addMonths(monthOf(today), -1))
  const [shown, setShown] = useState<ShownClosings>({ tab: 'all', fromDate, toDate: today })
  const [closed, setClosed] = useState<Closed | null>(null)
  const [printed, setPrinted] = useState<number | null>(null)
  const mayClose = rights.includes('receive')
  if (printed !== null) return <ClosingSlipView closingNo={printed} onDone={() => setPrinted(null)} />
  return (
    <Screen
      title="Cash drawer"
      lead="Count the cash that you received since your last closing and hand it over. Another user accepts it into the safe."
      actions={<Safe />}
      onLeave={goBack}
    >
      <div className="cash-drawer" data-starts-with={startsWith} data-closings-only={!mayClose || undefined}>
        {mayClose && !closed && <OwnDrawer hasCursor={startsWith === 'count'} onClosed={setClosed} />}
        {closed && <Result closed={closed} onPrint={() => setPrinted(closed.closingNo)} />}
        <Closings shown={shown} show={(changed) => setShown({ ...shown, ...changed })} onPrint={setPrinted} />
      </div>
    </Screen>
  )
}

/** `/cashier-close`: the cash drawer, with the cursor in the count. */
export const CashierCloseScreen = () => <CashDrawer startsWith="count" />

/** `/closings`: the cash drawer, with the closings first on a phone. */
export const CashierClosingsScreen = () => <CashDrawer startsWith="closings" />

function OwnDrawer(props: Pick<CountFormProps, 'hasCursor' | 'onClosed'>) {
  const found = useCall(findDrawer, {}, { gcTime: 0 })
  if (found.isError) return <Failed failure={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Loading label="Loading your drawer" />
  const { receipts, reversals, refunds, floatBefore } = found.data
  if (receipts + reversals + refunds === 0 && floatBefore === 0) {
    return (
      <Paper withBorder className="drawer-count" px="md">
        <Empty
          title="Nothing was entered since your last closing"
          hint="Receipts in your name are counted here."
        />
      </Paper>
    )
  }
  // A changed float resets the form.
  return <CountForm key={floatBefore} {...props} drawer={found.data} onCountAgain={found.refetch} />
}

function Result({ closed, onPrint }: { readonly closed: Closed; readonly onPrint: () => void }) {
  const { closingNo, difference, toSafe } = closed
  return (
    <Paper withBorder className="drawer-count" p="md" role="status">
      <Stack gap="sm" align="flex-start">
        <Title order={2}>Closing {closingNo}: drawer closed</Title>
        <Text>
          To the safe Rs {formatRupees(toSafe)}; difference {differenceWords(difference)}. Hand it over with
          the slip: another user accepts it under Closings.
        </Text>
        <Button autoFocus onClick={onPrint}>
          Print closing slip
        </Button>
      </Stack>
    </Paper>
  )
}

function ClosingSlipView({ closingNo, onDone }: { readonly closingNo: number; readonly onDone: () => void }) {
  const found = useCall(findCashierClosing, { params: { closingNo } })
  if (found.isError) return <Failed failure={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Loading label="Loading the closing" />
  return (
    <PrintPage
      label={`Closing slip ${closingNo}`}
      items={[found.data.closing]}
      paper="A4 sheets"
      keyOf={() => String(closingNo)}
      drawPage={drawClosing}
      onDone={onDone}
    />
  )
}

const drawClosing = (closing: ClosingSlip) => (
  <Sheet label={`Closing slip ${closing.closingNo}`} title={`Closing slip No. ${closing.closingNo}`}>
    <p>
      Cashier <bdi>{closing.cashierName}</bdi> · closed {formatInstant(closing.closedAt)} ·{' '}
      {rangeWords(closing)}
    </p>
    <div className="paper-columns">
      <PaperTable
        label="Cash"
        columns={cashColumns}
        groups={[{ heading: '', rows: cashLines(closing) }]}
        keyOf={([label]) => label}
        isSum={([, , isSum]) => isSum === true}
      />
      {closing.pieces && (
        <PaperTable
          label="Notes and coins"
          columns={pieceColumns}
          groups={[{ heading: '', rows: closing.pieces }]}
          keyOf={({ value }) => value}
        />
      )}
    </div>
    {closing.remark !== '' && (
      <p>
        Remark: <bdi>{closing.remark}</bdi>
      </p>
    )}
    {notesOf(closing).map((note) => (
      <p key={note}>{note}</p>
    ))}
    {closing.digest && <p>Digest {formatDigest(closing.digest)}</p>}
    {closing.cheques.length > 0 && (
      <PaperTable
        label="Cheques"
        columns={chequeColumns}
        groups={[{ heading: '', rows: closing.cheques }]}
        keyOf={({ receiptNo }) => receiptNo}
      />
    )}
    <Signatures
      of={[
        `Cashier: ${closing.cashierName}`,
        ['Accepted by', closing.acceptedByName].filter(Boolean).join(': '),
      ]}
    />
  </Sheet>
)

type CashLine = readonly [label: string, words: string, isSum?: true]

const cashLines = (closing: ClosingSlip): readonly CashLine[] => [
  ['Float brought forward', formatRupees(closing.floatBefore)],
  ['Cash received', formatRupees(closing.cashReceived)],
  ...(closing.cashRefunded === 0 ? [] : [['Paid back in cash', formatRupees(closing.cashRefunded)] as const]),
  ['Expected', formatRupees(closing.expected)],
  ...(closing.firstCounted === null ? [] : [['First count', formatRupees(closing.firstCounted)] as const]),
  ['Counted', formatRupees(closing.counted), true],
  ['Difference', differenceWords(closing.difference)],
  ['Float kept', formatRupees(closing.floatKept)],
  ['To the safe', formatRupees(closing.toSafe), true],
]

const cashColumns: readonly PaperColumn<CashLine>[] = [
  { head: '', cell: ([label]) => label },
  { head: '', cell: ([, words]) => words, figures: true },
]

const pieceColumns: readonly PaperColumn<NonNullable<ClosingSlip['pieces']>[number]>[] = [
  { head: '', cell: ({ value }) => value, figures: true },
  { head: '', cell: ({ pieces }) => `× ${pieces}`, figures: true },
  { head: '', cell: (line) => formatRupees(amountOfPieces(line)), figures: true },
]

const chequeColumns: readonly PaperColumn<ClosingSlip['cheques'][number]>[] = [
  { head: 'Cheque', cell: ({ reference }) => <bdi>{reference}</bdi> },
  { head: 'Dated', cell: ({ chequeDate }) => chequeDate && formatDate(chequeDate) },
  { head: 'Receipt', cell: ({ receiptNo }) => receiptNo },
  {
    head: 'Student',
    cell: ({ studentName, rollNo }) => (
      <>
        <bdi>{studentName}</bdi>, {rollNo}
      </>
    ),
  },
  { head: 'Amount', cell: ({ amount }) => formatRupees(amount), figures: true },
]

const rangeWords = ({ afterReceipt, upToReceipt, receipts, reversals }: ClosingSlip): string =>
  upToReceipt > afterReceipt
    ? `receipts ${afterReceipt + 1} to ${upToReceipt} of the campus, own: ${count(receipts, 'receipt')}, ${count(reversals, 'reversal')}`
    : 'no receipts'

/** The notes for an auditor: other methods, back-dated receipts, and corrections of closed drawers. */
function notesOf({ others, backDated, ofClosedDrawers }: ClosingSlip): string[] {
  const methods = others.map(
    ({ method, receipts, net }) => `${methodWords[method].label} ${receipts}: Rs ${formatRupees(net)}`,
  )
  const touched = ofClosedDrawers.map(
    ({ receiptNo, reverses, amount, closingNo }) =>
      `Reversal ${receiptNo} of receipt ${reverses}, Rs ${formatRupees(amount)}, touches closing ${closingNo}, which was closed before.`,
  )
  const more = touched.splice(10).length
  const receipts = count(backDated.receipts, 'receipt')
  return [
    methods.length > 0 ? `By other methods: ${methods.join(' · ')}` : '',
    backDated.receipts > 0
      ? `${receipts} dated before the day of entry, Rs ${formatRupees(backDated.amount)}.`
      : '',
    ...touched,
    more > 0 ? `And ${count(more, 'more reversal')} of receipts closed before.` : '',
  ].filter((note) => note !== '')
}
