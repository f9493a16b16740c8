import type { Browser, BrowserContext } from '@playwright/test'
import { evaluateNumber, inBrowser, serveFiles, type ClerkBrowser } from '#bench/browser.ts'
import { atMost, median, type BenchRow } from '#bench/measurement.ts'
import { clerkOf } from '#bench/school-data.ts'
import { places } from '#web/places/menu.ts'

/** Compressed bytes without headers, by address. */
type Files = ReadonlyMap<string, number>
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const sum = (files: Files, isCounted: (address: string) => boolean = () => true): number =>
  [...files].reduce((all, [address, bytes]) => all + (isCounted(address) ? bytes : 0), 0) / 1000

// Prevents the page from prefetching screens while it is idle.
const noPrefetch = 'window.requestIdleCallback = () => 0'

/** Opens a screen with an empty cache, and returns everything that it loads except data. */
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
/** 1.6 Mbit/s with a round trip of 150 ms; the processor is four times slower than this machine's. */
const slowConnection = {
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

// The form is in the HTML. It takes keys once focused, and `early-sign-in.js` holds a click until the code has loaded.
const takesKeys = `
  const field = document.querySelector('input[name=userId]')
  const button = document.querySelector('form button[type=submit]:not(:disabled)')
  return field && button && document.activeElement === field`

// The form gets this attribute once its code handles a click.
const listens = "return document.querySelector('form[data-listens]')"

/** A script that waits for a condition and returns the milliseconds from the navigation until the next frame. */
const whenTrue = (condition: string) => `new Promise((done) => {
  const isMet = () => { ${condition} }
  const look = () => {
    if (isMet()) requestAnimationFrame(() => done(performance.now()))
    else setTimeout(look, 5)
  }
  look()
})`

/** Returns the milliseconds from the navigation until each condition, with an empty cache on a slow connection. */
async function timeSlow(browser: Browser, url: string, conditions: readonly string[]): Promise<number[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowConnection)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(url, { waitUntil: 'commit' })
  const times: number[] = []
  for (const condition of conditions) times.push(await evaluateNumber(page, whenTrue(condition)))
  await context.close()
  return times
}

/** Measures the time until the sign-in takes keys and a click (compared with the bare page) and until it responds. */
async function usableTimes(browser: Browser, url: string) {
  const bare = await serveFiles({
    '/': { headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(barePage) },
  })
  const [ours, answers, limits]: [number[], number[], number[]] = [[], [], []]
  for (let run = 0; run < 1 + runs; run += 1) {
    limits.push(...(await timeSlow(browser, bare.url, [takesKeys])))
    const [usable = Number.NaN, listening = Number.NaN] = await timeSlow(browser, `${url}/login`, [
      takesKeys,
      listens,
    ])
    ours.push(usable)
    answers.push(listening)
  }
  bare.close()
  return {
    usable: atMost(median(ours.slice(1)), 'ms', 1000, median(limits.slice(1))),
    listening: median(answers.slice(1)),
  }
}

interface ScreenFiles {
  readonly path: string
  /** The files beyond the first visit, without the page's HTML. */
  readonly files: Files
}

const sharedOf = ([first, ...others]: readonly ScreenFiles[]): ReadonlySet<string> =>
  new Set([...(first?.files.keys() ?? [])].filter((file) => others.every(({ files }) => files.has(file))))

/** Opens each screen behind the sign-in with an empty cache. */
async function loadScreens({ browser, context, url }: ClerkBrowser, first: Files): Promise<ScreenFiles[]> {
  const state = await context.storageState()
  const screens: ScreenFiles[] = []
  for (const path of ['/dashboard', '/student?roll=1', ...places.map((place) => place.path)]) {
    const files = await loadCold(browser, `${url}${path}`, state)
    const screenFiles = [...files].filter(([address]) => !first.has(address) && address !== `${url}${path}`)
    screens.push({ path, files: new Map(screenFiles) })
  }
  return screens
}

// The chart library is in this one file; the dashboard's bars are plain elements.
const isChart = (address: string): boolean => address.includes('admission-chart')

/** Reports the files loaded after the first visit: the shared files, and the other files of each screen. */
function reportScreens(screens: readonly ScreenFiles[], first: Files, report: (row: BenchRow) => void): void {
  const shared = sharedOf(screens)
  const sharedBytes = Math.max(...screens.map(({ files }) => sum(files, (file) => shared.has(file))))
  const sizes = screens.map(({ path, files }) => ({ path, code: sum(files, (file) => !shared.has(file)) }))
  const [heaviest, ...others] = sizes.toSorted((one, other) => other.code - one.code)
  if (!heaviest) throw new Error('No screens')
  const whole = sum(first) + sharedBytes + heaviest.code
  report({
    row: '16b',
    what: `the heaviest of ${screens.length} screens, without the first visit and the files that all screens share (16e)`,
    ...atMost(heaviest.code, 'kB', 60),
    note: `${heaviest.path}, ${whole.toFixed(0)} kB with both; the next: ${others
      .slice(0, 3)
      .map(({ path, code }) => `${path} ${code.toFixed(0)}`)
      .join(', ')}`,
  })
  const charts = screens.reduce((all, { files }) => all + sum(files, isChart), 0)
  const what = 'code of the chart library that a screen loads before the graph is requested'
  report({ row: '16c', what, ...atMost(charts, 'kB', 0) })
  report({
    row: '16e',
    what: 'files that every screen loads after the first visit, fetched while the user types at the sign-in',
    ...atMost(sharedBytes, 'kB', 60),
    note: `${shared.size} files: navigation, Find, the query cache, the reports' definitions`,
  })
}

/** Goal 16: the files of the first visit, the files that all screens share, and the other files of each screen. */
export const firstVisitRows = inBrowser(16, async (clerk, report, site) => {
  const { browser, url } = clerk
  const become = async (role: string) =>
    site.sql.time(`update staff set role = '${role}' where user_id = '${clerkOf(clerk.campus)}'`)
  const first = await loadCold(browser, `${url}/login`)
  report({
    row: '16a',
    what: 'first visit to /login with an empty cache: everything that is loaded, compressed',
    ...atMost(sum(first), 'kB', 150),
    note: `${first.size} files, including the files after the first paint`,
  })
  // An admin may open every screen; the portal leads other users to the dashboard, which would be counted instead.
  await become('admin')
  reportScreens(await loadScreens(clerk, first), first, report)
  await become('readwrite')
  const { usable, listening } = await usableTimes(browser, url)
  report({
    row: '16d',
    what: 'first visit to /login until its field takes keys and its button a click; processor 4 x slower, 1.6 Mbit/s, 150 ms a round trip',
    ...usable,
    note: `L is a page with the same form and no script; a click is handled once the page's code has loaded, after ${listening.toFixed(0)} ms`,
  })
})
