// A clerk before the running portal in Chromium.

import type { Browser, BrowserContext, Page } from '@playwright/test'

/** A running portal of which one campus has 5,000 students with twelve vouchers each. */
export interface Portal {
  readonly url: string
  readonly campus: string
  readonly userId: string
  readonly password: string
}

/** What every measure of the page is handed. */
export interface Watched {
  readonly browser: Browser
}

/** The screen of an office PC. */
const viewport = { width: 1366, height: 768 }

/** A window in which the clerk is signed in; what it fetched once it keeps, as on any day but the first. */
export async function signedIn({ browser }: Watched, portal: Portal): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(`${portal.url}/login`)
  await page.getByLabel('Email').fill(portal.userId)
  await page.getByLabel('Password', { exact: true }).fill(portal.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.close()
  return context
}

/** What a script says in the page, which must be a number. Scripts are texts: what is compiled here would not run there. */
export async function numberFrom(page: Page, script: string): Promise<number> {
  const said: unknown = await page.evaluate(script)
  if (typeof said !== 'number') throw new Error(`No number but ${String(said)} from ${script.slice(0, 80)}`)
  return said
}

/** The text of `twoFrames()`, by which a script waits until two more frames stand. */
export const twoFrames = `const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));`

/** Milliseconds from the press on what `button` finds until two frames after `stands` is true of the page. */
export const fromPress = (page: Page, button: string, stands: string): Promise<number> =>
  numberFrom(
    page,
    `(async () => {
      ${twoFrames}
      const stands = () => ${stands}
      const began = performance.now()
      const standing = new Promise((done) => {
        const watch = new MutationObserver(() => { if (stands()) { watch.disconnect(); done() } })
        watch.observe(document.body, { childList: true, subtree: true, characterData: true })
      })
      ;(${button}).click()
      if (!stands()) await standing
      await twoFrames()
      return performance.now() - began
    })()`,
  )

/** Milliseconds from the press to the second frame after it. */
export const toSecondFrame = (page: Page, button: string): Promise<number> => fromPress(page, button, 'true')

const frames = 120

/** How long 95 of a hundred frames take at most while the list is scrolled, 8 rows of 30 px a frame; milliseconds. */
export const scrollFrame = (page: Page, list: string): Promise<number> =>
  numberFrom(
    page,
    `(async () => {
      const list = ${list}
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      const taken = []
      let last = await frame()
      for (let step = 0; step < ${frames}; step += 1) {
        list.scrollTop += 240
        const now = await frame()
        taken.push(now - last)
        last = now
      }
      list.scrollTop = 0
      return taken.sort((one, other) => one - other)[Math.ceil(0.95 * taken.length) - 1]
    })()`,
  )
