import { expect, request, test } from '@playwright/test'
import { anAdmission } from '#test/builders.ts'
import { startServer } from '#test/running-server.ts'
import { createEmptySchool } from '#test/school-copies.ts'
import { clerkOn } from './clerk.ts'

test('a restarted server keeps the data of its first run', async ({ page }) => {
  const school = await createEmptySchool()
  const settings = { ...school.settings, DEMO: '1', DEMO_STUDENTS: '20' }
  try {
    const first = await startServer(settings)
    const desk = await request.newContext({ baseURL: first.url })
    await desk.post('/users/signin', { data: { userId: 'desk@main.demo', password: 'school-demo' } })
    const admitted = await desk.post('/admissions/newAdmission', { data: anAdmission() })
    expect(admitted.status()).toBe(200)
    const { voucherNo } = await admitted.json()
    await desk.dispose()
    await first.close()

    const second = await startServer(settings)
    await page.goto(`${second.url}/login`)
    await page.getByLabel('Email').fill('desk@main.demo')
    await page.getByLabel('Password', { exact: true }).fill('school-demo')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await clerkOn(page).open('Fee receipts', 'Individual receipt')
    await clerkOn(page).field('Roll No. or Voucher No.').fill(voucherNo)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Voucher already paid').first()).toBeVisible()
    await second.close()
  } finally {
    await school.remove()
  }
})
