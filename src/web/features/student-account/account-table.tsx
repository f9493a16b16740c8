import { Button, Group } from '@mantine/core'
import { IconBan, IconCash, IconPrinter } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { AccountVoucherReply } from '#contract/student-account.ts'
import { formatDate, formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, less, sum } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import { voucherMarks, voucherStatusWords, type VoucherStatus } from '#domain/voucher-status.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { correctReceiptAddress, printVoucherAddress } from '#web/kit/list-addresses.ts'
import { isCorrectable } from '#web/kit/student-account.ts'
import { Act, RecordTable, type RecordAct, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { lazyDialog } from '#web/ui/load-once.ts'
import { Empty } from '#web/ui/states.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { AccountLine } from './account-lines.ts'
import { ReceiptActions, type StudentOfReceipt } from './receipt-actions.tsx'

const VoidVoucherDialog = lazyDialog(
  () => import('#web/kit/adjusting/account-dialogs.tsx'),
  (module) => module.VoidVoucherDialog,
)
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

interface AccountTableProps {
  readonly lines: readonly AccountLine[]
  readonly vouchers: readonly AccountVoucherReply[]
  readonly student: StudentOfReceipt
  readonly onPrintSlip: (receiptNo: number) => void
}

const accountColumns: readonly RecordColumn<AccountLine>[] = [
  { key: 'date', heading: 'Date', cell: ({ date }) => date },
  {
    key: 'what',
    heading: 'What',
    wraps: true,
    card: 'title',
    cell: ({ what, note }) => (
      <>
        {what} {note !== '' && <span className="student-account-note">{note}</span>}
      </>
    ),
  },
  { key: 'number', heading: 'Number', cell: ({ number }) => number },
  { key: 'who', heading: 'Who', cell: ({ who, userId }) => <span title={userId}>{who}</span> },
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

const isCarry = ({ kind }: AccountLine): boolean => kind === 'carried'

/** The lines, newest first, each with the balance after it; the carries, which move nothing, are folded. */
export function AccountTable({ lines, vouchers, student, onPrintSlip }: AccountTableProps) {
  const writer = canWrite(useStaff().role)
  const [showsCarries, setShowsCarries] = useState(false)
  const carries = lines.filter(isCarry).length
  const shown = showsCarries ? lines : lines.filter((line) => !isCarry(line))
  return (
    <>
      <RecordTable
        label="Account"
        columns={accountColumns}
        rows={shown.toReversed()}
        rowKey={({ key }) => key}
        acts={(line) => actsOfLine({ line, vouchers, student, onPrintSlip, writer })}
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

interface LineActs extends Pick<AccountTableProps, 'vouchers' | 'student' | 'onPrintSlip'> {
  readonly line: AccountLine
  readonly writer: boolean
}

/** Print, then receive or correct, then the rest. A replaced voucher has no actions. */
function actsOfLine({ line, vouchers, student, onPrintSlip, writer }: LineActs): Acts {
  const { kind, voucherNo, number, receiptNo } = line
  const voucher = vouchers.find((one) => one.voucherNo === voucherNo)
  if (!writer) return []
  if (kind === 'voucher') return voucher ? actsOfVoucher(voucher, vouchers) : []
  if (receiptNo === null) return []
  const print = { label: `Print receipt ${number}`, icon: IconPrinter, onPress: () => onPrintSlip(receiptNo) }
  if (kind !== 'receipt' || line.isTakenBack) return [print, null, null]
  const editReceipt = isCorrectable(voucherNo, vouchers) ? correctReceiptAddress(voucherNo) : null
  return [print, <ReceiptActions key="more" line={line} student={student} editReceipt={editReceipt} />]
}

type Acts = readonly (RecordAct | ReactElement | null)[]

/** True if a posted voucher carries the balance; until then, money is received on this one (decisions 6.unposted). */
const isCarried = ({ carriedTo }: AccountVoucherReply, vouchers: AccountTableProps['vouchers']): boolean =>
  carriedTo !== null && vouchers.some(({ voucherNo, posted }) => voucherNo === carriedTo && posted)

function actsOfVoucher(voucher: AccountVoucherReply, vouchers: AccountTableProps['vouchers']): Acts {
  const { voucherNo, posted, feePaid, voidable } = voucher
  return [
    { label: `Print voucher ${voucherNo}`, icon: IconPrinter, to: printVoucherAddress(voucherNo) },
    posted && !feePaid && !isCarried(voucher, vouchers)
      ? {
          label: `Receive voucher ${voucherNo}`,
          icon: IconCash,
          to: `/receipts/individual?voucher=${encodeURIComponent(voucherNo)}`,
        }
      : null,
    voidable ? <VoidAction key="void" voucher={voucher} /> : null,
  ]
}

interface VoucherTableProps extends Pick<AccountTableProps, 'vouchers'> {
  /** The earliest due date of the debt; null if nothing is owed. */
  readonly dueSince: CalendarDate | null
}

/** The last posted voucher carries the debt, and so do the drafts after it. */
function marksOf(
  voucher: AccountVoucherReply,
  { vouchers, dueSince }: VoucherTableProps,
  today: CalendarDate,
): readonly VoucherStatus[] {
  const { feePaid: paid, posted, netBalance } = voucher
  const isCarrier = vouchers.indexOf(voucher) >= vouchers.findLastIndex((one) => one.posted)
  return voucherMarks({ paid, posted, dueSince: isCarrier ? dueSince : null }, netBalance, today)
}

const voucherColumns = (
  props: VoucherTableProps,
  today: CalendarDate,
): readonly RecordColumn<AccountVoucherReply>[] => [
  { key: 'month', heading: 'Month', card: 'title', cell: formatMonth },
  {
    key: 'state',
    heading: 'State',
    card: 'plain',
    cell: (voucher) => (
      <Group gap={4}>
        {marksOf(voucher, props, today).map((mark) => (
          <StatusChip key={mark} kind={mark}>
            {voucherStatusWords[mark]}
          </StatusChip>
        ))}
      </Group>
    ),
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
export function VoucherTable(props: VoucherTableProps) {
  const { vouchers } = props
  const { today, role } = useStaff()
  return (
    <RecordTable
      label="Vouchers"
      columns={voucherColumns(props, today)}
      rows={vouchers.toReversed()}
      rowKey={({ voucherNo }) => voucherNo}
      acts={(voucher) => (canWrite(role) ? actsOfVoucher(voucher, vouchers) : [])}
      empty={<Empty title="No vouchers yet" />}
    />
  )
}
