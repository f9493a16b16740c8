import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  amountField,
  enterNumber,
  findPayableVoucher,
  novemberVoucher,
  openCounterSchool,
  readAndClose,
  rollNo,
} from '#test/counter-school.ts'

const { school, openCounter } = await openCounterSchool()

const december = '5Red1-202612'
const generateDecember = async () =>
  (await school.as('desk@main.test')).post('/finances/generateVoucher/campus/Main%20Campus', {
    fromDate: '2026-12-01',
  })
const amountsOfDecember = () =>
  school.db
    .selectFrom('vouchers')
    .select(['arrears', 'net_balance'])
    .where('voucher_no', '=', december)
    .executeTakeFirstOrThrow()

describe('while December is generated and not posted', () => {
  test('a payment of November, and its correction, change the arrears of December until December is posted', async () => {
    const page = await openCounter()
    await generateDecember()
    await findPayableVoucher(page, rollNo)
    expect(amountField()).toHaveProperty('value', '4,500')
    await page.user.keyboard('{Enter}')
    const words = await readAndClose(page, 'Voucher Paid')
    expect(words).toContain(`Voucher ${novemberVoucher}`)
    expect(await amountsOfDecember()).toEqual({ arrears: 0, net_balance: 450_000 })

    // Once November is paid the counter names the month to post and links to it.
    await enterNumber(page, rollNo)
    await screen.findByText('It can be received once the vouchers of December 2026 are posted.')
    const link = screen.getByRole('link', { name: 'Post vouchers' })
    expect(link.getAttribute('href')).toBe('/post-vouchers?month=2026-12')

    // A receipt on November is corrected.
    await page.goTo(`/receipts/individual/edit?voucher=${novemberVoucher}`)
    const amount = await screen.findByRole('textbox', { name: /Received Amount/ })
    await waitFor(() => expect(amount).toHaveProperty('value', '4,500'))
    await page.user.clear(amount)
    await page.user.paste('500')
    await page.user.click(screen.getByRole('textbox', { name: /Reason/ }))
    await page.user.paste('Miscounted')
    await page.user.keyboard('{Enter}')
    await readAndClose(page, 'Part payment received')
    expect(await amountsOfDecember()).toMatchObject({ arrears: 400_000 })

    // Once December is posted, the notice of November opens it.
    await (await school.as('desk@main.test')).post('/finances/postVouchers/Main%20Campus/12')
    await page.goTo('/receipts/individual')
    await enterNumber(page, novemberVoucher)
    await screen.findByText(`Its balance of 4,000 is in the arrears of voucher ${december}.`)
    await page.user.click(screen.getByRole('button', { name: `Open ${december}` }))
    await waitFor(() => expect(amountField()).toHaveProperty('value', '8,500'))
  })
})
