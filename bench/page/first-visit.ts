// Row 16: what crosses the line before the sign-in screen stands on a cold cache, and what each further screen needs.

import type { BenchRow } from '#bench/bench-row.ts'
import { places } from '#web/shell/menu.ts'
import type { Browser, BrowserContext } from '@playwright/test'
import { signedIn, type Portal, type Watched } from './portal-page.ts'

const goals = { first: 200, screen: 60 }
const isChart = (address: string): boolean => /chart/i.test(address)

/** What came over the line for the page itself, by address: packed bytes without their headers. */
type Loaded = ReadonlyMap<string, number>

const kB = (bytes: number): number => bytes / 1000

const sizeOf = (loaded: Loaded): number => [...loaded.values()].reduce((all, bytes) => all + bytes, 0)

/** Screens that nobody asked for are not fetched ahead, so that each is seen to fetch its own. */
const noFetchAhead = 'window.requestIdleCallback = () => 0'

/** Opens a screen with nothing kept from before; answers all that it loaded, without the answers of calls. */
async function load(context: BrowserContext, url: string): Promise<Loaded> {
  const page = await context.newPage()
  await page.addInitScript({ content: noFetchAhead })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const answers = new Map<string, { readonly url: string; readonly headerBytes: number }>()
  const loaded = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    const { url: address, encodedDataLength: headerBytes } = response
    if (type !== 'Fetch' && type !== 'XHR') answers.set(requestId, { url: address, headerBytes })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    if (answer) loaded.set(answer.url, encodedDataLength - answer.headerBytes)
  })
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.close()
  return loaded
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** The same with a cache of its own, signed in where a state says so. */
async function loadCold(browser: Browser, url: string, storageState?: State): Promise<Loaded> {
  const context = await browser.newContext(storageState && { storageState })
  try {
    return await load(context, url)
  } finally {
    await context.close()
  }
}

interface ScreenCode {
  readonly path: string
  readonly bytes: number
  readonly chart: number
}

/** What a screen loads beyond the sign-in screen; its document is the same one. */
async function codeOf(watched: Watched, url: string, path: string, first: Loaded, state: State) {
  const loaded = await loadCold(watched.browser, `${url}${path}`, state)
  const own = [...loaded].filter(([address]) => !first.has(address) && address !== `${url}${path}`)
  const chart = own.filter(([address]) => isChart(address))
  return { path, bytes: sizeOf(new Map(own)), chart: sizeOf(new Map(chart)) } satisfies ScreenCode
}

function tableOf(first: Loaded, screens: readonly ScreenCode[]): BenchRow[] {
  const [heaviest, ...others] = screens.toSorted((one, other) => other.bytes - one.bytes)
  if (!heaviest) throw new Error('There are no screens')
  const chart = screens.reduce((all, screen) => all + screen.chart, 0)
  const firstKb = kB(sizeOf(first))
  const heaviestKb = kB(heaviest.bytes)
  const next = others.slice(0, 3).map(({ path, bytes }) => `${path} ${kB(bytes).toFixed(0)}`)
  return [
    {
      row: '16a',
      what: 'first visit to /login on a cold cache: everything that is loaded, packed',
      ours: firstKb,
      limit: null,
      unit: 'kB',
      goal: `<= ${goals.first} kB`,
      holds: firstKb <= goals.first,
      note: `${first.size} files; all of them are counted, whether they come before the first paint or after it`,
    },
    {
      row: '16b',
      what: `the heaviest of ${screens.length} screens beyond that: ${heaviest.path}`,
      ours: heaviestKb,
      limit: null,
      unit: 'kB',
      goal: `<= ${goals.screen} kB`,
      holds: heaviestKb <= goals.screen,
      note: `the next: ${next.join(', ')}`,
    },
    {
      row: '16c',
      what: 'code of charts that a screen loads before one is asked for',
      ours: kB(chart),
      limit: null,
      unit: 'kB',
      goal: '0 kB',
      holds: chart === 0,
      note: 'Excel files are made by the server: the page has no code for them',
    },
  ]
}

/** The first visit, and then every screen by itself. */
export async function measure(portal: Portal, watched: Watched): Promise<BenchRow[]> {
  const first = await loadCold(watched.browser, `${portal.url}/login`)
  const context = await signedIn(watched, portal)
  const state = await context.storageState()
  await context.close()
  const screens: ScreenCode[] = []
  for (const path of ['/dashboard', '/student?roll=1', ...places.map((place) => place.path)]) {
    screens.push(await codeOf(watched, portal.url, path, first, state))
  }
  return tableOf(first, screens)
}
