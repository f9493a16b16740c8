import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { receiptsOfDay } from '#contract/counter.ts'
import type { ReceiptWithClass } from '#contract/receipt.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { methodSums } from '#domain/received.ts'
import type { Reply } from '#web/api/call.ts'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { useCall } from '#web/api/queries.ts'
import { correctReceiptAddress } from '#web/kit/list-addresses.ts'
import type { DayPrintRequest, SlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import { StudentLink } from '#web/kit/student-link.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { useScreenKeys } from '#web/ui/screen-keys.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { printKey } from './payment.ts'

interface TillProps {
  readonly today: CalendarDate
  readonly print: SlipPrint
}

/** This clerk's receipts of today with their sum, newest first, to look up or print the last one. */
export function Till({ today, print }: TillProps) {
  const day = useCall(receiptsOfDay, { params: { receivedDate: today } })
  const mine = day.data?.mine
  async function printLast() {
    // The list may be older than the last payment.
    const { data, isSuccess } = await day.refetch({ cancelRefetch: false })
    const last = isSuccess && data.mine.find(({ kind }) => kind === 'receipt')
    if (last) void print.receipt(last.receiptNo, 'duplicate')
  }
  useScreenKeys([{ ...printKey, run: () => void printLast() }])
  return (
    <section className="till" aria-labelledby="receipts-today">
      <Group justify="space-between" align="baseline" wrap="nowrap">
        <Title order={2} id="receipts-today">
          My receipts today
        </Title>
        {day.data && (
          <Text fw={600} size="lg">
            <Rupees of={day.data.mineTotal} />
          </Text>
        )}
      </Group>
      {day.data && <Sums sums={day.data} />}
      {day.isPending && <Loading label="Loading today's receipts" />}
      {day.isError && <Failed failure={day.error} retry={() => void day.refetch()} />}
      <div className="till-list">
        {mine?.length === 0 && <Empty title="Nothing received yet today" />}
        {mine && mine.length > 0 && (
          <table aria-labelledby="receipts-today">
            <tbody>
              {mine.map((receipt, index) => (
                <ReceiptRow
                  key={receipt.receiptNo}
                  receipt={receipt}
                  isLast={index === 0}
                  onPrint={() => void print.receipt(receipt.receiptNo, 'duplicate')}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      <DayPrint today={today} print={print} />
    </section>
  )
}

function Sums({ sums }: { readonly sums: Reply<typeof receiptsOfDay> }) {
  const { mineCount, campusCount, campusTotal, mine } = sums
  const byMethod = methodSums(mine)
  return (
    <Text size="sm" c="dimmed">
      {count(mineCount, 'receipt')} · campus {campusCount}, Rs <Rupees of={campusTotal} />
      {byMethod !== '' && (
        <>
          <br />
          {byMethod}
        </>
      )}
    </Text>
  )
}

interface RowProps {
  readonly receipt: ReceiptWithClass
  readonly isLast: boolean
  readonly onPrint: () => void
}

const icon = { variant: 'subtle', color: 'gray', c: 'dimmed', size: 26 } as const

const ReceiptRow = ({ receipt, isLast, onPrint }: RowProps) => (
  <tr data-last={isLast || undefined}>
    <th scope="row">{receipt.receiptNo}</th>
    <td>
      <StudentLink rollNo={receipt.rollNo}>{receipt.studentName}</StudentLink>
      <small>{aboutReceipt(receipt)}</small>
    </td>
    <td className="figures">
      <Rupees of={receipt.amount} />
    </td>
    <td>
      <ActionIcon
        {...icon}
        aria-label={`Print receipt ${receipt.receiptNo}`}
        title={`Print receipt ${receipt.receiptNo}`}
        onClick={onPrint}
      >
        <IconPrinter size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
      {receipt.kind === 'receipt' && (
        <ActionIcon
          {...icon}
          component={Link}
          to={correctReceiptAddress(receipt.voucherNo)}
          aria-label={`Correct receipt ${receipt.receiptNo}`}
          title={`Correct receipt ${receipt.receiptNo}`}
        >
          <IconPencil size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
    </td>
  </tr>
)

/** `Nursery Pink · cancels no. 762`; the method only if it was not cash. */
const aboutReceipt = (receipt: ReceiptWithClass): string =>
  [
    `${receipt.studentClass} ${receipt.section}`,
    ...(receipt.kind === 'reversal' ? [`cancels no. ${receipt.reverses}`] : []),
    ...(receipt.method === 'cash' ? [] : [methodAndReference(receipt)]),
  ].join(' · ')

/** The slips after each receipt, and the receipts of a day, printed as a list with totals or as slips. */
function DayPrint({ today, print }: TillProps) {
  const [open, setOpen] = useState(false)
  const paper = usePreferences((preferences) => preferences.paper) ?? 'A4 third'
  const printsEach = usePreferences(({ printsSlips }) => printsSlips) === true
  return (
    <Stack gap="xs" mt="xs">
      <Checkbox
        size="xs"
        label="Print a slip after each receipt"
        checked={printsEach}
        onChange={(event) => setPreferences({ printsSlips: event.currentTarget.checked })}
      />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        {/* Stored in the browser, because its printer is the same for every user. */}
        <SegmentedControl
          aria-label="Slip paper"
          size="xs"
          data={[
            { value: 'A4 third', label: 'A4 (3 per page)' },
            { value: '80 mm roll', label: '80 mm roll' },
          ]}
          value={paper}
          onChange={(chosen) => setPreferences({ paper: chosen })}
        />
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Day sheet…
        </Button>
      </Group>
      {open && <DayDialog today={today} print={print} close={() => setOpen(false)} />}
    </Stack>
  )
}

function DayDialog({ today, print, close }: TillProps & { readonly close: () => void }) {
  const [day, setDay] = useState<CalendarDate | ''>(today)
  const [whose, setWhose] = useState<DayPrintRequest['whose']>('mine')
  const [as, setAs] = useState<DayPrintRequest['as']>('day sheet')
  const [error, setError] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (day === '') return setError('Enter the date of the receipts to print')
    setError('')
    const printed = await print.day({ day, whose, as })
    if (printed === 0) setError('No receipts found')
    else if (printed !== null) close()
  }

  return (
    <Dialog title="Day sheet" close={close}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <DateField
            label="Day"
            value={day}
            onChange={(chosen) => {
              setDay(chosen)
              setError('')
            }}
            max={today}
            error={error}
          />
          <SegmentedControl
            aria-label="Whose receipts"
            data={[
              { value: 'mine', label: 'My receipts' },
              { value: 'all', label: 'Whole campus' },
            ]}
            value={whose}
            onChange={setWhose}
          />
          <Group justify="space-between" gap="xs">
            <SegmentedControl
              aria-label="Print as"
              data={[
                { value: 'day sheet', label: 'Day sheet' },
                { value: 'slips', label: 'Slips' },
              ]}
              value={as}
              onChange={setAs}
            />
            <Button type="submit" loading={print.getting}>
              Print
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
