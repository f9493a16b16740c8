import { voucherReport } from '#contract/voucher-reports.ts'
import {
  voucherRow,
  voucherRowsType,
  type VoucherRow,
  type VoucherRowOnWire,
} from '#contract/voucher-rows.ts'
import { trueTotals, type Totals } from '#domain/voucher-amounts.ts'
import { exchange, inJson, isObject, type How, type Sent } from './call.ts'

/** A report of vouchers that has come whole. */
export interface ReportedRows {
  /** The true sums of the rows, in paisa. */
  readonly totals: Totals
  readonly rows: readonly VoucherRow[]
}

/** What is told while the rows are on their way. */
export interface RowsWatch {
  /** The sums of all rows to come, once and before any row. */
  readonly onTotals?: (totals: Totals) => void
  /** How many of the rows have come, 0 to 1, ten times a second at most: each telling draws the screen anew. */
  readonly onProgress?: (fraction: number) => void
}

/**
 * Asks for the vouchers of a report and decodes each row while the others are still on their way. Fails as every call does, and as broken where the rows are not as many, or do not add up to the totals,
 * that the answer began with: a part of a report never stands for the whole.
 */
export const voucherRows = (sent: Sent<typeof voucherReport> & How & RowsWatch): Promise<ReportedRows> =>
  exchange(voucherReport, { ...sent, accept: voucherRowsType }, (response) => rowsIn(response, sent))

async function rowsIn(response: Response, watch: RowsWatch): Promise<ReportedRows | null> {
  if (!response.headers.get('content-type')?.startsWith(voucherRowsType)) return null
  const coming = new Coming(watch)
  for await (const text of textsOf(response)) if (!coming.take(text)) return null
  return coming.whole()
}

/** An answer of which a part has come. */
class Coming {
  private readonly rows: VoucherRow[] = []
  private totals: Totals | null = null
  /** What stands after the last line end: a line of which more is to come, or the end of the answer. */
  private rest = ''
  private readonly onTotals: RowsWatch['onTotals']
  private readonly tell: (fraction: number) => void

  constructor({ onTotals, onProgress }: RowsWatch) {
    this.onTotals = onTotals
    this.tell = nowAndThen(onProgress)
  }

  /** Takes the next part in; false where it is not what was asked for. */
  take(text: string): boolean {
    const all = this.rest + text
    const lines = all.slice(0, all.lastIndexOf('\n') + 1)
    this.rest = all.slice(lines.length)
    return lines === '' || (this.totals ? this.takeRows(lines, this.totals) : this.begin(lines))
  }

  /** Everything, once the answer has ended; null where it is not whole. */
  whole(): ReportedRows | null {
    const { rows, totals, rest } = this
    return totals && rest === end && agree(trueTotals(rows), totals) ? { totals, rows } : null
  }

  private begin(lines: string): boolean {
    const headEnd = lines.indexOf('\n') + 1
    this.totals = totalsIn(lines.slice(0, headEnd))
    if (!this.totals) return false
    this.onTotals?.(this.totals)
    return this.takeRows(lines.slice(headEnd), this.totals)
  }

  private takeRows(lines: string, { count }: Totals): boolean {
    const rows = rowsOn(lines)
    if (!rows) return false
    for (const row of rows) this.rows.push(voucherRow(row))
    if (count > 0) this.tell(this.rows.length / count)
    return true
  }
}

/** What closes the answer after the last row. */
const end = ']}'

/** The answer's text, piece by piece; who listens no more ends the transfer. */
async function* textsOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    await reader.cancel()
  }
}

/** The totals with which the answer begins; null where it is something else. */
function totalsIn(head: string): Totals | null {
  const opened = inJson(`${head}${end}`)
  if (!isObject(opened) || !isObject(opened['totals'])) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server makes them as the contract says
  return opened['totals'] as unknown as Totals
}

/** The rows of whole lines, of which each but the last ends in a comma; null where they are something else. */
function rowsOn(lines: string): readonly VoucherRowOnWire[] | null {
  const rows = inJson(`[${lines.endsWith(',\n') ? lines.slice(0, -2) : lines}]`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server makes them as the contract says
  return Array.isArray(rows) ? (rows as VoucherRowOnWire[]) : null
}

function agree(ours: Totals, told: Totals): boolean {
  const sums = new Map<string, unknown>(Object.entries(told))
  return Object.entries(ours).every(([name, sum]) => sums.get(name) === sum)
}

const tellEveryMs = 100

/** Tells ten times a second at most. */
function nowAndThen(onProgress: RowsWatch['onProgress']): (fraction: number) => void {
  let toldAt = -Infinity
  return (fraction) => {
    const now = performance.now()
    if (now - toldAt < tellEveryMs) return
    toldAt = now
    onProgress?.(fraction)
  }
}
