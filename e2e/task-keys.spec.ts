import type { Page } from '@playwright/test'
import { campusDay, clerkOn, typedMonth } from './clerk.ts'
import { expect, test } from './fixtures.ts'

/** Returns a keyboard that counts its keys: letters, Tab, Enter, and a chord as one. */
function countingKeyboard(page: Page) {
  let pressed = 0
  return {
    async press(...names: readonly string[]) {
      for (const key of names) {
        pressed += 1
        await page.keyboard.press(key)
      }
    },
    async type(text: string) {
      pressed += text.length
      await page.keyboard.type(text)
    },
    pressed: () => pressed,
  }
}
type CountingKeyboard = ReturnType<typeof countingKeyboard>

const alertNamed = (page: Page, name: string | RegExp) => page.getByRole('alertdialog', { name })
const okOf = (page: Page, name: string) => alertNamed(page, name).getByRole('button', { name: 'OK' })
const findField = (page: Page) => page.getByRole('dialog').getByRole('combobox')

/** Does a task from the dashboard and returns the number of keys that it took. */
async function countKeys(page: Page, task: (keys: CountingKeyboard) => Promise<void>): Promise<number> {
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /Received today/ })).toBeVisible()
  // The navigation, which handles single keys, loads after the page.
  await expect(page.getByRole('navigation', { name: 'Portal' })).toBeVisible()
  const keys = countingKeyboard(page)
  await task(keys)
  return keys.pressed()
}

/** Opens Find, types a text and waits for a row with this name. */
async function find(page: Page, keys: CountingKeyboard, text: string, row: string | RegExp): Promise<void> {
  await keys.press('Control+k')
  await expect(findField(page)).toBeFocused()
  await keys.type(text)
  await expect(page.getByRole('option', { name: row }).first()).toBeVisible()
}

/** Lists up to twelve students whose posted voucher is paid or unpaid, in the order of `rollNumbers`. */
const listStudents = (page: Page, payment: 'paid' | 'unpaid', rollNumbers: readonly number[]) =>
  page.evaluate(
    async ([state, numbers]) => {
      const students: { rollNo: number; studentName: string }[] = []
      for (const rollNo of numbers) {
        if (students.length === 12) break
        const reply = await fetch(`/finances/individualVoucher/Main%20Campus/${rollNo}`)
        if (reply.status !== 200) continue
        const { voucher } = await reply.json()
        const isPaid = voucher.netBalance <= 0
        if (voucher.posted && isPaid === (state === 'paid'))
          students.push({ rollNo, studentName: voucher.studentName })
      }
      return students
    },
    [payment, rollNumbers] as const,
  )
const allRollNumbers = Array.from({ length: 130 }, (_, index) => 1001 + index)

const signIn = async (page: Page) => {
  await page.addInitScript(() => {
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) })
  })
  await clerkOn(page).signIn('office@main.demo')
}
const expectPrinted = (page: Page) =>
  expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toBe(1)

test('the daily tasks of the counter take few keys', async ({ page }) => {
  await signIn(page)
  const debtors = await listStudents(page, 'unpaid', allRollNumbers)
  const [eleventh, twelfth] = debtors.slice(10)
  if (!eleventh || !twelfth) throw new Error('The demo school has too few students who owe')

  await test.step('finds a child by name and shows the balance', async () => {
    const firstLetters = eleventh.studentName.slice(0, 6)
    const count = await countKeys(page, async (keys) => {
      await find(page, keys, firstLetters, new RegExp(`^${firstLetters}`))
      await keys.press('Enter')
      await expect(page.getByRole('heading', { name: new RegExp(`^${firstLetters}`) })).toBeVisible()
      await expect(page.getByRole('status', { name: 'Balance' })).toBeVisible()
    })
    expect(count).toBeLessThanOrEqual(8)
  })

  await test.step('prints a voucher again', async () => {
    const count = await countKeys(page, async (keys) => {
      await find(page, keys, `${eleventh.rollNo}`, new RegExp(eleventh.studentName))
      await keys.press('Enter')
      await expect(page.getByRole('link', { name: 'Print voucher', exact: true })).toBeVisible()
      await keys.press('p')
      await expect(page.getByRole('dialog', { name: 'Print 1 voucher' })).toBeVisible()
      await expectPrinted(page)
    })
    expect(count).toBeLessThanOrEqual(8)
  })

  await test.step('prints the debtors of class 5', async () => {
    const count = await countKeys(page, async (keys) => {
      await find(page, keys, 'o 5', 'Owes, class 5')
      await keys.press('Enter')
      await expect(page.getByRole('table', { name: /^Fee vouchers/ })).toBeVisible()
      await keys.press('Alt+p')
      await expectPrinted(page)
    })
    expect(count).toBeLessThanOrEqual(6)
  })

  await test.step('receives ten payments in a row', async () => {
    const count = await countKeys(page, async (keys) => {
      await keys.press('c')
      await expect(clerkOn(page).field('Roll No. or Voucher No.')).toBeFocused()
      const amount = page.getByRole('textbox', { name: /Received Amount/ })
      for (const { rollNo } of debtors.slice(0, 10)) {
        await keys.type(`${rollNo}`)
        await keys.press('Enter')
        await expect(amount).toBeFocused()
        // A second Enter that comes sooner counts as a scanner's and is ignored.
        await page.waitForTimeout(60)
        await keys.press('Enter')
        await expect(alertNamed(page, 'Voucher Paid')).toBeVisible()
      }
    })
    expect(count).toBeLessThanOrEqual(61)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'My receipts today' })).toContainText('10 receipts')
  })

  await test.step('corrects a wrong receipt', async () => {
    const [paid] = await listStudents(
      page,
      'paid',
      debtors.slice(0, 10).map(({ rollNo }) => rollNo),
    )
    if (!paid) throw new Error('None of the students whose fees were received has paid')
    const count = await countKeys(page, async (keys) => {
      await find(page, keys, `${paid.rollNo}`, new RegExp(paid.studentName))
      await keys.press('Tab')
      await keys.type('c')
      await expect(page.getByRole('option', { name: 'Correct receipt' })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await keys.press('Enter')
      await expect(page.getByRole('button', { name: /^Receipt \d+ / }).first()).toBeFocused()
      await keys.press('Enter')
      await expect(page.getByRole('textbox', { name: /Received Amount/ })).toBeFocused()
      await keys.type('50')
      await keys.press('Tab')
      await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
      await keys.type('typo')
      await keys.press('Enter')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    })
    expect(count).toBeLessThanOrEqual(24)
    await page.keyboard.press('Enter')
  })

  await test.step('removes a child who owes', async () => {
    const count = await countKeys(page, async (keys) => {
      await find(page, keys, `${twelfth.rollNo}`, new RegExp(twelfth.studentName))
      await keys.press('Tab')
      await keys.type('l')
      await expect(page.getByRole('option', { name: 'Remove' })).toHaveAttribute('aria-selected', 'true')
      await keys.press('Enter')
      await expect(page.getByRole('button', { name: 'Mark arrears as paid' })).toBeVisible()
      await keys.press('Alt+m')
      await expect(alertNamed(page, 'Mark arrears as paid?')).toBeVisible()
      await keys.press('Alt+y')
      await expect(alertNamed(page, 'Arrears marked paid successfully')).toBeVisible()
      await keys.press('Enter')
      await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeEnabled()
      await keys.press('Alt+s')
      await expect(alertNamed(page, `Remove ${twelfth.studentName}?`)).toBeVisible()
      await keys.press('Alt+y')
      await expect(alertNamed(page, 'Student removed successfully')).toBeVisible()
      await keys.press('Enter')
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    })
    expect(count).toBeLessThanOrEqual(14)
  })
})

test('an admission and a month take few keys, and the received amounts take none', async ({ page }) => {
  await signIn(page)

  await test.step('shows the amounts received today and this month', async () => {
    const count = await countKeys(page, async () => {
      await expect(page.getByRole('link', { name: /Received today/ })).toContainText(/\d/)
      await expect(page.getByRole('link', { name: /collected/ })).toContainText(/[\d,.]+ of [\d,.]+ billed/)
    })
    expect(count).toBe(0)
  })

  await test.step('admits a child', async () => {
    const count = await countKeys(page, async (keys) => {
      await keys.press('g', 'n')
      await expect(page.getByRole('textbox', { name: 'Student Name' })).toBeFocused()
      const texts: Record<string, string> = {
        studentName: 'Hamza Khan',
        fatherName: 'Imran Khan',
        dateOfBirth: '01042020',
        placeOfBirth: 'Lahore',
        gender: 'm',
        religion: 'Islam',
        studentClass: '1',
        section: 'R',
        fatherHomePhone: '03001234567',
      }
      for (let step = 0; step < 40; step += 1) {
        const name = await page.evaluate(() => document.activeElement?.getAttribute('name'))
        const text = texts[name ?? '']
        if (text !== undefined) await keys.type(text)
        if (name === 'fatherHomePhone') break
        await keys.press('Tab')
      }
      await keys.press('Enter')
      await expect(page.getByRole('heading', { name: 'Financial Information' })).toBeVisible()
      const monthlyFee = page.getByRole('textbox', { name: 'Monthly Fee', exact: true })
      await expect(monthlyFee).toBeFocused()
      // The usual fees of the class are filled in once they have loaded.
      await expect(monthlyFee).toHaveValue(/\d/)
      await keys.press('Enter')
      await expect(alertNamed(page, 'Admission added successfully')).toBeVisible()
      await keys.press('Enter')
    })
    expect(count).toBeLessThanOrEqual(72)
  })

  await test.step('generates, posts and prints a month', async () => {
    const { name } = typedMonth(campusDay(), -1)
    const count = await countKeys(page, async (keys) => {
      await find(page, keys, 'gen', 'Generate campus vouchers')
      await keys.press('Enter')
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
      await keys.press('Alt+2')
      await expect(page.getByRole('button', { name: 'Generate vouchers' })).toBeEnabled()
      await expect(page.getByText(new RegExp(`for ${name}`)).first()).toBeVisible()
      await keys.press('Alt+s')
      await expect(alertNamed(page, /^Generate \d+ vouchers/)).toBeVisible()
      await keys.press('Enter')
      await expect(okOf(page, 'Vouchers generated successfully')).toBeFocused()
      await keys.press('Shift+Tab', 'Enter')
      await expect(page.getByRole('table', { name: /to post/ })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Post vouchers' })).toBeEnabled()
      await keys.press('Alt+s')
      await expect(okOf(page, 'Vouchers Posted Successfully')).toBeFocused()
      await keys.press('Shift+Tab', 'Enter')
      await expect(page).toHaveURL(/print-vouchers/)
      await expect(page.getByRole('table').first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Print Vouchers' })).toBeEnabled()
      await keys.press('Alt+v')
      await expectPrinted(page)
    })
    expect(count).toBeLessThanOrEqual(14)
  })
})
