import { Button, Group, Paper, Title } from '@mantine/core'
import { useState } from 'react'
import { findSafe } from '#contract/cashier-close.ts'
import { nothing, sum } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Failed } from '#web/ui/states.tsx'
import { DepositDialog } from './deposit-dialog.tsx'

/** The money in the safe; a user who may write deposits it. */
export function SafePanel() {
  const { campus, role } = useStaff()
  const [isDepositing, setDepositing] = useState(false)
  const { data: safe, ...found } = useCall(keys.safe(campus), findSafe, { params: { campus } }, { gcTime: 0 })
  const isEmpty = !safe || (safe.cash === 0 && safe.cheques.length === 0)
  return (
    <Paper withBorder p="md">
      {found.isError && <Failed failure={found.error} retry={() => void found.refetch()} />}
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} mb="xs">
            In the safe
          </Title>
          {safe && (
            <Facts
              laidOut="line"
              facts={[
                { label: 'Cash', value: <Rupees of={safe.cash} /> },
                {
                  label: 'Of closings',
                  value: safe.closings.map(({ closingNo }) => closingNo).join(', '),
                },
                { label: 'Cheques', value: safe.cheques.length },
                {
                  label: 'Sum of the cheques',
                  value: <Rupees of={sum(nothing, ...safe.cheques.map(({ amount }) => amount))} />,
                },
              ]}
            />
          )}
        </div>
        {canWrite(role) && (
          <Button variant="default" disabled={isEmpty} onClick={() => setDepositing(true)}>
            Deposit…
          </Button>
        )}
      </Group>
      {isDepositing && safe && <DepositDialog safe={safe} close={() => setDepositing(false)} />}
    </Paper>
  )
}
