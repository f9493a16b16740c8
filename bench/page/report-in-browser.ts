// Row 12: how long the fee record takes from the press of Generate until it stands, beside a bare list of the same rows.

import type { BenchRow } from '#bench/bench-row.ts'
import { median, timed } from '#bench/figures.ts'
import { voucherRowsType, type VoucherRows } from '#contract/voucher-rows.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { serveBareList } from './bare-list.ts'
import { fromPress, scrollFrame, signedIn, toSecondFrame, type Portal, type Watched } from './portal-page.ts'
import { rendererMemory } from './renderer-memory.ts'

const runs = 5
const goals = { memory: 400, scroll: 50, sort: 60 }

interface Measured {
  readonly ready: number
  /** The portal's answer alone, to its last byte and unpacked, in the same turn; 0 for the bare page. */
  readonly answer: number
  readonly scroll: number
  readonly sort: number
  readonly memory: number | null
}

interface Opened {
  /** Opens the page up to where the button can be pressed. */
  readonly open: () => Promise<Page>
  readonly button: string
  readonly stands: string
  readonly list: string
  /** Sorts by the last column. */
  readonly heading: string
}

/** What is reported: vouchers issued from a date on, and due up to another. */
interface Span {
  readonly row: string
  readonly fromDate: string
  readonly toDate: string
  readonly count: number
  readonly answer: Buffer
}

type Dates = Pick<Span, 'fromDate' | 'toDate'>

/** The compact answer to a fee record, asked for past the page. */
async function answerTo(
  context: BrowserContext,
  { url, campus }: Portal,
  { fromDate, toDate }: Dates,
): Promise<Buffer> {
  const path = `/finances/getAllVouchers/all/${encodeURIComponent(campus)}/all`
  const answer = await context.request.post(`${url}${path}`, {
    headers: { accept: voucherRowsType },
    data: { studentClass: 'all', section: 'all', fromDate, toDate, toDateOf: 'dueDate' },
  })
  if (!answer.ok()) throw new Error(`No fee record: ${answer.status()} ${await answer.text()}`)
  return answer.body()
}

function rowsOf(answer: Buffer): VoucherRows['rows'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server makes it as the contract says
  const { rows } = JSON.parse(answer.toString()) as VoucherRows
  return rows
}

/** The last month up to today that has vouchers, and the twelve that end with it; what was made for later is left out. */
async function spansOf(context: BrowserContext, portal: Portal): Promise<readonly Span[]> {
  const today = new Date().toISOString().slice(0, 10)
  const rows = rowsOf(await answerTo(context, portal, { fromDate: '', toDate: '' }))
  const issued = rows.map((row) => row[9]).filter((date) => date <= today)
  const days = [...new Set(issued)].toSorted()
  const [month = '', first = ''] = [days.at(-1), days.at(-12) ?? days[0]]
  const toDate = rows.reduce((last, row) => (row[9] === month && row[10] > last ? row[10] : last), '')
  const span = async (row: string, fromDate: string): Promise<Span> => {
    const answer = await answerTo(context, portal, { fromDate, toDate })
    return { row, fromDate, toDate, count: rowsOf(answer).length, answer }
  }
  return [await span('12a', month), await span('12b', first)]
}

const dayMonthYear = (date: string): string => date.split('-').toReversed().join('/')

const portalPage = (context: BrowserContext, { url }: Portal, { fromDate, toDate }: Span): Opened => ({
  async open() {
    const page = await context.newPage()
    await page.goto(`${url}/fee-record`)
    await page.getByRole('textbox', { name: 'From Date (Issue Date)' }).fill(dayMonthYear(fromDate))
    await page.getByRole('textbox', { name: 'To Date (Due Date)' }).fill(dayMonthYear(toDate))
    await page.keyboard.press('Tab')
    await page.waitForLoadState('networkidle')
    return page
  },
  button: `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Generate Report for both')`,
  stands: `document.querySelector('.data-table [role=row] [role=cell]') !== null`,
  list: `document.querySelector('.data-table')`,
  heading: `document.querySelector('[role=columnheader]:last-child button')`,
})

const barePage = (context: BrowserContext, url: string): Opened => ({
  async open() {
    const page = await context.newPage()
    await page.goto(url)
    return page
  },
  button: `document.getElementById('show')`,
  stands: `document.querySelector('tbody td') !== null`,
  list: `document.getElementById('list')`,
  heading: `document.querySelector('th:last-child')`,
})

async function measureOnce(opened: Opened, { browser }: Watched): Promise<Measured> {
  const page = await opened.open()
  const ready = await fromPress(page, opened.button, opened.stands)
  const memory = await rendererMemory(browser)
  const scroll = await scrollFrame(page, opened.list)
  const sort = await toSecondFrame(page, opened.heading)
  await page.close()
  return { ready, answer: 0, scroll, sort, memory }
}

const medianOf = (measured: readonly Measured[], of: keyof Measured): number =>
  median(measured.map((one) => one[of] ?? 0))

/** Ours and the bare page in turn, so that what else the machine does hits both; one turn to warm up. */
async function measureSpan(context: BrowserContext, portal: Portal, span: Span, watched: Watched) {
  const bare = await serveBareList(span.answer)
  const ours: Measured[] = []
  const limits: Measured[] = []
  try {
    for (let turn = 0; turn <= runs; turn += 1) {
      limits.push(await measureOnce(barePage(context, bare.url), watched))
      const answer = await timed(() => answerTo(context, portal, span))
      ours.push({ ...(await measureOnce(portalPage(context, portal, span), watched)), answer })
    }
  } finally {
    bare.close()
  }
  return rowsOfTable(span, ours.slice(1), limits.slice(1))
}

function rowsOfTable(
  { row, count }: Span,
  ours: readonly Measured[],
  limits: readonly Measured[],
): BenchRow[] {
  const of = `${count.toLocaleString('en')} vouchers in Chromium`
  const both = (name: keyof Measured) => ({ ours: medianOf(ours, name), limit: medianOf(limits, name) })
  const [ready, memory, scroll, sort] = [both('ready'), both('memory'), both('scroll'), both('sort')]
  return [
    {
      row,
      what: `fee record of ${of}: from the press to two frames after the table stands`,
      ...ready,
      unit: 'ms',
      goal: '<= 2 L',
      holds: ready.ours <= 2 * ready.limit,
      p95: Math.max(...ours.map((one) => one.ready)),
      memory: memory.ours,
      note: `L is served from memory; in ours the portal's answer alone takes ${medianOf(ours, 'answer').toFixed(0)} ms`,
    },
    {
      row,
      what: `${of}: memory of the page's process`,
      ...memory,
      unit: 'MB',
      goal: `<= ${goals.memory} MB`,
      holds: memory.ours <= goals.memory,
    },
    {
      row,
      what: `${of}: 95 of 100 frames while it is scrolled`,
      ...scroll,
      unit: 'ms',
      goal: `<= ${goals.scroll} ms`,
      holds: scroll.ours <= goals.scroll,
    },
    {
      row,
      what: `${of}: sorted by the last column, from the press to the second frame`,
      ...sort,
      unit: 'ms',
      goal: `<= ${goals.sort} ms`,
      holds: sort.ours <= goals.sort,
    },
  ]
}

/** The fee record of a month and of a year of one campus, on a screen of 1,366 x 768. */
export async function measure(portal: Portal, watched: Watched): Promise<BenchRow[]> {
  const context = await signedIn(watched, portal)
  try {
    const rows: BenchRow[] = []
    for (const span of await spansOf(context, portal)) {
      rows.push(...(await measureSpan(context, portal, span, watched)))
    }
    return rows
  } finally {
    await context.close()
  }
}
