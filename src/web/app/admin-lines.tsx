import { Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { backupStatus, securityAlerts, untrustedProxies } from '#contract/overview.ts'
import { backupLines } from '#domain/backup-schedule.ts'
import { dateAt, type CalendarDate } from '#domain/calendar.ts'
import { canManage } from '#domain/roles.ts'
import { alertsWaiting } from '#domain/security-alert.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { securityAlertsAddress } from '#web/kit/list-addresses.ts'

export interface Line {
  readonly key: string
  readonly words: ReactNode
  readonly to?: string
}

/** Reports the security alerts that no admin has read. */
const alertLines = ({ count: alerts, since }: Reply<typeof securityAlerts>): Line[] =>
  since === null
    ? []
    : [{ key: 'alerts', words: alertsWaiting(alerts), to: securityAlertsAddress(dateAt(since)) }]

const backupStatusLines = (status: Reply<typeof backupStatus>, today: CalendarDate): Line[] =>
  backupLines(status, today).map(({ words, isWarning }, index) => ({
    key: `backups ${index}`,
    words: isWarning ? <WarningWords>{words}</WarningWords> : words,
  }))

const WarningWords = ({ children }: { readonly children: string }) => (
  <Group gap="xs" wrap="nowrap">
    <IconAlertTriangle size={16} stroke={1.5} color="var(--mantine-color-error)" aria-label="Warning" />
    <span>{children}</span>
  </Group>
)

/** Reports the untrusted proxies, whose forwarded addresses the server ignores; an admin should tell the operator. */
const proxyLines = ({ proxies }: Reply<typeof untrustedProxies>): Line[] =>
  proxies.map(({ address }) => ({
    key: `proxy ${address}`,
    words: `Forwarded addresses come from ${address}, which is not a trusted proxy, so all its callers count as one address. If it is your own proxy, add it to TRUSTED_PROXIES and restart the server.`,
  }))

/** Returns an admin's lines above and below the office's tasks; empty for other roles and while loading. */
export function useAdminLines(): { readonly first: readonly Line[]; readonly last: readonly Line[] } {
  const { role, today } = useStaff()
  const campusInput = {}
  const adminsOnly = { enabled: canManage(role) }
  const alerts = useCall(securityAlerts, campusInput, adminsOnly)
  const untrusted = useCall(untrustedProxies, {}, adminsOnly)
  const backups = useCall(backupStatus, campusInput, adminsOnly)
  return {
    first: [
      ...(alerts.data ? alertLines(alerts.data) : []),
      ...(untrusted.data ? proxyLines(untrusted.data) : []),
    ],
    last: backups.data ? backupStatusLines(backups.data, today) : [],
  }
}
