import { evaluateNumber, inBrowser, serveFiles } from '#bench/browser.ts'
import { atMost, median } from '#bench/measurement.ts'
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

const runs = 5
/** The slow line of 1.6 Mbit/s with 150 ms for a round trip, and a processor four times slower than this machine's. */
const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const slowdown = 4

// The reference: the same form without a script.
const barePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Bare sign-in</title>
<form method="post"><label>Email <input name="userId" autofocus></label>
<label>Password <input name="password" type="password"></label><button type="submit">Login</button></form>`

// The field has the focus once the page's code has put it there, which listens to the form from before that.
const usable = `new Promise((done) => {
  const look = () => {
    const field = document.querySelector('input[name=userId]')
    const button = document.querySelector('form button[type=submit]:not(:disabled)')
    if (field && button && document.activeElement === field) requestAnimationFrame(() => done(performance.now()))
    else setTimeout(look, 5)
  }
  look()
})`

/** Milliseconds from the navigation, with an empty cache, until the first field takes keys and the button submits, on the slow line. */
async function timeUsable(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowLine)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(url, { waitUntil: 'commit' })
  const time = await evaluateNumber(page, usable)
  await context.close()
  return time
}

/** The time until the sign-in is usable beside the bare page's. */
async function usableTimes(browser: Browser, url: string) {
  const bare = await serveFiles({
    '/': { headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(barePage) },
  })
  const [ours, limits]: [number[], number[]] = [[], []]
  for (let run = 0; run < 1 + runs; run += 1) {
    limits.push(await timeUsable(browser, bare.url))
    ours.push(await timeUsable(browser, `${url}/login`))
  }
  bare.close()
  return atMost(median(ours.slice(1)), 'ms', 1000, median(limits.slice(1)))
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
  report({
    row: '16d',
    what: 'first visit to /login until its field takes keys and its button submits; processor 4 x slower, 1.6 Mbit/s, 150 ms a round trip',
    ...(await usableTimes(browser, url)),
    note: 'L is a page with the same form and no script',
  })
})
