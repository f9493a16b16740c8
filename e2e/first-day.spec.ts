import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { startServer } from '#test/running-server.ts'
import { createEmptySchool } from '#test/school-copies.ts'
import { workbookOf } from '#test/workbook.ts'
import { campusDay, clerkOn, typedMonth } from './clerk.ts'
import { journey } from './fixtures.ts'

const password = 'a long first password'
const head = 'head@greenvalley.example'

/** Runs a command of the command line with `input` as its standard input. */
const portal = (settings: Record<string, string>, args: readonly string[], input = '') =>
  execFileSync(process.execPath, ['scripts/portal.mjs', ...args], {
    env: { ...process.env, ...settings },
    input,
  })

const register = [
  [
    'Adm No',
    'Student Name',
    'Father Name',
    'Date of Birth',
    'Gender',
    'Class',
    'Section',
    'Monthly Fee',
    'Dues',
  ],
  ['A-17', 'Zara Walker', 'Yusuf Walker', '28/02/2015', 'F', '5', 'Red', 4500, 7500],
  ['A-18', 'Omar Walker', 'Yusuf Walker', '13/04/2017', 'M', '3', 'Blue', 4000, 0],
]

// docs/first-day.md describes these steps.
test(
  'a new school starts with an empty database, imports its register and takes a payment on an imported balance',
  journey,
  async ({ page }) => {
    const school = await createEmptySchool()
    const settings = { ...school.settings, DEMO: '0' }
    portal(settings, ['school', 'set', 'Green Valley School', '1234567-8'])
    portal(settings, ['campus', 'add', 'Main Campus'])
    const addUser = [
      'user',
      'add',
      head,
      '--name',
      'Head',
      '--campus',
      'Main Campus',
      '--role',
      'admin',
      '--keep',
    ]
    portal(settings, addUser, `${password}\n`)
    const server = await startServer(settings)
    const clerk = clerkOn(page)
    try {
      await clerk.enterPasswordAgain(password)
      await page.goto(`${server.url}/login`)
      await page.getByLabel('Email').fill(head)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      const guide = page.getByRole('region', { name: 'Set up this campus' })

      await guide.getByRole('link', { name: 'Set the fee plan' }).click()
      await clerk.field('Monthly Tuition Fee, class 5').fill('4500')
      await page.getByRole('button', { name: 'Save' }).click()
      expect(await clerk.readAlert()).toContain('Fee plan saved')
      await page.goto(`${server.url}/dashboard`)
      await expect(guide).toContainText('1 of 14 classes')

      await guide.getByRole('link', { name: 'Import your students from Excel' }).click()
      const buffer = await workbookOf(register)
      const file = { name: 'register.xlsx', mimeType: 'application/vnd.ms-excel', buffer }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Check the rows' }).click()
      // The first day offered is the last day of the previous month.
      await page.getByLabel('Of which day are the balances?').selectOption({ index: 1 })
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Admit 2 children' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Admit 2 children' }).click()
      await expect(page.getByRole('heading', { name: 'Import 1 is in the books' })).toBeVisible()

      // The imported balance is paid before any month is generated; the clerk finds the child by roll number.
      await page.goto(`${server.url}/receipts/individual`)
      await clerk.field('Roll No. or Voucher No.').fill('1')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Voucher' })).toContainText('Zara Walker')
      await expect(clerk.field('Received Amount')).toHaveValue('7,500')
      await clerk.field('Received Amount').fill('2500')
      await page.keyboard.press('Enter')
      expect(await clerk.readReceipt()).toContain('5,000')

      await page.goto(`${server.url}/dashboard`)
      await expect(guide).toContainText('2 students')
      await guide.getByRole('link', { name: 'Generate the first month' }).click()
      const { name: month } = typedMonth(campusDay())
      await page.getByRole('button', { name: month, exact: true }).click()
      await page.getByRole('button', { name: 'Generate vouchers' }).click()
      expect(await clerk.readAlertAndGoBack()).toContain('Vouchers generated successfully')
      await clerk.postMonth(month)
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      await expect(guide).toBeHidden()

      await page.goto(`${server.url}/receipts/individual`)
      await clerk.field('Roll No. or Voucher No.').fill('1')
      await page.keyboard.press('Enter')
      await expect(clerk.field('Received Amount')).toHaveValue('9,500')
      await server.close()
      expect(portal(settings, ['verify']).toString()).toContain('nothing is broken')
    } finally {
      await server.close()
      await school.remove()
    }
  },
)
