import { expect, type Page } from '@playwright/test'

interface Admission {
  readonly name: string
  readonly studentClass: string
  readonly fees: Readonly<Record<string, string>>
  readonly period: { readonly from: string; readonly to: string }
}

const drawerPaths = ['/cashier-close', '/closings']

/** The common steps of a clerk. Elements are located by the page's labels. */
export const clerkOn = (page: Page) => ({
  async signIn(userId: string, password = 'school-demo') {
    await this.enterPasswordAgain(password)
    await page.goto('/login')
    await page.getByLabel('Email').fill(userId)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },

  /** Enters the password whenever the page requests it before an act. */
  async enterPasswordAgain(password: string) {
    const dialog = page.getByRole('dialog', { name: 'Enter your password to go on' })
    await page.removeLocatorHandler(dialog)
    await page.addLocatorHandler(dialog, async () => {
      await dialog.getByLabel('Your password').fill(password)
      await dialog.getByRole('button', { name: 'Continue' }).click()
    })
  },

  field: (name: string) =>
    page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true })),

  async open(tab: string, entry: string) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('link', { name: entry, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: entry })).toBeVisible()
  },

  /** Opens another screen without a reload, as a link does, and waits until that screen is shown. */
  async goTo(path: string) {
    const before = { title: await page.title(), path: new URL(page.url()).pathname }
    if (before.path === path) return
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    // Two addresses of one screen have one title.
    if (![before.path, path].every((address) => drawerPaths.includes(address)))
      await expect(page).not.toHaveTitle(before.title)
  },

  /** Admits a girl to section Red and returns her roll number; `fees` are in rupees, by label. */
  async admit({ name, studentClass, fees, period }: Admission): Promise<string> {
    await this.open('Admissions', 'Add new Admission')
    await this.field('Student Name').fill(name)
    await this.field('Father Name').fill('Yusuf Walker')
    await this.field('Date of Birth').fill('12/04/2016')
    await this.field('Place of Birth').fill('Lahore')
    await page.getByLabel('Gender').selectOption('female')
    await this.field('Religion').fill('Islam')
    await page.getByRole('combobox', { name: 'Class', exact: true }).selectOption(studentClass)
    await page.getByLabel('Section').selectOption('Red')
    await this.field('Father Phone Number').fill('03001234567')
    await page.getByRole('button', { name: 'Next' }).click()
    for (const [label, amount] of Object.entries(fees)) await this.field(label).fill(amount)
    await this.field('Fee Period from').fill(period.from)
    await this.field('Fee Period to').fill(period.to)
    await page.getByRole('button', { name: 'Submit' }).click()
    const output = await this.readAlertAndGoBack()
    expect(output).toContain('Admission added successfully')
    const rollNo = /Roll No\.?\D*(\d+)/i.exec(output)?.[1] ?? ''
    expect(rollNo).not.toBe('')
    return rollNo
  },

  /** Generates the campus's vouchers of a month on the open screen. */
  async generate({ name, from }: TypedMonth) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(this.field('Fee Period from')).toHaveValue(from)
    await expect(page.getByText(new RegExp(`for ${name}`)).first()).toBeVisible()
    await page.getByRole('button', { name: 'Generate vouchers' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /generate/i })
      .click()
    expect(await this.readAlertAndGoBack()).toContain('Vouchers generated successfully')
  },

  async generateAndPost(month: TypedMonth) {
    await page.goto('/generate-voucher/campus')
    await this.generate(month)
    await page.goto('/post-vouchers')
    await page.getByLabel('Month').selectOption(String(Number(month.from.split('/')[1])))
    await page.getByRole('button', { name: 'Post vouchers' }).click()
    expect(await this.readAlert()).toContain('Vouchers Posted Successfully')
  },

  /** Selects the month of a date (as a clerk types it) and waits for the vouchers. */
  async chooseMonth(day: string) {
    await page.getByLabel('Month').selectOption(String(Number(day.split('/')[1])))
    await expect(page.getByRole('table').first()).toBeVisible()
  },

  /** Closes the alert with Enter and returns its text. */
  async readAlert(button = 'OK'): Promise<string> {
    // Skips a confirmation dialog, which may stay open until the reply arrives.
    const closeButton = page.getByRole('button', { name: button, exact: true })
    const alert = page.getByRole('alertdialog').filter({ has: closeButton })
    await expect(alert).toBeVisible()
    const output = await alert.innerText()
    await expect(closeButton).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(alert).toBeHidden()
    return output
  },

  /** Closes the alert of a receipt, stays at the counter and returns the alert's text. */
  readReceipt(): Promise<string> {
    return this.readAlert('Next payment')
  },

  /** Posts the unposted vouchers of a month such as `November 2026`, then returns to the dashboard. */
  async postMonth(name: string): Promise<void> {
    await this.open('Vouchers', 'Post vouchers')
    const [month = ''] = name.split(' ')
    // An option may include the year or the number of vouchers.
    const labels = await page.getByLabel('Month').locator('option').allInnerTexts()
    await page
      .getByLabel('Month')
      .selectOption({ label: labels.find((label) => label.includes(month)) ?? month })
    await expect(page.getByRole('table')).toBeVisible()
    await page.getByRole('button', { name: 'Post vouchers' }).click()
    expect(await this.readAlert()).toContain('Vouchers Posted Successfully')
    await page.goto(new URL('/dashboard', page.url()).href)
  },

  /** Closes an alert that returns to the previous screen, waits for that screen and returns the alert's text. */
  async readAlertAndGoBack(): Promise<string> {
    const before = page.url()
    const output = await this.readAlert()
    await expect(page, output).not.toHaveURL(before)
    return output
  },
})

export type Clerk = ReturnType<typeof clerkOn>

interface TypedMonth {
  readonly from: string
  readonly to: string
  /** `November 2026`. */
  readonly name: string
  /** `202611`, as in the month's voucher numbers. */
  readonly suffix: string
}

/** Returns the month `back` months before `today`, with its days as a clerk types them. */
export function typedMonth(today: Date, back = 0): TypedMonth {
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1))
  const last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back + 1, 0))
  const format = (day: Date) => day.toISOString().slice(0, 10).split('-').toReversed().join('/')
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    first,
  )
  return {
    from: format(first),
    to: format(last),
    name,
    suffix: first.toISOString().slice(0, 7).replace('-', ''),
  }
}

/** Returns today's date at the campus. The demo uses the real clock. */
export const campusDay = (): Date =>
  new Date(new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(new Date()))
