// Measures times in a signed-in clerk's Chromium. Scripts are strings, because compiled code would not run in the page.

import { once } from 'node:events'
import { createServer } from 'node:http'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { chromiumArgs, needChromium } from '#scripts/find-chromium.mjs'
import type { BenchRow } from './measurement.ts'
import { residentMemory } from './portal.ts'
import { clerkOf, password } from './school-data.ts'
import type { Measure, Site } from './site.ts'

/** The browser of a signed-in clerk; its pages share one cache. */
export interface ClerkBrowser {
  readonly url: string
  readonly campus: string
  readonly browser: Browser
  readonly context: BrowserContext
}

async function signIn(url: string, campus: string, browser: Browser): Promise<ClerkBrowser> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(clerkOf(campus))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.close()
  return { url, campus, browser, context }
}

/** Runs work in its own Chromium with a signed-in clerk of the campus. */
export async function withClerk<T>(
  url: string,
  campus: string,
  work: (clerk: ClerkBrowser) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArgs })
  try {
    return await work(await signIn(url, campus, browser))
  } finally {
    await browser.close()
  }
}

/** Measures a goal in its own browser, because the memory used by one goal would distort the next. */
export const inBrowser = (
  goal: number,
  measure: (clerk: ClerkBrowser, report: (row: BenchRow) => void, site: Site) => Promise<void>,
): Measure => ({
  goals: [goal],
  measure: (site, report) =>
    withClerk(site.portal.url, site.school.firstCampus, (clerk) => measure(clerk, report, site)),
})

/** Returns the resident memory of the largest renderer, in MB (10^6 bytes). */
export async function pageMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return Math.max(...renderers.map(({ id }) => residentMemory(id))) * 1.048576
}

export async function evaluateNumber(page: Page, script: string): Promise<number> {
  const value: unknown = await page.evaluate(script)
  if (typeof value !== 'number') throw new Error(`Not a number: ${String(value)}`)
  return value
}

/** A script that resolves once the page has painted. */
export const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Returns the milliseconds from a click on `button` until two frames after `ready` is true. */
export const timeClick = (page: Page, button: string, ready = 'true'): Promise<number> =>
  evaluateNumber(
    page,
    `(async () => {
      const start = performance.now()
      const changed = new Promise((done) => {
        const observer = new MutationObserver(() => { if (${ready}) { observer.disconnect(); done() } })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      })
      ;(${button}).click()
      if (!(${ready})) await changed
      await ${twoFrames}
      return performance.now() - start
    })()`,
  )

/** Serves files from memory, by path. */
export async function serveFiles(
  files: Readonly<
    Record<string, { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }>
  >,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(({ url = '/' }, response) => {
    const file = files[url]
    if (!file) return void response.writeHead(404).end()
    response.writeHead(200, { 'cache-control': 'no-store', ...file.headers }).end(file.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The file server has no port')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${address.port}`, close }
}
