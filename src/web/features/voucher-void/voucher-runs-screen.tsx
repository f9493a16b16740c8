import { voucherRuns, type VoucherRunReply } from '#contract/voucher-void.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Stack } from '@mantine/core'
import { useState, type ComponentProps } from 'react'
import { RedateDialog } from './redate-dialog.tsx'
import { RunTable, type RunAct } from './run-table.tsx'
import { VoidDialog } from './void-dialog.tsx'

interface Opened {
  readonly act: RunAct
  readonly run: VoucherRunReply
}

/** `/voucher-runs`: every generation of vouchers, which can be voided or given another due date. */
export function VoucherRunsScreen() {
  const { campus } = useStaff()
  const goBack = useGoBack()
  const [opened, setOpened] = useState<Opened | null>(null)
  const runs = useCall(keys.voucherRuns(campus), voucherRuns, { params: { campus } })
  const close = () => setOpened(null)
  return (
    <Screen
      title="Voucher runs"
      campus={campus}
      lead="Each generation of vouchers, newest first. A run without receipts can be voided as a whole."
      onLeave={goBack}
    >
      <Stack gap="md">
        {runs.isPending && <Loading label="Loading the runs" />}
        {runs.isError && <Failed failure={runs.error} retry={() => void runs.refetch()} />}
        {runs.data && <Runs runs={runs.data.runs} open={(act, run) => setOpened({ act, run })} />}
      </Stack>
      {opened?.act === 'void' && <VoidDialog run={opened.run} close={close} />}
      {opened?.act === 'redate' && <RedateDialog run={opened.run} close={close} />}
    </Screen>
  )
}

const Runs = ({ runs, open }: ComponentProps<typeof RunTable>) =>
  runs.length > 0 ? (
    <RunTable runs={runs} open={open} />
  ) : (
    <Empty title="No vouchers were generated yet" hint="Generate campus vouchers makes the first run." />
  )
