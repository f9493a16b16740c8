// Row 13: how long 1,000 vouchers in three copies take to the print dialog and into a PDF, beside the same pages as plain
// HTML.

import type { BenchRow } from '#bench/bench-row.ts'
import { median } from '#bench/figures.ts'
import { voucherRowsType } from '#contract/voucher-rows.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { serveBare } from './bare-server.ts'
import { fewerVouchers } from './fewer-vouchers.ts'
import { printToPdf } from './print-to-pdf.ts'
import { numberFrom, signedIn, twoFrames, type Portal, type Watched } from './portal-page.ts'

const mostVouchers = 1000
const runs = 3
const most = 1.3

/** The screen with its vouchers listed, from which the print view is opened. */
async function listed(context: BrowserContext, { url }: Portal): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript({ content: 'window.print = () => {}' })
  await page.goto(`${url}/print-vouchers`)
  await page.getByRole('textbox', { name: 'From Date (Issue Date)' }).fill('')
  await page.getByRole('button', { name: 'Show Data' }).click()
  await page.getByRole('table').waitFor()
  return page
}

/** Milliseconds from the press of Print Vouchers to the dialog. */
const toDialog = (page: Page): Promise<number> =>
  numberFrom(
    page,
    `new Promise((done) => {
      const began = performance.now()
      window.print = () => done(performance.now() - began)
      ;[...document.querySelectorAll('button')].find((one) => one.textContent === 'Print Vouchers').click()
    })`,
  )

/**
 * The pages of the view as a document without a script: their markup and the rules about them, but for those by which
 * the browser may leave pages out of sight for later.
 */
const plainly = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const { fontFamily, fontSize, lineHeight } = getComputedStyle(document.querySelector('.print-page'))
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
    const about = rules.filter((rule) => /voucher|print-|bar-code|data-paper|@page/.test(rule))
    const sheets = [...document.querySelectorAll('.print-sheet')].map((sheet) => sheet.outerHTML)
    return '<!doctype html><meta charset="utf-8"><title>Vouchers</title><style>body{margin:0;font-family:' + fontFamily +
      ';font-size:' + fontSize + ';line-height:' + lineHeight + '}' +
      about.join(' ').replace(/content-visibility: auto;|contain: strict;/g, '') +
      '</style><div class="print-page" data-paper="A4 landscape">' + sheets.join('') + '</div>'
  })()`)

/** Milliseconds from the start of opening the plain document to two frames after it is laid out. */
async function toPlain(page: Page, url: string): Promise<number> {
  await page.goto(url)
  return numberFrom(page, `(async () => { ${twoFrames} await twoFrames(); return performance.now() })()`)
}

interface Printed {
  readonly sheets: number
  readonly view: number
  readonly pdf: number
  readonly bytes: number
}

async function printOurs(context: BrowserContext, portal: Portal) {
  const page = await listed(context, portal)
  const view = await toDialog(page)
  const sheets = await page.locator('.print-sheet').count()
  const html = String(await plainly(page))
  const pdf = await printToPdf(page)
  await page.close()
  return { printed: { sheets, view, pdf: pdf.ms, bytes: pdf.bytes }, html }
}

async function printPlain(context: BrowserContext, html: string): Promise<Printed> {
  const bare = await serveBare({ '/': { type: 'text/html; charset=utf-8', bytes: Buffer.from(html) } })
  const page = await context.newPage()
  try {
    const view = await toPlain(page, bare.url)
    const pdf = await printToPdf(page)
    const sheets = await page.locator('.print-sheet').count()
    return { sheets, view, pdf: pdf.ms, bytes: pdf.bytes }
  } finally {
    await page.close()
    bare.close()
  }
}

const medianOf = (printed: readonly Printed[], of: keyof Printed): number =>
  median(printed.map((one) => one[of]))

function tableOf(ours: readonly Printed[], limits: readonly Printed[]): BenchRow[] {
  const row = (of: 'view' | 'pdf', what: string, more: Partial<BenchRow>): BenchRow => {
    const [taken, limit] = [medianOf(ours, of), medianOf(limits, of)]
    const holds = taken <= most * limit
    return { row: '13', what, ours: taken, limit, unit: 'ms', goal: `<= ${most} L`, holds, ...more }
  }
  const sheets = medianOf(ours, 'sheets').toLocaleString('en')
  const size = (printed: readonly Printed[]) => (medianOf(printed, 'bytes') / 1e6).toFixed(1)
  return [
    row('view', `print view of ${sheets} vouchers x 3 copies: from the press to the dialog`, {
      row: '13a',
      note: 'L is the same pages as a document without a script, laid out whole; ours lays out what is out of sight when it is printed',
    }),
    row('pdf', `the same into an untagged PDF of ${sheets} pages`, {
      row: '13b',
      bytes: medianOf(ours, 'bytes'),
      note: `${size(ours)} MB, the plain one ${size(limits)} MB`,
    }),
  ]
}

/** Prints a thousand vouchers of the campus, ours and plainly in turn. */
export async function measure(portal: Portal, watched: Watched): Promise<BenchRow[]> {
  const context = await signedIn(watched, portal)
  await context.route('**/finances/getAllVouchers/**', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      contentType: voucherRowsType,
      body: fewerVouchers(await answer.body(), mostVouchers),
    })
  })
  const ours: Printed[] = []
  const limits: Printed[] = []
  try {
    for (let turn = 0; turn < runs; turn += 1) {
      const { printed, html } = await printOurs(context, portal)
      ours.push(printed)
      limits.push(await printPlain(context, html))
    }
    return tableOf(ours, limits)
  } finally {
    await context.close()
  }
}
