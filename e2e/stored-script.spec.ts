import { covers } from '#test/covers.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import { clerk, type Clerk } from './clerk.ts'
import { hostile, live, nextMonth, password, place, userId, type Billed } from './injected-texts.ts'
import { expect, long, test } from './fixtures.ts'

test(
  'a script or a formula stored in every text field stays text on every screen, on paper and in files',
  long,
  async ({ page, request }) => {
    covers('security accounts.stored-script')

    const complaints = watch(page)
    await page.addInitScript(() => Object.assign(window, { print: () => {} }))
    const payer = await live(request)
    const office = clerk(page)
    await office.signIn(userId, password)
    await page.getByRole('button', { name: 'User' }).click()
    await expectText(page, 'user')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').last().fill('zulekha')
    await expect(page.getByRole('option').first()).toContainText(hostile('Zulekha'))
    await expectText(page, 'father')
    await throughTheStudent(page, office, payer)
    await throughTheCounter(page, payer)
    await throughTheReports(page)
    await throughTheMonth(page)
    await throughTheAddress(page)
    await expectFilesOfText(request)
    expect(complaints).toEqual([])

    // Were it ever to become part of a page, the browser would still refuse to run it.
    await page.evaluate(plant, hostile('planted'))
    await expect
      .poll(() => complaints.filter((words) => words.includes('Content Security Policy')))
      .toHaveLength(2)
    expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
  },
)

/** In the page: puts a text there as no screen does. */
function plant(html: string) {
  const [part, script] = [document.createElement('div'), document.createElement('script')]
  part.innerHTML = html
  script.textContent = 'window.hacked=1'
  document.body.append(part, script)
}

/** What the browser complains of, asks for in vain, or asks the person. */
function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (output) => {
    if (output.type() === 'error' && !output.text().startsWith('Failed to load resource'))
      complaints.push(output.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('dialog', (dialog) => {
    complaints.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (requested) => {
    if (/\/x$|^http:\/\/x\//.test(requested.url())) complaints.push(requested.url())
  })
  return complaints
}

/** The texts of these fields stand on the page as they were typed, and nothing of them has become part of the page. */
async function expectText(page: Page, ...fields: string[]) {
  const seen = fields.map((field) => page.getByText(hostile(field)).filter({ visible: true }).first())
  await Promise.all(seen.map((text) => expect(text, page.url()).toBeVisible()))
  await expectNothingRan(page)
}

async function expectNothingRan(page: Page) {
  const found = await page.evaluate(() => ({
    hacked: Reflect.get(window, 'hacked'),
    planted: document.querySelectorAll('[onerror], img[src="x"], script:not([src])').length,
  }))
  expect([page.url(), found]).toEqual([page.url(), { hacked: undefined, planted: 0 }])
}

/** The student's page, its history and sheet, and every screen that begins with a roll number. */
async function throughTheStudent(page: Page, office: Clerk, payer: Billed) {
  await page.goto(`/student?roll=${payer.rollNo}`)
  await expectText(page, 'father', 'birthplace', 'religion', 'CNIC', 'occupation', 'email', 'new address')
  await expectText(page, 'home phone', 'office phone', 'telephone')
  await page.getByRole('button', { name: 'Show every change' }).click()
  await expectText(page, 'address', 'charge note', 'reason')
  await page.emulateMedia({ media: 'print' })
  await expectText(page, 'Zulekha')
  await page.emulateMedia({ media: null })

  await page.goto(`/edit-admissions?roll=${payer.rollNo}`)
  await expect(office.field('Student Name')).toHaveValue(hostile('Zulekha'))
  await expect(office.field('Religion')).toHaveValue(hostile('religion'))
  await expectNothingRan(page)
  await office.field('Religion').fill(hostile('creed'))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(hostile('Zulekha'))
  await expectNothingRan(page)
  await office.readAlertAndGoBack()
  for (const path of ['/edit-vouchers', '/student-fee-change']) {
    await page.goto(`${path}?roll=${payer.rollNo}`)
    await expect(office.field('Father Name')).toHaveValue(hostile('father'))
    await expectNothingRan(page)
  }
  await page.goto(`/student-removal?roll=${payer.rollNo}`)
  await expectText(page, 'Zulekha')
  for (const path of ['/generate-voucher/student', '/additional-charges']) {
    await page.goto(path)
    await office.field('Roll No.').fill(String(payer.rollNo))
    await page.keyboard.press('Enter')
    await expectText(page, 'father')
  }
}

/** Receiving and correcting, the slip and the sheet of the day. */
async function throughTheCounter(page: Page, payer: Billed) {
  await page.goto(`/receipts/individual?roll=${payer.rollNo}`)
  await expectText(page, 'voucher note')
  await page
    .getByRole('button', { name: /^Print receipt/ })
    .first()
    .click()
  await expect(page.getByRole('article').first()).toContainText(hostile('user'))
  await expectText(page, 'Zulekha')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Print the day' }).click()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(hostile('user'))
  await expectText(page, 'Zulekha')
  await page.goto(`/receipts/individual/edit?voucher=${encodeURIComponent(payer.voucherNo)}`)
  await expectText(page, 'reason')
  await page.goto(`/receipts/individual/edit?voucher=${encodeURIComponent(payer.admissionVoucherNo)}`)
  await expectText(page, 'admission note')
}

/** Every report and list, and the vouchers on paper. */
async function throughTheReports(page: Page) {
  for (const [path, button] of [
    ['/student-list', 'Show students'],
    ['/admission-reports', 'Get report'],
    ['/fee-record', 'Generate Report for both'],
    ['/fee-vouchers', 'Generate Report for both'],
    ['/net-receivables', 'Generate Report for both'],
    ['/fee-received', 'Generate Report for both'],
    ['/print-vouchers', 'Show Data'],
  ] as const) {
    await page.goto(path)
    await page.getByLabel('Class').selectOption(place.studentClass)
    await page.getByLabel('Section').selectOption(place.section)
    await page.getByRole('button', { name: button }).click()
    await expectText(page, 'Zulekha')
  }
  await page.getByRole('button', { name: 'Print Vouchers' }).click()
  await expect(page.getByRole('article').first()).toContainText(hostile('father'))
  await expectText(page, 'Zulekha')
}

/** Promotion, the campus run, posting and unposting, users and history. */
async function throughTheMonth(page: Page) {
  await page.goto('/promotions')
  await page.getByLabel('Class').selectOption(place.studentClass)
  await expectText(page, 'Zulekha')
  await page.goto('/generate-voucher/campus')
  await page.getByRole('button', { name: nextMonth.name }).click()
  await expectText(page, 'Zulekha')
  for (const path of ['/post-vouchers', '/unpost-vouchers']) {
    await page.goto(path)
    await clerk(page).chooseMonth(nextMonth.from)
    await expectText(page, 'Zulekha')
  }
  await page.goto('/users')
  await expectText(page, 'user')
  await expect(page.getByRole('cell', { name: userId })).toBeVisible()
  await page.goto('/history')
  await expectText(page, 'user', 'Zulekha', 'voucher note', 'charge note')
  await expect(page.getByLabel('Who')).toContainText(userId)
}

/** What comes in with an address is text as well, and leads nowhere else. */
async function throughTheAddress(page: Page) {
  const script = encodeURIComponent(hostile('Zulekha'))
  for (const path of [
    `/receipts/individual/edit?voucher=${script}`,
    `/student?roll=${script}`,
    `/${script}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNothingRan(page)
  }
}

/** A spreadsheet runs what begins with a sign; the apostrophe before it keeps it a text. */
async function expectFilesOfText(request: APIRequestContext) {
  for (const path of [
    '/finances/exportVouchers/fee-record/csv/all/Main%20Campus/all',
    '/finances/exportReceipts/csv/all/Main%20Campus',
    '/admissions/exportStudentList/csv/Play%20Group/Hifz/Main%20Campus',
    '/admissions/exportAdmissionReport/csv/all/Main%20Campus',
  ]) {
    const file = await (await request.post(path, { data: {} })).text()
    expect(file).toContain(`"'=HYPERLINK(""http://x"")`)
    expect(file).not.toMatch(/(?:^|[,\n])"?=/)
  }
}
