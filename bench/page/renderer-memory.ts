import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'

const bytesPerMb = 1e6

/** The resident memory in MB of the largest process that draws a page; null on a system that does not tell it. */
export async function rendererMemory(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMb(id))
  const known = sizes.filter((size) => size !== null)
  return known.length === 0 ? null : Math.max(...known)
}

function residentMb(pid: number): number | null {
  try {
    const kB = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kB === undefined ? null : (Number(kB) * 1024) / bytesPerMb
  } catch {
    return null
  }
}
