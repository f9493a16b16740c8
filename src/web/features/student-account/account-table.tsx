import { Button, Group, Text } from '@mantine/core'
import { IconBan, IconCash, IconPencil, IconPrinter } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { AccountVoucherReply } from '#contract/student-account.ts'
import { formatDate, formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, less, opposite, sum } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import { voucherMarks, voucherStatusWords } from '#domain/voucher-status.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { correctReceiptAddress, printVoucherAddress } from '#web/kit/list-addresses.ts'
import { isCorrectable, type StudentAccount } from '#web/kit/student-account.ts'
import { Act, RecordTable, type RecordAct, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { lazyDialog } from '#web/ui/load-once.ts'
import { Empty } from '#web/ui/states.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { AccountLine } from './account-lines.ts'

const VoidVoucherDialog = lazyDialog(
  () => import('#web/kit/adjusting/account-dialogs.tsx'),
  (module) => module.VoidVoucherDialog,
)
const dialogs = () => import('#web/kit/adjusting/receipt-dialogs.tsx')
const CorrectReceiptDialog = lazyDialog(dialogs, (module) => module.CorrectReceiptDialog)
const MoveReceiptDialog = lazyDialog(dialogs, (module) => module.MoveReceiptDialog)
const ReturnChequeDialog = lazyDialog(dialogs, (module) => module.ReturnChequeDialog)

const accountColumns: readonly RecordColumn<AccountLine>[] = [
  { key: 'date', heading: 'Date', cell: ({ date }) => date },
  {
    key: 'what',
    heading: 'What',
    wraps: true,
    card: 'title',
    cell: ({ what, note }) => (
      <>
        {what}{' '}
        {note !== '' && (
          <Text span fz={12} c="var(--portal-ink-2)">
            {note}
          </Text>
        )}
      </>
    ),
  },
  { key: 'number', heading: 'Number', cell: ({ number }) => number },
  { key: 'who', heading: 'Who', cell: ({ who, whoName }) => <span title={who}>{whoName}</span> },
  {
    key: 'amount',
    heading: 'Amount',
    figures: true,
    card: 'figure',
    cell: ({ amount }) => formatRupees(amount),
  },
  {
    key: 'balance',
    heading: 'Balance',
    figures: true,
    cell: ({ balance }) =>
      balance === null ? (
        <StatusChip kind="to-do">{voucherStatusWords['to-do']}</StatusChip>
      ) : (
        balanceText(balance)
      ),
  },
]

interface AccountTableProps {
  readonly lines: readonly AccountLine[]
  readonly student: StudentAccount
  readonly onPrintSlip: (receiptNo: number) => void
}

/** The lines, newest first, each with the balance after it; the carries, which move nothing, are folded. */
export function AccountTable({ lines, student, onPrintSlip }: AccountTableProps) {
  const writer = canWrite(useStaff().role)
  const [showsCarries, setShowsCarries] = useState(false)
  const withoutCarries = lines.filter(({ kind }) => kind !== 'carried')
  const carries = lines.length - withoutCarries.length

  /** Print, then receive or correct, then the rest. A replaced voucher has no actions. */
  function actsOf(line: AccountLine): Acts {
    const { kind, voucherNo, number, receiptNo } = line
    const voucher = student.vouchers.find((one) => one.voucherNo === voucherNo)
    if (!writer) return []
    if (kind === 'voucher') return voucher ? actsOfVoucher(voucher, student) : []
    if (receiptNo === null) return []
    const onPress = () => onPrintSlip(receiptNo)
    const print = { label: `Print receipt ${number}`, icon: IconPrinter, onPress }
    if (kind !== 'receipt' || line.isTakenBack) return [print, null, null]
    return [print, <ReceiptActions key="more" line={line} receiptNo={receiptNo} student={student} />]
  }

  return (
    <>
      <RecordTable
        label="Account"
        columns={accountColumns}
        rows={(showsCarries ? lines : withoutCarries).toReversed()}
        rowKey={({ key }) => key}
        acts={actsOf}
        isDimmed={({ movesNothing }) => movesNothing}
        empty={<Empty title="No charges or payments yet" />}
      />
      {carries > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          m="xs"
          aria-expanded={showsCarries}
          onClick={() => setShowsCarries(!showsCarries)}
        >
          Carried on {count(carries, 'time')}
        </Button>
      )}
    </>
  )
}

interface ReceiptActionsProps extends Pick<AccountTableProps, 'student'> {
  readonly line: AccountLine
  readonly receiptNo: number
}

/** The actions for a receipt that was not reversed. */
function ReceiptActions({ line, receiptNo, student }: ReceiptActionsProps) {
  const { number, method, amount, day, reference, chequeDate, voucherNo } = line
  const { vouchers, balance, family, studentData } = student
  const [act, setAct] = useState<'correct' | 'move' | 'return' | null>(null)
  const { rollNo } = studentData
  const paidBy = { method: method ?? 'cash', reference, chequeDate }
  const receipt = { receiptNo, rollNo, amount: opposite(amount), receivedDate: day, balance, ...paidBy }
  const dialog = { receipt, close: () => setAct(null) }
  const correct = { label: `Correct receipt ${number}`, icon: IconPencil }
  return (
    <>
      <Act
        act={
          // Another screen corrects the receipts of the last posted voucher.
          isCorrectable(voucherNo, vouchers)
            ? { ...correct, to: correctReceiptAddress(voucherNo) }
            : { ...correct, onPress: () => setAct('correct') }
        }
      />
      <Act
        act={{
          label: `More for receipt ${number}`,
          entries: [
            { label: 'Move to another student…', onPress: () => setAct('move') },
            ...(method === 'cheque' ? [{ label: 'Cheque returned…', onPress: () => setAct('return') }] : []),
          ],
        }}
      />
      {act === 'correct' && <CorrectReceiptDialog {...dialog} />}
      {act === 'move' && <MoveReceiptDialog {...dialog} family={family} />}
      {act === 'return' && <ReturnChequeDialog {...dialog} />}
    </>
  )
}

type Acts = readonly (RecordAct | ReactElement | null)[]

function actsOfVoucher(voucher: AccountVoucherReply, { vouchers }: StudentAccount): Acts {
  const { voucherNo, posted, feePaid, voidable, carriedTo } = voucher
  // Until a posted voucher carries the balance, money is received on this one (decisions 6.unposted).
  const isCarried = vouchers.some((other) => other.voucherNo === carriedTo && other.posted)
  return [
    { label: `Print voucher ${voucherNo}`, icon: IconPrinter, to: printVoucherAddress(voucherNo) },
    posted && !feePaid && !isCarried
      ? {
          label: `Receive voucher ${voucherNo}`,
          icon: IconCash,
          to: `/receipts/individual?voucher=${encodeURIComponent(voucherNo)}`,
        }
      : null,
    voidable ? <VoidAction key="void" voucher={voucher} /> : null,
  ]
}

function VoidAction({ voucher }: { readonly voucher: AccountVoucherReply }) {
  const [isOpen, setOpen] = useState(false)
  const label = `Void voucher ${voucher.voucherNo}`
  return (
    <>
      <Act act={{ label, icon: IconBan, onPress: () => setOpen(true) }} />
      {isOpen && <VoidVoucherDialog voucher={voucher} close={() => setOpen(false)} />}
    </>
  )
}

const voucherColumns = (
  { vouchers, dueSince }: StudentAccount,
  today: CalendarDate,
): readonly RecordColumn<AccountVoucherReply>[] => [
  { key: 'month', heading: 'Month', card: 'title', cell: formatMonth },
  {
    key: 'state',
    heading: 'State',
    card: 'plain',
    cell: (voucher) => {
      const { feePaid: paid, posted, netBalance } = voucher
      // The last posted voucher carries the debt, and so do the drafts after it.
      const isCarrier = vouchers.indexOf(voucher) >= vouchers.findLastIndex((one) => one.posted)
      const state = { paid, posted, dueSince: isCarrier ? dueSince : null }
      return (
        <Group gap={4}>
          {voucherMarks(state, netBalance, today).map((mark) => (
            <StatusChip key={mark} kind={mark}>
              {voucherStatusWords[mark]}
            </StatusChip>
          ))}
        </Group>
      )
    },
  },
  { key: 'number', heading: 'Number', cell: ({ voucherNo }) => voucherNo },
  { key: 'due', heading: 'Due', cell: ({ dueDate }) => formatDate(dueDate) },
  {
    key: 'amount',
    heading: 'Amount',
    figures: true,
    card: 'figure',
    cell: ({ amount }) => formatRupees(amount),
  },
  {
    key: 'arrears',
    heading: 'Arrears',
    figures: true,
    cell: ({ amount, netBalance, receivedAmount, adjusted }) =>
      formatRupees(less(sum(netBalance, receivedAmount), sum(amount, adjusted))),
  },
]

/** The vouchers, newest first, each with its own charges, due date and state. */
export function VoucherTable({ student }: Pick<AccountTableProps, 'student'>) {
  const { today, role } = useStaff()
  return (
    <RecordTable
      label="Vouchers"
      columns={voucherColumns(student, today)}
      rows={student.vouchers.toReversed()}
      rowKey={({ voucherNo }) => voucherNo}
      acts={(voucher) => (canWrite(role) ? actsOfVoucher(voucher, student) : [])}
      empty={<Empty title="No vouchers yet" />}
    />
  )
}
