import type { Page } from '@playwright/test'
import { campusDay, clerkOn, typedMonth } from './clerk.ts'
import { expect, test } from './fixtures.ts'

/** Presses keys as a clerk does, and counts each of them: letters, Tab, Enter, and a chord as one. */
function handsOn(page: Page) {
  let pressed = 0
  return {
    async press(...keys: readonly string[]) {
      for (const key of keys) {
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
type Hands = ReturnType<typeof handsOn>

const alertNamed = (page: Page, name: string | RegExp) => page.getByRole('alertdialog', { name })
const okOf = (page: Page, name: string) => alertNamed(page, name).getByRole('button', { name: 'OK' })
const findField = (page: Page) => page.getByRole('dialog').getByRole('combobox')

/** Does a task from the dashboard and returns the number of keys it took. */
async function keysFor(page: Page, task: (hands: Hands) => Promise<void>): Promise<number> {
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /Received today/ })).toBeVisible()
  // The navigation, which listens to single keys, is fetched after the page.
  await expect(page.getByRole('button', { name: 'Keys of this screen' })).toBeVisible()
  const hands = handsOn(page)
  await task(hands)
  return hands.pressed()
}

/** Opens Find, types a text and waits until a row has the words. */
async function find(page: Page, hands: Hands, text: string, row: string | RegExp): Promise<void> {
  await hands.press('Control+k')
  await expect(findField(page)).toBeFocused()
  await hands.type(text)
  await expect(page.getByRole('option', { name: row }).first()).toBeVisible()
}

/** Students with a posted voucher that is paid or not, by roll number. */
const findStudents = (page: Page, wanted: 'paid' | 'unpaid', rollNumbers: readonly number[]) =>
  page.evaluate(
    async ([state, numbers]) => {
      const found: { rollNo: number; studentName: string }[] = []
      for (const rollNo of numbers) {
        if (found.length === 12) break
        const reply = await fetch(`/finances/individualVoucher/Main%20Campus/${rollNo}`)
        if (reply.status !== 200) continue
        const { voucher } = await reply.json()
        const isPaid = voucher.netBalance <= 0
        if (voucher.posted && isPaid === (state === 'paid'))
          found.push({ rollNo, studentName: voucher.studentName })
      }
      return found
    },
    [wanted, rollNumbers] as const,
  )
const allNumbers = Array.from({ length: 130 }, (_, place) => 1001 + place)

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
  const debtors = await findStudents(page, 'unpaid', allNumbers)
  const [eleventh, twelfth] = debtors.slice(10)
  if (!eleventh || !twelfth) throw new Error('The demo school has too few students who owe')

  await test.step('finds a child by name and says what is owed and why', async () => {
    const firstLetters = eleventh.studentName.slice(0, 6)
    const keys = await keysFor(page, async (hands) => {
      await find(page, hands, firstLetters, new RegExp(`^${firstLetters}`))
      await hands.press('Enter')
      await expect(page.getByRole('heading', { name: new RegExp(`^${firstLetters}`) })).toBeVisible()
      await expect(page.getByRole('status', { name: 'Balance' })).toBeVisible()
    })
    expect(keys).toBeLessThanOrEqual(8)
  })

  await test.step('prints a voucher again', async () => {
    const keys = await keysFor(page, async (hands) => {
      await find(page, hands, `${eleventh.rollNo}`, new RegExp(eleventh.studentName))
      await hands.press('Enter')
      await expect(page.getByRole('link', { name: 'Print voucher', exact: true })).toBeVisible()
      await hands.press('p')
      await expect(page.getByRole('dialog', { name: 'Print 1 voucher' })).toBeVisible()
      await expectPrinted(page)
    })
    expect(keys).toBeLessThanOrEqual(8)
  })

  await test.step('prints who owes in class 5', async () => {
    const keys = await keysFor(page, async (hands) => {
      await find(page, hands, 'o 5', 'Owes, class 5')
      await hands.press('Enter')
      await expect(page.getByRole('table', { name: /^Fee vouchers/ })).toBeVisible()
      await hands.press('Alt+p')
      await expectPrinted(page)
    })
    expect(keys).toBeLessThanOrEqual(6)
  })

  await test.step('receives ten payments in a row', async () => {
    const keys = await keysFor(page, async (hands) => {
      await hands.press('c')
      await expect(clerkOn(page).field('Roll No. or Voucher No.')).toBeFocused()
      const amount = page.getByRole('textbox', { name: /Received Amount/ })
      for (const { rollNo } of debtors.slice(0, 10)) {
        await hands.type(`${rollNo}`)
        await hands.press('Enter')
        await expect(amount).toBeFocused()
        // A scanner's second Enter would come sooner and be ignored.
        await page.waitForTimeout(60)
        await hands.press('Enter')
        await expect(alertNamed(page, 'Voucher Paid')).toBeVisible()
      }
    })
    expect(keys).toBeLessThanOrEqual(61)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'My receipts today' })).toContainText('10 receipts')
  })

  await test.step('corrects a wrong receipt', async () => {
    const [paid] = await findStudents(
      page,
      'paid',
      debtors.slice(0, 10).map(({ rollNo }) => rollNo),
    )
    if (!paid) throw new Error('None of the students whose fees were received has paid')
    const keys = await keysFor(page, async (hands) => {
      await find(page, hands, `${paid.rollNo}`, new RegExp(paid.studentName))
      await hands.press('Tab')
      await hands.type('c')
      await expect(page.getByRole('option', { name: 'Correct receipt' })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await hands.press('Enter')
      await expect(page.getByRole('textbox', { name: /Received Amount/ })).toBeFocused()
      await hands.type('50')
      await hands.press('Tab', 'Tab')
      await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
      await hands.type('typo')
      await hands.press('Enter')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    })
    expect(keys).toBeLessThanOrEqual(24)
    await page.keyboard.press('Enter')
  })

  await test.step('removes a child who owes', async () => {
    const keys = await keysFor(page, async (hands) => {
      await find(page, hands, `${twelfth.rollNo}`, new RegExp(twelfth.studentName))
      await hands.press('Tab')
      await hands.type('l')
      await expect(page.getByRole('option', { name: 'Remove' })).toHaveAttribute('aria-selected', 'true')
      await hands.press('Enter')
      await expect(page.getByRole('button', { name: 'Mark arrears as paid' })).toBeVisible()
      await hands.press('Alt+m')
      await expect(alertNamed(page, 'Mark arrears as paid?')).toBeVisible()
      await hands.press('Alt+y')
      await expect(alertNamed(page, 'Arrears marked paid successfully')).toBeVisible()
      await hands.press('Enter')
      await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeEnabled()
      await hands.press('Alt+s')
      await expect(alertNamed(page, `Remove ${twelfth.studentName}?`)).toBeVisible()
      await hands.press('Alt+y')
      await expect(alertNamed(page, 'Student removed successfully')).toBeVisible()
      await hands.press('Enter')
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    })
    expect(keys).toBeLessThanOrEqual(14)
  })
})

test('an admission and a month take few keys, and what came in takes none', async ({ page }) => {
  await signIn(page)

  await test.step('says what came in today and this month', async () => {
    const keys = await keysFor(page, async () => {
      await expect(page.getByRole('link', { name: /Received today/ })).toContainText(/\d/)
      await expect(page.getByRole('link', { name: /collected/ })).toContainText(/Rs [\d,.]+ of [\d,.]+/)
    })
    expect(keys).toBe(0)
  })

  await test.step('admits a child', async () => {
    const keys = await keysFor(page, async (hands) => {
      await hands.press('g', 'n')
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
        if (text !== undefined) await hands.type(text)
        if (name === 'fatherHomePhone') break
        await hands.press('Tab')
      }
      await hands.press('Enter')
      await expect(page.getByRole('heading', { name: 'Financial Information' })).toBeVisible()
      const monthlyFee = page.getByRole('textbox', { name: 'Monthly Fee', exact: true })
      await expect(monthlyFee).toBeFocused()
      // The usual fees of the class are filled in once they were read.
      await expect(monthlyFee).toHaveValue(/\d/)
      await hands.press('Enter')
      await expect(alertNamed(page, 'Admission added successfully')).toBeVisible()
      await hands.press('Enter')
    })
    expect(keys).toBeLessThanOrEqual(72)
  })

  await test.step('generates, posts and prints a month', async () => {
    const { name } = typedMonth(campusDay(), -1)
    const keys = await keysFor(page, async (hands) => {
      await find(page, hands, 'gen', 'Generate campus vouchers')
      await hands.press('Enter')
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
      await hands.press('Alt+2')
      await expect(page.getByRole('button', { name: 'Generate vouchers' })).toBeEnabled()
      await expect(page.getByText(new RegExp(`for ${name}`)).first()).toBeVisible()
      await hands.press('Alt+s')
      await expect(alertNamed(page, /^Generate \d+ vouchers/)).toBeVisible()
      await hands.press('Enter')
      await expect(okOf(page, 'Vouchers generated successfully')).toBeFocused()
      await hands.press('Shift+Tab', 'Enter')
      await expect(page.getByRole('table', { name: /to post/ })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Post vouchers' })).toBeEnabled()
      await hands.press('Alt+s')
      await expect(okOf(page, 'Vouchers Posted Successfully')).toBeFocused()
      await hands.press('Shift+Tab', 'Enter')
      await expect(page).toHaveURL(/print-vouchers/)
      await expect(page.getByRole('table').first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Print Vouchers' })).toBeEnabled()
      await hands.press('Alt+v')
      await expectPrinted(page)
    })
    expect(keys).toBeLessThanOrEqual(14)
  })
})
