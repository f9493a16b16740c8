import { inBrowser } from '#bench/browser.ts'
import { atMost } from '#bench/measurement.ts'
import { places } from '#web/app/menu.ts'
import type { Browser, BrowserContext } from '@playwright/test'

/** The files that a page loads, by address: compressed bytes without headers. */
type Files = ReadonlyMap<string, number>
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const sum = (files: Files, isCounted: (address: string) => boolean = () => true): number =>
  [...files].reduce((all, [address, bytes]) => all + (isCounted(address) ? bytes : 0), 0) / 1000

// Screens are otherwise loaded ahead of time while the page is idle.
const noPrefetch = 'window.requestIdleCallback = () => 0'

/** Opens a screen with an empty cache: all that it loads, without the replies to its requests for data. */
async function loadCold(browser: Browser, url: string, storageState?: StorageState): Promise<Files> {
  const context = await browser.newContext(storageState && { storageState })
  const page = await context.newPage()
  await page.addInitScript({ content: noPrefetch })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const replies = new Map<string, { readonly url: string; readonly headerBytes: number }>()
  const files = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Fetch' || type === 'XHR') return
    replies.set(requestId, { url: response.url, headerBytes: response.encodedDataLength })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const reply = replies.get(requestId)
    if (reply) files.set(reply.url, encodedDataLength - reply.headerBytes)
  })
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await context.close()
  return files
}

/** Goal 16: what the first visit loads before and after the sign-in screen, and what each screen loads beyond that. */
export const firstVisitRows = inBrowser(16, async ({ browser, context, url }, report) => {
  const first = await loadCold(browser, `${url}/login`)
  const state = await context.storageState()
  const screens: { readonly path: string; readonly code: number; readonly charts: number }[] = []
  for (const path of ['/dashboard', '/student?roll=1', ...places.map((place) => place.path)]) {
    const files = await loadCold(browser, `${url}${path}`, state)
    const isOwn = (address: string) => !first.has(address) && address !== `${url}${path}`
    // The library is in the one file that uses it; the dashboard's bars are plain elements.
    const isChart = (address: string) => isOwn(address) && /admission-chart/.test(address)
    screens.push({ path, code: sum(files, isOwn), charts: sum(files, isChart) })
  }
  const [heaviest, ...others] = screens.toSorted((one, other) => other.code - one.code)
  if (!heaviest) throw new Error('No screens')
  report({
    row: '16a',
    what: 'first visit to /login with an empty cache: everything that is loaded, compressed',
    ...atMost(sum(first), 'kB', 150),
    note: `${first.size} files, also those after the first paint`,
  })
  report({
    row: '16b',
    what: `the heaviest of ${screens.length} screens beyond that`,
    ...atMost(heaviest.code, 'kB', 60),
    note: `${heaviest.path}; the next: ${others
      .slice(0, 3)
      .map(({ path, code }) => `${path} ${code.toFixed(0)}`)
      .join(', ')}`,
  })
  const charts = screens.reduce((all, screen) => all + screen.charts, 0)
  const what = 'code of the chart library that a screen loads before the graph is asked for'
  report({ row: '16c', what, ...atMost(charts, 'kB', 0) })
})
