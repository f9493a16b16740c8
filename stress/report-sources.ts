import { expect, vi } from 'vitest'
import type { RunningServer } from '#test/running-server.ts'

export interface ReportCounts {
  readonly standby: number
  readonly primary: number
}

/** Reads a server's metrics: if it uses the standby, and how many reports came from each database. */
export async function readMetrics({
  url,
}: RunningServer): Promise<ReportCounts & { readonly ready: boolean }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const read = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  return {
    ready: read('portal_standby_ready') === 1,
    standby: read('portal_reports_total{database="standby"}'),
    primary: read('portal_reports_total{database="primary"}'),
  }
}

export async function countReports(servers: readonly RunningServer[]): Promise<ReportCounts> {
  const [one, other] = await Promise.all(servers.map(readMetrics))
  return {
    standby: Number(one?.standby) + Number(other?.standby),
    primary: Number(one?.primary) + Number(other?.primary),
  }
}

/** Waits for a condition; the limit only bounds a hang. */
export const waitUntil = (message: string, condition: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await condition(), message).toBe(true), { timeout: 60_000 })

/**
 * Waits until each server has used the standby, or stopped using it, at least once, not necessarily at the same moment:
 * under load a standby lags briefly, and a server then reports from the primary.
 */
export async function untilStandbyUsed(servers: readonly RunningServer[], isUsed: boolean): Promise<void> {
  const seen = new Set<RunningServer>()
  const message = `The standby is ${isUsed ? 'still not' : 'still'} used`
  await waitUntil(message, async () => {
    for (const server of servers) if ((await readMetrics(server)).ready === isUsed) seen.add(server)
    return seen.size === servers.length
  })
}

/** Waits until more reports have come from the standby, or from the primary, than at the time of the call. */
export async function untilMoreReports(
  servers: readonly RunningServer[],
  from: keyof ReportCounts,
): Promise<void> {
  const before = (await countReports(servers))[from]
  const hasMore = async () => (await countReports(servers))[from] > before
  await waitUntil(`No report comes from the ${from}`, hasMore)
}
