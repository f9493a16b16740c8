import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { adjustments, type Adjustment } from '#contract/adjustments.ts'
import { addMonths, firstOfMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { AdjustmentTable } from './adjustment-table.tsx'
import { RefundSlip } from './refund-slip.tsx'
import { TakeBackDialog } from './take-back-dialog.tsx'

/** `/adjustments`: the changes of balances other than charges and receipts, newest first. */
export function AdjustmentsScreen() {
  const { campus, today } = useStaff()
  const goBack = useGoBack()
  const [fromDate, setFrom] = useState<CalendarDate | ''>(firstOfMonth(addMonths(monthOf(today), -1)))
  const [toDate, setTo] = useState<CalendarDate | ''>(today)
  const [takenBack, setTakenBack] = useState<Adjustment | null>(null)
  const [printed, setPrinted] = useState<Adjustment | null>(null)
  const found = useCall(keys.adjustments(campus, fromDate, toDate), adjustments, {
    params: { campus },
    query: { fromDate, toDate },
  })
  if (printed) return <RefundSlip refund={printed} onDone={() => setPrinted(null)} />
  return (
    <Screen
      title="Adjustments"
      campus={campus}
      lead="Debts written off or waived, advances paid back or transferred, and receipts of earlier months that were corrected."
      onLeave={goBack}
    >
      <Stack gap="md">
        <Group gap="sm">
          <DateField label="From Date" value={fromDate} onChange={setFrom} />
          <DateField label="To Date" value={toDate} onChange={setTo} />
        </Group>
        {found.isPending && <Loading label="Loading the adjustments" />}
        {found.isError && <Failed failure={found.error} retry={() => void found.refetch()} />}
        {found.data?.adjustments.length === 0 && (
          <Empty
            title="No adjustments in these days"
            hint="A debt is written off, and an advance paid back, on the student's page."
          />
        )}
        {found.data && found.data.adjustments.length > 0 && (
          <AdjustmentTable
            adjustments={found.data.adjustments}
            onTakeBack={setTakenBack}
            onPrint={setPrinted}
          />
        )}
      </Stack>
      {takenBack && <TakeBackDialog adjustment={takenBack} close={() => setTakenBack(null)} />}
    </Screen>
  )
}
