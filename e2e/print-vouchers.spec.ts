import { addMonths, calendarDate, firstOfMonth, monthOf } from '#domain/calendar.ts'
import { covers } from '#test/covers.ts'
import { campusDay, clerkOn } from './clerk.ts'
import { expect, test } from './fixtures.ts'

const hundred = 100
/** The longest names: one word of the widest letter, many words, and Urdu. */
const longestNames = [
  'W'.repeat(120),
  'Muhammad Abdul Rehman Siddiqui '.repeat(4).slice(0, 119),
  'محمد عبدالرحمٰن صدیقی بن نورالدین '.repeat(4).slice(0, 119),
]

test('a hundred vouchers with the longest names print as a hundred pages with three complete copies each', async ({
  page,
}) => {
  covers('spec 2.print.page')

  await page.addInitScript(() => {
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) })
  })
  await clerkOn(page).signIn('office@main.demo')
  await page.evaluate(admitAndGenerate, {
    names: Array.from({ length: hundred }, (_, index) => longestNames[index % longestNames.length] ?? ''),
    months: [1, 2].map((ahead) => firstDay(ahead)),
  })

  await page.goto('/print-vouchers')
  await page.getByText('All unpaid', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Class', exact: true }).selectOption('Play Group')
  await page.getByLabel('Section').selectOption('Hifz')
  await page.getByRole('button', { name: 'Show Data' }).click()
  await expect(page.getByText(`${hundred} vouchers listed`)).toBeVisible()
  await page.getByRole('button', { name: 'Print Vouchers' }).click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toBe(1)

  await page.emulateMedia({ media: 'print' })
  const sheets = await page.evaluate(measureSheets)
  expect(sheets).toHaveLength(hundred)
  for (const { voucherNo, copies, overflowing } of sheets) {
    expect(voucherNo).toMatch(/^PlayGroupHifz\d+-\d{6}$/)
    expect(copies).toEqual([
      ['Parent copy', voucherNo, voucherNo],
      ['School copy', voucherNo, voucherNo],
      ['Bank copy', voucherNo, voucherNo],
    ])
    expect(overflowing).toEqual([])
  }
  // Each copy has its longest form, with arrears and with the rest that is left to pay.
  await expect(page.getByText('Left to pay')).toHaveCount(3 * hundred)

  await page.emulateMedia({ media: null })
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(hundred)
  const [width = 0, height = 0] =
    /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.slice(1).map(Number) ?? []
  expect([Math.round(width), Math.round(height)]).toEqual([842, 595])

  // Printing closes the view.
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print Vouchers' })).toBeFocused()
})

/** Returns the first day of the month `ahead` months after this month. */
function firstDay(ahead: number): string {
  const today = calendarDate(campusDay().toISOString().slice(0, 10))
  if (!today) throw new Error('No calendar date')
  return firstOfMonth(addMonths(monthOf(today), ahead))
}

/** Runs in the page: admits students, generates their vouchers with arrears, and receives a part payment of each. */
async function admitAndGenerate({ names, months }: { names: string[]; months: string[] }) {
  const post = async (path: string, body: object) => {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const rollNumbers: number[] = []
  for (const name of names) {
    const { rollNo } = await post('/admissions/newAdmission', {
      studentData: {
        studentName: name,
        fatherName: name,
        dateOfBirth: '2021-04-12',
        placeOfBirth: 'Lahore',
        gender: 'female',
        religion: 'Islam',
        fatherHomePhone: '0300-1234567',
        studentClass: 'Play Group',
        section: 'Hifz',
      },
      financialData: {
        monthlyFee: 4500.5,
        discount: 500,
        registrationFee: 1000,
        admissionFee: 2000,
        examinationFee: 0,
      },
    })
    rollNumbers.push(Number(rollNo))
  }
  for (const fromDate of months) {
    const [year, month] = fromDate.split('-').map(Number)
    await post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
    await post(`/finances/postVouchers/Main%20Campus/${month}`, { year })
  }
  const last = months.at(-1)?.slice(0, 7).replace('-', '')
  for (const rollNo of rollNumbers) {
    await post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/PlayGroupHifz${rollNo}-${String(last)}`, {
      receivedAmount: 1000.5,
    })
  }
}

/** Runs in the page: returns each sheet's voucher, the numbers on its copies, and the elements that overflow. */
function measureSheets() {
  const overflows = (copy: Element, part: Element) => {
    const [frame, box] = [copy.getBoundingClientRect(), part.getBoundingClientRect()]
    const hasOverflow = part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1
    const isOutside =
      box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom
    return isOutside || (hasOverflow && part.clientWidth > 0)
  }
  return [...document.querySelectorAll('.print-sheet')].map((sheet) => {
    const copies = [...sheet.querySelectorAll('section')]
    return {
      voucherNo: sheet.querySelector('figcaption')?.textContent ?? '',
      copies: copies.map((copy) => [
        copy.querySelector('header p')?.textContent,
        copy.querySelector('figcaption')?.textContent,
        copy.querySelector('svg')?.getAttribute('aria-label')?.replace('Bar code of ', ''),
      ]),
      overflowing: copies.flatMap((copy) =>
        [copy, ...copy.querySelectorAll('h2, h3, p, dd, dt, figure, footer, span')]
          .filter((part) => overflows(copy, part))
          .map((part) => `${part.tagName} ${part.textContent?.slice(0, 30)}`),
      ),
    }
  })
}
