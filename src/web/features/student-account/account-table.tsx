import { ActionIcon, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCash, IconPrinter } from '@tabler/icons-react'
import type { AccountVoucherReply } from '#contract/student-account.ts'
import { formatDate, formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, less, sum } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import { voucherMarks, voucherStatusWords, type VoucherStatus } from '#domain/voucher-status.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { correctReceiptAddress, printVoucherAddress } from '#web/kit/list-addresses.ts'
import { Empty } from '#web/ui/states.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Table } from '#web/ui/table.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { AccountLine } from './account-lines.ts'
import { ReceiptActions, type StudentOfReceipt } from './receipt-actions.tsx'
import { RowLink } from './row-link.tsx'
import { isCorrectable } from './student-actions.tsx'
import { VoidAction } from './void-action.tsx'

interface AccountTableProps {
  readonly lines: readonly AccountLine[]
  readonly vouchers: readonly AccountVoucherReply[]
  readonly student: StudentOfReceipt
  readonly onPrintSlip: (receiptNo: number) => void
}

/** The lines, newest first, each with the balance after it. */
export function AccountTable({ lines, vouchers, student, onPrintSlip }: AccountTableProps) {
  const isPhone = usePhone()
  if (lines.length === 0) return <Empty title="No charges or payments yet" />
  return (
    <div className="student-account-frame" role="region" aria-label="Account, scrolls" tabIndex={0}>
      <Table aria-label="Account" stickyHeader verticalSpacing={5} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            {!isPhone && <Table.Th>Date</Table.Th>}
            <Table.Th>What</Table.Th>
            {!isPhone && <Table.Th>Number</Table.Th>}
            {!isPhone && <Table.Th>Who</Table.Th>}
            <Table.Th ta="end">Amount</Table.Th>
            <Table.Th ta="end">Balance</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.toReversed().map((line) => (
            <Table.Tr key={line.key} {...(line.movesNothing && { c: 'dimmed' })}>
              {isPhone ? <NarrowLine line={line} /> : <WideLine line={line} />}
              <Table.Td className="student-account-figure">{formatRupees(line.amount)}</Table.Td>
              <Table.Td className="student-account-figure">
                {line.balance === null ? (
                  <StatusChip kind="to-do">{voucherStatusWords['to-do']}</StatusChip>
                ) : (
                  balanceText(line.balance)
                )}
              </Table.Td>
              <Table.Td className="student-account-actions">
                <LineActions line={line} vouchers={vouchers} student={student} onPrintSlip={onPrintSlip} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface LineProps {
  readonly line: AccountLine
}

const WideLine = ({ line }: LineProps) => (
  <>
    <Table.Td className="student-account-whole">{line.date}</Table.Td>
    <Table.Td>
      <EventText line={line} />
    </Table.Td>
    <Table.Td className="student-account-whole">{line.number}</Table.Td>
    <Table.Td className="student-account-who" title={line.userId}>
      {line.who}
    </Table.Td>
  </>
)

/** On a phone, one cell has everything except the amounts. */
const NarrowLine = ({ line }: LineProps) => (
  <Table.Td>
    <Small>{line.date}</Small>
    <EventText line={line} />
    <Small>{line.number}</Small>
    <Small>{line.who}</Small>
  </Table.Td>
)

const EventText = ({ line: { what, note } }: LineProps) => (
  <>
    {what}{' '}
    {note !== '' && (
      <Text span size="xs" c="dimmed">
        {note}
      </Text>
    )}
  </>
)

const Small = ({ children }: { readonly children: string }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
)

type LineActionsProps = LineProps & Pick<AccountTableProps, 'vouchers' | 'student' | 'onPrintSlip'>

/** Voucher: print, receive. Receipt: print, correct, move. A replaced voucher has no actions. */
function LineActions({ line, vouchers, student, onPrintSlip }: LineActionsProps) {
  const writer = canWrite(useStaff().role)
  const { kind, voucherNo, number, receiptNo } = line
  const voucher = vouchers.find((one) => one.voucherNo === voucherNo)
  if (kind === 'voucher') return voucher ? <VoucherActions voucher={voucher} vouchers={vouchers} /> : null
  if (!writer || receiptNo === null) return null
  return (
    <>
      {kind === 'receipt' && !line.isTakenBack && (
        <ReceiptActions
          line={line}
          student={student}
          editReceipt={isCorrectable(voucherNo, vouchers) ? correctReceiptAddress(voucherNo) : null}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Print receipt ${number}`}
        title={`Print receipt ${number}`}
        onClick={() => onPrintSlip(receiptNo)}
      >
        <IconPrinter size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </>
  )
}

type VoucherActionsProps = Pick<AccountTableProps, 'vouchers'> & { readonly voucher: AccountVoucherReply }

/** True if a posted voucher carries the balance; until then, money is received on this one (decisions 6.unposted). */
const isCarried = ({ carriedTo }: AccountVoucherReply, vouchers: AccountTableProps['vouchers']): boolean =>
  carriedTo !== null && vouchers.some(({ voucherNo, posted }) => voucherNo === carriedTo && posted)

function VoucherActions({ voucher, vouchers }: VoucherActionsProps) {
  const writer = canWrite(useStaff().role)
  const { voucherNo, posted, feePaid } = voucher
  return (
    <>
      {writer && posted && !feePaid && !isCarried(voucher, vouchers) && (
        <RowLink
          to={`/receipts/individual?voucher=${encodeURIComponent(voucherNo)}`}
          label={`Receive voucher ${voucherNo}`}
        >
          <IconCash size={16} stroke={1.5} aria-hidden />
        </RowLink>
      )}
      {writer && (
        <RowLink to={printVoucherAddress(voucherNo)} label={`Print voucher ${voucherNo}`}>
          <IconPrinter size={16} stroke={1.5} aria-hidden />
        </RowLink>
      )}
      {writer && voucher.voidable && <VoidAction voucher={voucher} />}
    </>
  )
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
  const { feePaid: paid, posted, receivedAmount: received, netBalance } = voucher
  const isCarrier = vouchers.indexOf(voucher) >= vouchers.findLastIndex((one) => one.posted)
  return voucherMarks({ paid, posted, received, dueSince: isCarrier ? dueSince : null }, netBalance, today)
}

/** The vouchers, newest first, each with its own charges, due date and state. */
export function VoucherTable(props: VoucherTableProps) {
  const { vouchers } = props
  const { today } = useStaff()
  const isPhone = usePhone()
  if (vouchers.length === 0) return <Empty title="No vouchers yet" />
  return (
    <div className="student-account-frame" role="region" aria-label="Vouchers, scrolls" tabIndex={0}>
      <Table aria-label="Vouchers" stickyHeader verticalSpacing={5} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Month</Table.Th>
            <Table.Th>State</Table.Th>
            {!isPhone && <Table.Th>Number</Table.Th>}
            {!isPhone && <Table.Th>Due</Table.Th>}
            <Table.Th ta="end">Amount</Table.Th>
            {!isPhone && <Table.Th ta="end">Arrears</Table.Th>}
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {vouchers.toReversed().map((voucher) => {
            const { voucherNo, dueDate, amount, netBalance, receivedAmount, adjusted } = voucher
            return (
              <Table.Tr key={voucherNo}>
                <Table.Td>{formatMonth(voucher)}</Table.Td>
                <Table.Td>
                  <Group gap={4}>
                    {marksOf(voucher, props, today).map((mark) => (
                      <StatusChip key={mark} kind={mark}>
                        {voucherStatusWords[mark]}
                      </StatusChip>
                    ))}
                  </Group>
                </Table.Td>
                {!isPhone && <Table.Td className="student-account-whole">{voucherNo}</Table.Td>}
                {!isPhone && <Table.Td className="student-account-whole">{formatDate(dueDate)}</Table.Td>}
                <Table.Td className="student-account-figure">{formatRupees(amount)}</Table.Td>
                {!isPhone && (
                  <Table.Td className="student-account-figure">
                    {formatRupees(less(sum(netBalance, receivedAmount), sum(amount, adjusted)))}
                  </Table.Td>
                )}
                <Table.Td className="student-account-actions">
                  <VoucherActions voucher={voucher} vouchers={vouchers} />
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </div>
  )
}
