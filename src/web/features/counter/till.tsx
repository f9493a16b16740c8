import { Button, Checkbox, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { useState, useTransition, type FormEvent } from 'react'
import { receiptsOfDay } from '#contract/counter.ts'
import type { ReceiptWithClass } from '#contract/receipt.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { methodSums } from '#domain/received.ts'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { correctReceiptAddress } from '#web/kit/list-addresses.ts'
import type { DayPrintRequest, SlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import { StudentLink } from '#web/kit/student-link.tsx'
import { noted } from '#web/kit/table/cells.tsx'
import { Act } from '#web/kit/table/record-table.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { useScreenKeys } from '#web/ui/screen-keys.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { printKey } from './payment.ts'

interface TillProps {
  readonly print: SlipPrint
}

/** This clerk's receipts of today with their sum, newest first, to look up or print the last one. */
export function Till({ print }: TillProps) {
  const { today } = useStaff()
  const day = useCall(receiptsOfDay, { params: { receivedDate: today } })
  const mine = day.data?.mine ?? []
  const byMethod = methodSums(mine)
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
      {day.data && (
        <Text size="sm" c="dimmed">
          {count(day.data.mineCount, 'receipt')} · campus {day.data.campusCount}, Rs{' '}
          <Rupees of={day.data.campusTotal} />
          {byMethod !== '' && <br />}
          {byMethod}
        </Text>
      )}
      {day.isPending && <Loading label="Loading today's receipts" />}
      {day.isError && <Failed failure={day.error} retry={() => void day.refetch()} />}
      <div className="till-list">
        {day.data && mine.length === 0 && <Empty title="Nothing received yet today" />}
        <table className="records" aria-labelledby="receipts-today">
          <tbody>
            {mine.map((receipt) => (
              <Receipt key={receipt.receiptNo} receipt={receipt} print={print} />
            ))}
          </tbody>
        </table>
      </div>
      <DayPrint print={print} />
    </section>
  )
}

function Receipt({ receipt, print }: TillProps & { readonly receipt: ReceiptWithClass }) {
  const { receiptNo, kind, voucherNo, rollNo, studentName, amount } = receipt
  const onPress = () => void print.receipt(receiptNo, 'duplicate')
  const to = correctReceiptAddress(voucherNo)
  return (
    <tr>
      <th scope="row">{receiptNo}</th>
      <td>{noted(<StudentLink rollNo={rollNo}>{studentName}</StudentLink>, aboutReceipt(receipt))}</td>
      <td data-figures>
        <Rupees of={amount} />
      </td>
      <td className="records-acts">
        <Act act={{ label: `Print receipt ${receiptNo}`, icon: IconPrinter, onPress }} />
        {kind === 'receipt' && <Act act={{ label: `Correct receipt ${receiptNo}`, icon: IconPencil, to }} />}
      </td>
    </tr>
  )
}

/** `Nursery Pink · cancels no. 762`; the method only if it was not cash. */
const aboutReceipt = (receipt: ReceiptWithClass): string =>
  [
    `${receipt.studentClass} ${receipt.section}`,
    ...(receipt.kind === 'reversal' ? [`cancels no. ${receipt.reverses}`] : []),
    ...(receipt.method === 'cash' ? [] : [methodAndReference(receipt)]),
  ].join(' · ')

/** The slips after each receipt, and the receipts of a day, printed as a list with totals or as slips. */
function DayPrint({ print }: TillProps) {
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
      {open && <DayDialog print={print} close={() => setOpen(false)} />}
    </Stack>
  )
}

function DayDialog({ print, close }: TillProps & { readonly close: () => void }) {
  const { today } = useStaff()
  const [day, setDay] = useState<CalendarDate | ''>(today)
  const [whose, setWhose] = useState<DayPrintRequest['whose']>('mine')
  const [as, setAs] = useState<DayPrintRequest['as']>('Day sheet')
  const [error, setError] = useState('')
  const [getting, startGetting] = useTransition()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (day === '') return setError('Enter the date of the receipts to print')
    setError('')
    startGetting(async () => {
      const printed = await print.day({ day, whose, as })
      if (printed === 0) setError('No receipts found')
      else if (printed !== null) close()
    })
  }

  return (
    <Dialog title="Day sheet" close={close}>
      <form noValidate onSubmit={submit}>
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
              data={['Day sheet', 'Slips']}
              value={as}
              onChange={setAs}
            />
            <Button type="submit" loading={getting}>
              Print
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
