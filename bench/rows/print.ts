import type { BrowserContext, Page } from '@playwright/test'
import { z } from 'zod/mini'
import { evaluateNumber, inBrowser, serveFiles, twoFrames, type ClerkBrowser } from '#bench/browser.ts'
import { median, timesLimit } from '#bench/measurement.ts'
import { firstLine, rowReader, rowsType } from '#contract/list-rows.ts'
import { sum } from '#domain/money.ts'
import { voucherList } from '#reports/voucher-list.ts'

const vouchers = 1000
const runs = 3
const maxRatio = 1.3

/** Truncates a report's reply to its first vouchers and recomputes the totals, which the page checks. */
function truncateReply(reply: string): string {
  const [head = '', ...lines] = reply.split('\n')
  const first = lines.slice(0, Math.min(vouchers, lines.length - 1)).join('\n')
  const rows = rowReader(voucherList.row)(first)
  const sums = Object.fromEntries(voucherList.sums.map((key) => [key, sum(...rows.map((row) => row[key]))]))
  const { msg } = z.object({ msg: z.string() }).parse(JSON.parse(head))
  return `${firstLine(msg, { count: rows.length, sums })}${first}\n`
}

async function openScreen(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript({ content: 'window.print = () => {}' })
  await page.goto(`${url}/print-vouchers`)
  await page.getByRole('textbox', { name: 'From Date (Issue Date)' }).fill('')
  await page.getByRole('button', { name: 'Show Data' }).click()
  await page.getByRole('table').waitFor()
  return page
}

/** Browser script: returns the milliseconds from the click on Print Vouchers to the print dialog. */
const timePrintDialog = `new Promise((done) => {
  const start = performance.now()
  window.print = () => done(performance.now() - start)
  ;[...document.querySelectorAll('button')].find((one) => one.textContent === 'Print Vouchers').click()
})`

/** Browser script: returns the print view without scripts and without rules that let the browser skip hidden pages. */
const plainDocument = `(() => {
  const { fontFamily, fontSize, lineHeight } = getComputedStyle(document.querySelector('.print-page'))
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
  const used = rules.filter((rule) => /voucher|print-|bar-code|data-paper|@page/.test(rule))
  const sheets = [...document.querySelectorAll('.print-sheet')].map((sheet) => sheet.outerHTML)
  return '<!doctype html><meta charset="utf-8"><title>Vouchers</title><style>body{margin:0;font-family:' + fontFamily +
    ';font-size:' + fontSize + ';line-height:' + lineHeight + '}' +
    used.join(' ').replace(/content-visibility: auto;|contain: strict;/g, '') +
    '</style><div class="print-page" data-paper="A4 landscape">' + sheets.join('') + '</div>'
})()`

async function printToPdf(
  page: Page,
): Promise<{ readonly pdfMs: number; readonly bytes: number; readonly sheets: number }> {
  const sheets = await page.locator('.print-sheet').count()
  const session = await page.context().newCDPSession(page)
  const start = performance.now()
  const { stream: handle = '' } = await session.send('Page.printToPDF', {
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: false,
    transferMode: 'ReturnAsStream',
  })
  const pdfMs = performance.now() - start
  for (let bytes = 0; ;) {
    const { data, eof, base64Encoded } = await session.send('IO.read', { handle, size: 1 << 20 })
    bytes += Buffer.byteLength(data, base64Encoded ? 'base64' : 'utf8')
    if (eof) return { pdfMs, bytes, sheets }
  }
}

/** Prints from the portal, then prints the same pages from a plain document. */
async function printBoth({ url, context }: ClerkBrowser) {
  const page = await openScreen(context, url)
  const viewMs = await evaluateNumber(page, timePrintDialog)
  const html = String(await page.evaluate(plainDocument))
  const ours = { viewMs, ...(await printToPdf(page)) }
  await page.close()
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const files = await serveFiles({ '/': { headers, body: Buffer.from(html) } })
  const plain = await context.newPage()
  await plain.goto(files.url)
  const plainViewMs = await evaluateNumber(plain, `${twoFrames}.then(() => performance.now())`)
  const limit = { viewMs: plainViewMs, ...(await printToPdf(plain)) }
  await plain.close()
  files.close()
  return { ours, limit }
}

/** Goal 13: the print view of a thousand vouchers in three copies, and its PDF. */
export const printRows = inBrowser(13, async (clerk, report) => {
  await clerk.context.route('**/finances/getAllVouchers/**', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ contentType: rowsType, body: truncateReply(await reply.text()) })
  })
  const printed: Awaited<ReturnType<typeof printBoth>>[] = []
  for (let run = 0; run < runs; run += 1) printed.push(await printBoth(clerk))
  const timesOf = (what: 'viewMs' | 'pdfMs' | 'bytes' | 'sheets') => ({
    ours: printed.map(({ ours }) => ours[what]),
    limit: printed.map(({ limit }) => limit[what]),
  })
  const sheetCount = median(timesOf('sheets').ours).toLocaleString('en')
  const { ours: bytes, limit: plainBytes } = timesOf('bytes')
  report({
    row: '13a',
    what: `print view of ${sheetCount} vouchers x 3 copies: from the click to the dialog`,
    ...timesLimit(timesOf('viewMs'), maxRatio),
    note: 'L is a script-free document with the same pages, laid out completely; the portal lays out hidden pages only when printing',
  })
  report({
    row: '13b',
    what: `print the same pages to an untagged PDF of ${sheetCount} pages`,
    ...timesLimit(timesOf('pdfMs'), maxRatio),
    bytes: median(bytes),
    note: `the PDF of the plain document is ${(median(plainBytes) / 1e6).toFixed(1)} MB`,
  })
})
