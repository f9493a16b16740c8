import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { evaluateNumber, inBrowser, pageMemory, serveFiles, timeClick } from '#bench/browser.ts'
import { atMost, median, timesLimit, type BenchRow } from '#bench/measurement.ts'
import { feeRecord } from '#bench/requests.ts'
import { rowsType } from '#contract/list-rows.ts'
import { voucherList, type VoucherRow } from '#reports/voucher-list.ts'

const runs = 5

const fields = Object.keys(voucherList.row.shape)
/** A field of row `r` in the script of the plain page. */
const fieldOf = (field: keyof VoucherRow): string => `r[${fields.indexOf(field)}]`

// The reference: a page that only fetches the same rows, totals them and draws the visible ones.
const plainList = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Bare list</title>
<style>
  body { font: 13px sans-serif }
  #list { height: 480px; overflow: auto }
  table { border-spacing: 0; font-variant-numeric: tabular-nums; table-layout: fixed; width: 1600px }
  td, th { box-sizing: border-box; height: 30px; overflow: hidden; padding: 0 10px; text-align: right; white-space: nowrap }
  thead th { background: #fff; position: sticky; top: 0 }
  tfoot td { background: #fff; bottom: 0; font-weight: bold; position: sticky }
</style>
<button id="show">Show</button>
<div id="list"></div>
<script>
  const height = 30, drawn = 60
  const heads = ['Voucher', 'Issued', 'Fee', 'Examination', 'Registration', 'Admission', 'Fine', 'Discount', 'Roll No.', 'Name',
    'Arrears', 'This month', 'Receivable', 'Received', 'Balance']
  const month = (r) => ${fieldOf('monthlyFee')} + ${fieldOf('examinationFee')} + ${fieldOf('fine')} + ${fieldOf('registrationFee')} +
    ${fieldOf('admissionFee')} - ${fieldOf('discount')}
  const balance = (r) => ${fieldOf('arrears')} + month(r) - ${fieldOf('received')}
  const cells = (r) => [${fieldOf('voucherNo')}, ${fieldOf('issueDate')}, ${fieldOf('monthlyFee')}, ${fieldOf('examinationFee')},
    ${fieldOf('registrationFee')}, ${fieldOf('admissionFee')}, ${fieldOf('fine')}, ${fieldOf('discount')}, ${fieldOf('rollNo')},
    ${fieldOf('studentName')}, ${fieldOf('arrears')}, month(r), ${fieldOf('arrears')} + month(r), ${fieldOf('received')}, balance(r)]
  const figures = new Intl.NumberFormat('en')
  const text = (cell) => typeof cell === 'number' ? figures.format(cell / 100) : cell
  const line = (texts, tag) => '<tr>' + texts.map((t) => '<' + tag + '>' + t + '</' + tag + '>').join('') + '</tr>'
  const list = document.getElementById('list')
  let rows = [], from = -1
  function draw() {
    const first = Math.max(0, Math.min(rows.length - drawn, Math.floor(list.scrollTop / height) - 20))
    if (first === from) return
    from = first
    const after = Math.max(0, rows.length - first - drawn)
    list.querySelector('tbody').innerHTML = '<tr style="height:' + first * height + 'px"></tr>' +
      rows.slice(first, first + drawn).map((r) => line(cells(r).map(text), 'td')).join('') +
      '<tr style="height:' + after * height + 'px"></tr>'
  }
  function sort() {
    rows = rows.slice().sort((one, other) => balance(one) - balance(other))
    from = -1
    draw()
  }
  list.onscroll = draw
  document.getElementById('show').onclick = async () => {
    rows = JSON.parse('[' + (await (await fetch('/rows')).text()).trim().split('\\n').slice(1).join(',') + ']')
    const sums = new Array(heads.length).fill(0)
    for (const r of rows) cells(r).forEach((cell, at) => { if (typeof cell === 'number') sums[at] += cell })
    list.innerHTML = '<table><thead>' + line(heads, 'th') + '</thead><tbody></tbody><tfoot>' + line(sums.map(text), 'td') + '</tfoot></table>'
    list.querySelector('th:last-child').onclick = sort
    from = -1
    draw()
  }
</script>`

/** A measured page, with scripts that find its parts. */
interface MeasuredPage {
  readonly open: (page: Page) => Promise<void>
  readonly button: string
  /** A script that is true once the table is shown. */
  readonly ready: string
  readonly list: string
  readonly lastHeading: string
}

const dayMonthYear = (date: string): string => date.split('-').toReversed().join('/')

const portalPage = (url: string, fromDate: string, toDate: string): MeasuredPage => ({
  async open(page) {
    await page.goto(`${url}/fee-record`)
    await page.getByRole('textbox', { name: 'From Date (Issue Date)' }).fill(dayMonthYear(fromDate))
    await page.getByRole('textbox', { name: 'To Date (Due Date)' }).fill(dayMonthYear(toDate))
    await page.keyboard.press('Tab')
    await page.waitForLoadState('networkidle')
  },
  button: `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Generate Report for both')`,
  ready: `document.querySelector('.data-table [role=row] [role=cell]') !== null`,
  list: `document.querySelector('.data-table')`,
  lastHeading: `document.querySelector('[role=columnheader]:last-child button')`,
})

const plainPage = (url: string): MeasuredPage => ({
  open: async (page) => void (await page.goto(url)),
  button: `document.getElementById('show')`,
  ready: `document.querySelector('tbody td') !== null`,
  list: `document.getElementById('list')`,
  lastHeading: `document.querySelector('th:last-child')`,
})

/** A script: the p95 of 120 frame times, in milliseconds, while the list scrolls 240 px per frame. */
const scrollFrames = (list: string): string => `(async () => {
  const list = ${list}
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const times = []
  let last = await frame()
  for (let step = 0; step < 120; step += 1) {
    list.scrollTop += 240
    const now = await frame()
    times.push(now - last)
    last = now
  }
  list.scrollTop = 0
  return times.sort((one, other) => one - other)[Math.ceil(0.95 * times.length) - 1]
})()`

async function measurePage(context: BrowserContext, browser: Browser, measured: MeasuredPage) {
  const page = await context.newPage()
  await measured.open(page)
  const ready = await timeClick(page, measured.button, measured.ready)
  const memory = await pageMemory(browser)
  const scroll = await evaluateNumber(page, scrollFrames(measured.list))
  const sort = await timeClick(page, measured.lastHeading)
  await page.close()
  return { ready, memory, scroll, sort }
}

type PageResult = Awaited<ReturnType<typeof measurePage>>

function rowsOf(
  row: string,
  count: number,
  ours: readonly PageResult[],
  limits: readonly PageResult[],
): BenchRow[] {
  const subject = `${count.toLocaleString('en')} vouchers in Chromium`
  const times = (name: keyof PageResult) => ({
    ours: ours.map((each) => each[name]),
    limit: limits.map((each) => each[name]),
  })
  const comparedWithPlain = (name: keyof PageResult, unit: 'ms' | 'MB', max: number) =>
    atMost(median(times(name).ours), unit, max, median(times(name).limit))
  return [
    {
      row,
      what: `fee record of ${subject}: from the click to two frames after the table is shown`,
      ...timesLimit(times('ready'), 2),
      memory: median(times('memory').ours),
    },
    { row, what: `${subject}: memory of the renderer`, ...comparedWithPlain('memory', 'MB', 400) },
    { row, what: `${subject}: p95 frame time while scrolling`, ...comparedWithPlain('scroll', 'ms', 50) },
    {
      row,
      what: `${subject}: sorted by the last column, from the click to the second frame`,
      ...comparedWithPlain('sort', 'ms', 40),
    },
  ]
}

/** Goal 12: the fee record of a campus's month (a) and year (b) on the screen, compared with the plain page. */
export const reportInBrowserRows = inBrowser(12, async ({ url, campus, browser, context }, report, site) => {
  // Every voucher is due ten days after its issue.
  const dueDate = `${site.school.lastMonth.slice(0, 8)}11`
  const { students, months } = site.school
  for (const [row, { from, to }, count] of [
    ['12a', site.month, students],
    ['12b', site.year, students * Math.min(12, months)],
  ] as const) {
    const { path, headers = {}, body } = feeRecord(campus, { from, to }, 'rows')
    const reply = await context.request.post(`${url}${path}`, { headers, data: body })
    const plain = await serveFiles({
      '/': { headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(plainList) },
      '/rows': {
        headers: { 'content-type': rowsType, 'content-encoding': 'gzip' },
        body: gzipSync(await reply.body(), { level: 1 }),
      },
    })
    const [ours, limits]: [PageResult[], PageResult[]] = [[], []]
    for (let run = 0; run < 1 + runs; run += 1) {
      limits.push(await measurePage(context, browser, plainPage(plain.url)))
      ours.push(await measurePage(context, browser, portalPage(url, from, dueDate)))
    }
    plain.close()
    for (const each of rowsOf(row, count, ours.slice(1), limits.slice(1))) report(each)
  }
})
