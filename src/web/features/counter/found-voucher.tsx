import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { UnpaidMonth, FoundVoucher as Voucher } from '#contract/counter.ts'
import { formatDate, formatDay, formatMonth, monthName, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { overdueIn, owedWords } from '#domain/debt.ts'
import { formatRupees, less, notNegative, opposite, sum, type Money } from '#domain/money.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { voucherStatusWords } from '#domain/voucher-status.ts'
import { useStaff } from '#web/api/session.ts'
import { correctReceiptAddress } from '#web/kit/list-addresses.ts'
import { addressToPost } from '#web/kit/months-to-post.tsx'
import { nextStep, Obstacle, type Reason } from '#web/kit/receiving/till-form.tsx'
import { lateWords } from '#web/kit/student-account.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { LedgerLines, ledgerOf } from '#web/kit/voucher-ledger.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { StatusChip, type StatusKind } from '#web/ui/status-chip.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { afterPayment, isInAdvance, monthsOwed, whyNotReceivable } from './payment.ts'
import type { Counter } from './use-counter.ts'

/** A voucher of the counter: what it is, what is due, and the fields of the payment or why there are none. */
export function FoundVoucher({ counter, voucher }: { readonly counter: Counter; readonly voucher: Voucher }) {
  const { typed, paid, open } = counter
  return (
    <>
      <StudentAndDue voucher={voucher} balance={paid?.balance ?? netBalance(voucher)} />
      {!paid && !open && <NotReceivable counter={counter} voucher={voucher} />}
      <div className="counter-amounts">
        <CounterLedger voucher={paid ? afterPayment(voucher, paid.balance) : voucher} />
        {typed && open && (
          <PaymentFields key={voucher.voucherNo} counter={counter} voucher={voucher} typed={typed} />
        )}
      </div>
    </>
  )
}

const largeFigure = { fz: 34, fw: 600, lts: '-0.5px', lh: '40px' } as const

/** Student and amount due, which the clerk compares with the paper before taking money. */
function StudentAndDue({ voucher, balance }: { readonly voucher: Voucher; readonly balance: Money }) {
  const { today } = useStaff()
  const [kind, words] = dueState(voucher, balance, today)
  return (
    <section aria-label="Voucher" className="counter-student">
      <div>
        <Title order={2} size="h1" style={{ overflowWrap: 'anywhere' }}>
          <StudentLink rollNo={voucher.rollNo}>{voucher.studentName}</StudentLink>
        </Title>
        <Text c="var(--portal-ink-2)" style={{ overflowWrap: 'anywhere' }}>
          f. <bdi>{voucher.fatherName}</bdi> · Class {voucher.studentClass} {voucher.section} · Roll No.{' '}
          {voucher.rollNo}
          {voucher.left && ' · No longer at school'}
        </Text>
        <Text size="sm" c="var(--portal-ink-2)">
          Voucher {voucher.voucherNo} ·{' '}
          {formatMonth({ year: voucher.yearGenerated, month: voucher.monthGenerated })}
        </Text>
        {voucher.note !== '' && <Text size="sm">Note: {voucher.note}</Text>}
      </div>
      <div className="counter-due">
        <Text component="output" aria-label="Amount due" className="figures" {...largeFigure}>
          Rs {formatRupees(balance)}
        </Text>
        <StatusChip kind={kind}>{words}</StatusChip>
      </div>
    </section>
  )
}

function endOf({ voided, replacedBy, takenOverBy }: Voucher): string | null {
  if (voided) return 'Voided'
  if (replacedBy !== null) return 'Replaced'
  return takenOverBy === null ? null : 'Carried forward'
}

/** The chip under the balance: the reason that the voucher no longer counts, else what is overdue or when it is due. */
function dueState(voucher: Voucher, balance: Money, today: CalendarDate): readonly [StatusKind, string] {
  if (balance < 0) return ['advance', 'Paid in advance']
  if (balance === 0 || voucher.paid) return ['paid', 'Paid']
  const end = endOf(voucher)
  if (end !== null) return ['carried', end]
  if (!voucher.posted) return ['to-do', voucherStatusWords['to-do']]
  const { dueSince } = voucher
  const received = less(netBalance(voucher), balance)
  const overdue = notNegative(less(overdueIn(voucher.unpaid, today), received))
  const kind = overdue > 0 ? 'overdue' : 'unpaid'
  if (dueSince === null || received !== 0)
    return [kind, overdue > 0 ? `Rs ${formatRupees(overdue)} overdue` : voucherStatusWords.unpaid]
  return [kind, owedWords({ owed: balance, overdue, dueSince }, today)]
}

function paidWords(voucher: Voucher, balance: Money): string {
  const { received, receivedDate, receivedByName, carriedTo } = voucher
  if (balance > 0 && carriedTo)
    return `Its balance of ${formatRupees(balance)} was paid with voucher ${carriedTo}.`
  const advance = balance < 0 ? ` ${formatRupees(opposite(balance))} is paid in advance.` : ''
  return received > 0 && receivedDate
    ? `Received on ${formatDate(receivedDate)} by ${receivedByName}.${advance}`
    : `Nothing was due on it.${advance}`
}

function reasonFor(voucher: Voucher, why: RefusalCode | null): Reason | null {
  const { voucherNo, replacedBy, takenOverBy, carriedTo, received } = voucher
  const balance = netBalance(voucher)
  switch (why) {
    case null:
      return null
    case 'voucher-replaced': {
      const words = `Voucher ${replacedBy} was generated in its place.`
      return { title: 'Voucher was replaced', words, instead: replacedBy }
    }
    case 'voucher-voided':
      return { title: 'Voucher was voided', words: 'It was generated by mistake and counts in nothing.' }
    case 'voucher-already-paid':
      return {
        title: 'Voucher already paid',
        words: paidWords(voucher, balance),
        instead: balance > 0 ? carriedTo : null,
        link: received > 0 && ['Edit receipt', correctReceiptAddress(voucherNo)],
      }
    case 'voucher-carried': {
      const words = `Its balance of ${formatRupees(balance)} is in the arrears of voucher ${takenOverBy}.`
      return { title: 'Voucher carried forward', words, instead: takenOverBy }
    }
    default: {
      const month = { year: voucher.yearGenerated, month: voucher.monthGenerated }
      const words = `It can be received once the vouchers of ${formatMonth(month)} are posted.`
      return { title: 'Voucher Not Posted', words, link: ['Post vouchers', addressToPost(month)] }
    }
  }
}

/** Explains why nothing can be received on the voucher; empty if the voucher is open. */
function NotReceivable({ counter, voucher }: { readonly counter: Counter; readonly voucher: Voucher }) {
  const why = whyNotReceivable(voucher)
  const reason = reasonFor(voucher, why)
  if (!reason) return null
  // A payment that was just refused for the same reason.
  const refused = counter.till.problem.notice
  const words = refused ? `${reason.words} ${refused.words}` : reason.words
  const mayTakeAdvance =
    why === 'voucher-already-paid' && isInAdvance(voucher) && !voucher.left && voucher.takenOverBy === null
  return (
    <Obstacle reason={{ ...reason, words }} find={counter.till.find}>
      {mayTakeAdvance && (
        <Button {...nextStep} onClick={counter.receiveInAdvance}>
          Receive in advance
        </Button>
      )}
    </Obstacle>
  )
}

/** The months that the voucher's balance consists of, or its charges, down to the balance. */
function CounterLedger({ voucher }: { readonly voucher: Voucher }) {
  const [all, setAll] = useState(false)
  const months = all ? [] : rowsOf(monthsOwed(voucher))
  const lines = ledgerOf(voucher).filter(({ amount, isSum }) => all || isSum || amount !== 0)
  // Below the months, the sums from the net receivable on; the balance only if it differs.
  const sums = lines.slice(lines.findIndex(({ isSum }) => isSum))
  const shown = sums.length === 2 ? sums.slice(0, 1) : sums
  return (
    <div>
      {months.length > 0 ? (
        <LedgerLines lines={shown}>
          {/* Two vouchers may be of one month: those of an admission and of the month. */}
          {months.map((row, place) => (
            <MonthRow key={place} row={row} />
          ))}
        </LedgerLines>
      ) : (
        <LedgerLines lines={lines} />
      )}
      <Button variant="subtle" size="compact-sm" px={0} aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Hide charges' : 'Show all charges'}
      </Button>
    </div>
  )
}

type Row = UnpaidMonth & { readonly label: string }

/** The rows for which the counter has room; the months before the last ones are summed up. */
const mostRows = 4

function rowsOf(months: readonly UnpaidMonth[]): readonly Row[] {
  const years = new Set(months.map(({ year }) => year))
  const nameOf = (one: UnpaidMonth) => (years.size === 1 ? monthName(one.month) : formatMonth(one))
  const rows = months.map((one) => ({ ...one, label: nameOf(one) }))
  const older = rows.slice(0, 1 - mostRows)
  const [first] = older
  if (!first || rows.length <= mostRows) return rows
  return [
    {
      ...first,
      label: `${first.label} to ${older.at(-1)?.label}, ${count(older.length, 'month')}`,
      amount: sum(...older.map(({ amount }) => amount)),
      unpaid: sum(...older.map(({ unpaid }) => unpaid)),
    },
    ...rows.slice(1 - mostRows),
  ]
}

function MonthRow({ row: { label, dueDate, amount, unpaid } }: { readonly row: Row }) {
  const { today } = useStaff()
  const late = lateWords(dueDate, today)
  const part =
    unpaid < amount ? `, ${formatRupees(less(amount, unpaid))} of ${formatRupees(amount)} paid` : ''
  return (
    <tr data-month>
      <th scope="row">
        {label}
        <small>
          due {formatDay(dueDate, today)}
          {part}
        </small>
      </th>
      <td>
        {unpaid === 0 ? (
          <StatusChip kind="paid">Paid</StatusChip>
        ) : (
          <StatusChip kind={late === null ? 'unpaid' : 'overdue'}>{late ?? 'not due yet'}</StatusChip>
        )}
      </td>
      <td>
        <Rupees of={unpaid} />
      </td>
    </tr>
  )
}
