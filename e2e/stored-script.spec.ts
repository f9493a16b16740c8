import type { APIRequestContext, Page } from '@playwright/test'
import { covers } from '#test/covers.ts'
import { clerkOn, type Clerk } from './clerk.ts'
import { expect, test } from './fixtures.ts'
import {
  fillWithInjections,
  hostile,
  nextMonth,
  password,
  place,
  userId,
  type Billed,
} from './injected-texts.ts'

test('a script or formula stored in any text field stays text on every screen, in print and in files', async ({
  page,
  request,
}) => {
  covers('security accounts.stored-script')

  const problems = recordProblems(page)
  await page.addInitScript(() => Object.assign(window, { print: () => {} }))
  const payer = await fillWithInjections(request)
  const clerk = clerkOn(page)
  await clerk.signIn(userId, password)
  await page.getByRole('button', { name: 'User' }).click()
  await expectText(page, 'user')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill('zulekha')
  await expect(page.getByRole('option').first()).toContainText(hostile('Zulekha'))
  await expectText(page, 'father')
  await checkStudentScreens(page, clerk, payer)
  await checkCounter(page, payer)
  await checkReports(page)
  await checkClosings(page)
  await checkAccounts(page)
  await checkMonthScreens(page)
  await checkAddresses(page)
  await checkImport(page)
  await expectFilesOfText(request)
  await checkLeftOwing(page, request, payer)
  expect(problems).toEqual([])

  // If a text became part of a page, the browser would still refuse to run it.
  await page.evaluate(injectHtml, hostile('injected'))
  await expect
    .poll(() => problems.filter((problem) => problem.includes('Content Security Policy')))
    .toHaveLength(2)
  expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
})

/** Runs in the page: inserts a text as HTML, which no screen does. */
function injectHtml(html: string) {
  const [part, script] = [document.createElement('div'), document.createElement('script')]
  part.innerHTML = html
  script.textContent = 'window.hacked=1'
  document.body.append(part, script)
}

/** Records console errors, page errors, dialogs, and requests that an injected text would cause. */
function recordProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (output) => {
    if (output.type() === 'error' && !output.text().startsWith('Failed to load resource'))
      problems.push(output.text())
  })
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('dialog', (dialog) => {
    problems.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/\/x$|^http:\/\/x\//.test(request.url())) problems.push(request.url())
  })
  return problems
}

/** Checks that the page shows the texts of these fields as typed, and that no text became HTML. */
async function expectText(page: Page, ...fields: string[]) {
  const texts = fields.map((field) => page.getByText(hostile(field)).filter({ visible: true }).first())
  await Promise.all(texts.map((text) => expect(text, page.url()).toBeVisible()))
  await expectNothingRan(page)
}

async function expectNothingRan(page: Page) {
  const state = await page.evaluate(() => ({
    hacked: Reflect.get(window, 'hacked'),
    injected: document.querySelectorAll('[onerror], img[src="x"], script:not([src])').length,
  }))
  expect([page.url(), state]).toEqual([page.url(), { hacked: undefined, injected: 0 }])
}

/** Checks the student's page, history and print-out, and every screen that starts with a roll number. */
async function checkStudentScreens(page: Page, clerk: Clerk, payer: Billed) {
  await page.goto(`/student?roll=${payer.rollNo}`)
  await page.getByRole('tab', { name: 'Record' }).click()
  await expectText(page, 'father', 'birthplace', 'religion', 'CNIC', 'occupation', 'email', 'new address')
  await expectText(page, 'home phone', 'office phone', 'telephone')
  await page.getByRole('tab', { name: 'History' }).click()
  await expectText(page, 'address', 'charge note', 'reason')
  await page.emulateMedia({ media: 'print' })
  await expectText(page, 'Zulekha')
  await page.emulateMedia({ media: null })

  await clerk.goTo(`/edit-admissions?roll=${payer.rollNo}`)
  await expect(clerk.field('Student Name')).toHaveValue(hostile('Zulekha'))
  await expect(clerk.field('Religion')).toHaveValue(hostile('religion'))
  await expectNothingRan(page)
  await clerk.field('Religion').fill(hostile('creed'))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(hostile('Zulekha'))
  await expectNothingRan(page)
  await clerk.readAlertAndGoBack()
  for (const path of ['/edit-vouchers', '/student-fee-change']) {
    await clerk.goTo(`${path}?roll=${payer.rollNo}`)
    await expectText(page, 'father')
    await expectNothingRan(page)
  }
  await clerk.goTo(`/student-removal?roll=${payer.rollNo}`)
  await expectText(page, 'Zulekha')
  for (const path of ['/generate-voucher/student', '/additional-charges']) {
    await clerkOn(page).goTo(path)
    await clerk.field('Roll No.').fill(String(payer.rollNo))
    await page.keyboard.press('Enter')
    await expectText(page, 'father')
  }
}

/** Checks receiving, correcting, the receipt and the day's print-out. */
async function checkCounter(page: Page, payer: Billed) {
  await clerkOn(page).goTo(`/receipts/individual?roll=${payer.rollNo}`)
  await expectText(page, 'voucher note')
  await page
    .getByRole('button', { name: /^Print receipt/ })
    .first()
    .click()
  await expect(page.getByRole('article').first()).toContainText(hostile('user'))
  await expectText(page, 'Zulekha')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Day sheet…' }).click()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(hostile('user'))
  await expectText(page, 'Zulekha')
  await page.goto(`/receipts/individual/edit?voucher=${encodeURIComponent(payer.voucherNo)}`)
  await expectText(page, 'reason')
  await page.goto(`/receipts/individual/edit?voucher=${encodeURIComponent(payer.admissionVoucherNo)}`)
  await expectText(page, 'admission note')
}

/** Checks every report and list, and the printed vouchers. */
async function checkReports(page: Page) {
  for (const [path, button] of [
    ['/student-list', 'Show students'],
    ['/admission-reports', 'Get report'],
    ['/fee-record', 'Generate Report for both'],
    ['/fee-vouchers', 'Generate Report for both'],
    ['/net-receivables', 'Generate Report for both'],
    ['/fee-received', 'Generate Report for both'],
    ['/print-vouchers', 'Show Data'],
  ] as const) {
    await clerkOn(page).goTo(path)
    await page.getByRole('combobox', { name: 'Class', exact: true }).selectOption(place.studentClass)
    await page.getByLabel('Section').selectOption(place.section)
    await page.getByRole('button', { name: button }).click()
    await expectText(page, 'Zulekha')
  }
  await page.getByRole('button', { name: 'Print Vouchers' }).click()
  await expect(page.getByRole('article').first()).toContainText(hostile('father'))
  await expectText(page, 'Zulekha')
}

/** Checks the closings of drawers, the deposits and a closing slip. */
async function checkClosings(page: Page) {
  await page.goto('/closings')
  await expectText(page, 'user', 'remark', 'account', 'slip')
  await page
    .getByRole('button', { name: /^Print slip of closing/ })
    .first()
    .click()
  await expect(page.getByRole('article')).toContainText(hostile('remark'))
  await expectText(page, 'user', 'remark')
}

/** Checks the accountant's reports, which show names and reasons that clerks typed. */
async function checkAccounts(page: Page) {
  for (const [path, button, kind] of [
    ['/day-book', 'Show entries', 'billed'],
    ['/exceptions', 'Show exceptions', 'receipt corrected'],
  ] as const) {
    await page.goto(path)
    await page.getByLabel('What').selectOption(kind)
    await page.getByRole('button', { name: button }).click()
    await page.getByLabel('Find by name or number').fill('Zulekha')
    await expectText(page, 'Zulekha')
  }
}

/** Checks promotion, the campus run, posting and unposting, users and history. */
async function checkMonthScreens(page: Page) {
  await clerkOn(page).goTo('/promotions')
  await page.getByRole('combobox', { name: 'Class', exact: true }).selectOption(place.studentClass)
  await expectText(page, 'Zulekha')
  await clerkOn(page).goTo('/generate-voucher/campus')
  await page.getByRole('button', { name: nextMonth.name }).click()
  await expectText(page, 'Zulekha')
  for (const path of ['/post-vouchers', '/unpost-vouchers']) {
    await clerkOn(page).goTo(path)
    await clerkOn(page).chooseMonth(nextMonth.from)
    await expectText(page, 'Zulekha')
  }
  await clerkOn(page).goTo('/users')
  await expectText(page, 'user')
  await expect(page.getByRole('cell', { name: userId })).toBeVisible()
  await clerkOn(page).goTo('/history')
  await expectText(page, 'user', 'Zulekha', 'voucher note', 'charge note')
  await expect(page.getByLabel('Who')).toContainText(userId)
}

/** Checks that a text in a URL is shown as text as well. */
async function checkAddresses(page: Page) {
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

/** Checks an imported table: its headings, its values and its faults. */
async function checkImport(page: Page) {
  await page.goto('/import')
  const rows = [
    [hostile('heading'), 'Class'],
    [hostile('cell'), hostile('class')],
  ]
  const pasted = rows.map((cells) => cells.join('\t')).join('\n')
  await page.getByLabel('Or paste cells from Excel').fill(pasted)
  await expectText(page, 'heading', 'cell')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel(/^Field of .*heading$/).selectOption('studentName')
  await expectText(page, 'heading', 'cell', 'class')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expectText(page, 'class')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectText(page, 'cell', 'class')
}

/** Checks the reason for leaving with dues, on the student's page. */
async function checkLeftOwing(page: Page, request: APIRequestContext, payer: Billed) {
  const outcome = { kind: 'leaves owing', reason: hostile('leaving') }
  const reply = await request.post(`/admissions/removeStudent/${payer.rollNo}`, { data: { outcome } })
  expect(await reply.json()).toMatchObject({ msg: 'Student removed successfully' })
  await page.goto(`/student?roll=${payer.rollNo}`)
  await expectText(page, 'leaving')
}

/** Checks the files: a spreadsheet evaluates cells that start with `=`, unless an apostrophe precedes it. */
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
