// How long a thousand vouchers take from the press of Print Vouchers to the print dialog, beside the same markup laid
// out by the browser from one text in the same run. `npm run bench`, or this file alone with tsx after a build.

import { performance } from 'node:perf_hooks'
import { chromium, type Page } from '@playwright/test'
import { chromiumArgs, needChromium } from '#scripts/find-chromium.mjs'
import { readyBuild } from '#scripts/ready-build.mjs'
import { startOffice } from '#test/running-office.ts'
import { emptySchool } from '#test/school-copies.ts'

/** Children a campus: enough that a thousand of their vouchers are unpaid. */
const students = '3600'
/** Seconds (issue: the dialog is open within five). */
const limit = 5

const seconds = (from: number): string => ((performance.now() - from) / 1000).toFixed(2)

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill('office@main.demo')
  await page.getByLabel('Password', { exact: true }).fill('school-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}

/** From the press to the dialog; answers the seconds and the pages laid out. */
async function press(page: Page) {
  const began = performance.now()
  await page.getByRole('button', { name: 'Print Vouchers' }).click()
  // Asked again and again: the page's own rules refuse what would wait inside it.
  while (!(await page.evaluate('window.printed === 1'))) await page.waitForTimeout(50)
  const took = seconds(began)
  return { took, pages: await page.locator('.print-sheet').count() }
}

/** The same markup as one text, until the browser has drawn it. */
async function layOutPlainly(page: Page): Promise<string> {
  const html: unknown = await page.evaluate("document.querySelector('.print-page')?.outerHTML ?? ''")
  await page.keyboard.press('Escape')
  const began = performance.now()
  await page.evaluate(`new Promise((done) => {
    document.body.appendChild(document.createElement('div')).innerHTML = ${JSON.stringify(html)}
    document.body.getBoundingClientRect()
    requestAnimationFrame(() => requestAnimationFrame(done))
  })`)
  return seconds(began)
}

readyBuild()
const school = await emptySchool()
const office = await startOffice({ ...school.settings, DEMO: '1', DEMO_STUDENTS: students })
const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArgs })
try {
  const page = await browser.newPage()
  await page.addInitScript({ content: 'window.printed = 0; window.print = () => { window.printed = 1 }' })
  await signIn(page, office.url)
  await page.goto(`${office.url}/print-vouchers`)
  await page.getByRole('button', { name: 'Show Data' }).click()
  await page.getByRole('table').waitFor()
  const { took, pages } = await press(page)
  const plain = await layOutPlainly(page)
  process.stdout.write(
    `${pages} vouchers, ${3 * pages} copies: dialog after ${took} s (limit ${limit} s for 1,000), ` +
      `the same markup laid out plainly ${plain} s, ratio ${(Number(took) / Number(plain)).toFixed(1)}\n`,
  )
} finally {
  await browser.close()
  await office.close()
  await school.remove()
}
