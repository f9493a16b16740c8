import { Button, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { FoundVoucher as Voucher } from '#contract/counter.ts'
import { formatDate, formatMonth, type CalendarDate, type Month } from '#domain/calendar.ts'
import { overdueIn, owedWords } from '#domain/debt.ts'
import { formatRupees, less, notNegative, opposite, type Money } from '#domain/money.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { voucherStatusWords } from '#domain/voucher-status.ts'
import { useStaff } from '#web/api/session.ts'
import { correctReceiptAddress } from '#web/kit/list-addresses.ts'
import { addressToPost } from '#web/kit/months-to-post.tsx'
import { StudentLink } from '#web/kit/student-link.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { StatusChip, type StatusKind } from '#web/ui/status-chip.tsx'
import { KeysOfCounter, useAmountKeys } from './counter-keys.tsx'
import { CounterLedger } from './ledger-and-family.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { afterPayment, whyNotReceivable } from './payment.ts'
import type { Counter } from './use-counter.ts'

export function FoundVoucher({ counter }: { readonly counter: Counter }) {
  const { voucher, answer, typed, paid, open } = counter
  useAmountKeys(counter)
  return (
    <>
      {voucher && (
        <>
          <StudentAndDue voucher={voucher} balance={paid?.balance ?? netBalance(voucher)} />
          {!paid && !open && <NotReceivableNotice counter={counter} voucher={voucher} />}
          <div className="counter-amounts">
            <CounterLedger voucher={paid ? afterPayment(voucher, paid.balance) : voucher} />
            {typed && open && (
              <PaymentFields key={voucher.voucherNo} counter={counter} voucher={voucher} typed={typed} />
            )}
          </div>
        </>
      )}
      {answer.state === 'nothing typed' && <KeysOfCounter />}
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

interface Reason {
  readonly title: string
  readonly words: string
  readonly instead?: string | null
  readonly toPost?: Month
  readonly toEdit?: boolean
  readonly toAdvance?: boolean
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

function reasonFor(voucher: Voucher): Reason | null {
  const balance = netBalance(voucher)
  switch (whyNotReceivable(voucher)) {
    case null:
      return null
    case 'voucher-replaced':
      return {
        title: 'Voucher was replaced',
        words: `Voucher ${voucher.replacedBy} was generated in its place.`,
        instead: voucher.replacedBy,
      }
    case 'voucher-voided':
      return {
        title: 'Voucher was voided',
        words: 'It was generated by mistake and counts in nothing.',
      }
    case 'voucher-already-paid':
      return {
        title: 'Voucher already paid',
        words: paidWords(voucher, balance),
        instead: balance > 0 ? voucher.carriedTo : null,
        toEdit: voucher.received > 0,
        toAdvance: balance <= 0 && !voucher.left && voucher.takenOverBy === null,
      }
    case 'voucher-carried':
      return {
        title: 'Voucher carried forward',
        words: `Its balance of ${formatRupees(balance)} is in the arrears of voucher ${voucher.takenOverBy}.`,
        instead: voucher.takenOverBy,
      }
    default: {
      const month = { year: voucher.yearGenerated, month: voucher.monthGenerated }
      return {
        title: 'Voucher Not Posted',
        words: `It can be received once the vouchers of ${formatMonth(month)} are posted.`,
        toPost: month,
      }
    }
  }
}

/** Explains why nothing can be received on the voucher, and links to the next step; empty if the voucher is open. */
function NotReceivableNotice({ counter, voucher }: { readonly counter: Counter; readonly voucher: Voucher }) {
  const reason = reasonFor(voucher)
  if (!reason) return null
  const { title, words, instead, toPost, toEdit, toAdvance } = reason
  // A payment that was just refused for the same reason.
  const refused = counter.till.problem.notice
  const look = { variant: 'default', size: 'xs' } as const
  return (
    <Attention role="alert" title={title} words={refused ? `${words} ${refused.words}` : words} mt="sm">
      <Group gap="xs">
        {instead && (
          <Button {...look} onClick={() => counter.find(instead)}>
            Open {instead}
          </Button>
        )}
        {toPost && (
          <Button {...look} component={Link} to={addressToPost(toPost)}>
            Post vouchers
          </Button>
        )}
        {toAdvance && (
          <Button {...look} onClick={counter.receiveInAdvance}>
            Receive in advance
          </Button>
        )}
        {toEdit && (
          <Button {...look} component={Link} to={correctReceiptAddress(voucher.voucherNo)}>
            Edit receipt
          </Button>
        )}
      </Group>
    </Attention>
  )
}
