import type { Measure, Site } from '#bench/bench.ts'
import type { BenchRow } from '#bench/bench-row.ts'
import { clerkOf, password } from '#bench/data-set.ts'
import { measure as firstVisit } from '#bench/page/first-visit.ts'
import { measure as printVouchers } from '#bench/page/print-vouchers.ts'
import { measure as reportInBrowser } from '#bench/page/report-in-browser.ts'
import { chromiumArgs, needChromium } from '#scripts/find-chromium.mjs'
import { chromium, type Browser } from '@playwright/test'

type OnPage = (
  portal: { url: string; campus: string; userId: string; password: string },
  watched: { browser: Browser },
) => Promise<BenchRow[]>

/** Rows that a browser measures; each has a new one, as what one leaves behind weighs on the next. */
const onPage = (number: number, measure: OnPage): Measure => ({
  numbers: [number],
  async measure({ portal, school }: Site, tell) {
    const campus = school.campusNames[0] ?? ''
    const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArgs })
    try {
      const rows = await measure({ url: portal.url, campus, userId: clerkOf(campus), password }, { browser })
      for (const row of rows) tell(row)
    } finally {
      await browser.close()
    }
  },
})

/** Jobs 12, 13 and 16: what is seen in Chromium. */
export const pageRows: readonly Measure[] = [
  onPage(12, reportInBrowser),
  onPage(13, printVouchers),
  onPage(16, firstVisit),
]
