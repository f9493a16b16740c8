import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  amountField,
  enterNumber,
  novemberVoucher,
  numberField,
  octoberVoucher,
  openCounterSchool,
  readAndClose,
  receiveButton,
  rollNo,
} from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { openScreen } from '#test/screen.tsx'

const { school, generate, openCounter } = await openCounterSchool()

describe('a voucher on which nothing can be received', () => {
  test('is unknown, or is not posted yet', async () => {
    covers('spec 5.receipts.enabled', 'spec 8.receipts.not-found', 'spec 8.receipts.not-posted')

    const office = await school.as('office@main.test')
    await office.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-11-01' })
    const page = await openScreen(school, '/receipts/individual', 'office@main.test')
    await enterNumber(page, '5Red999-202611')
    await screen.findByText('Voucher Not Found')
    await enterNumber(page, 999)
    await screen.findByText('Student does not exist')
    expect(receiveButton()).toHaveProperty('disabled', true)
    expect(document.activeElement).toBe(await numberField())

    await enterNumber(page, rollNo)
    expect((await screen.findByRole('alert')).textContent).toContain('Voucher Not Posted')
    expect(screen.queryByRole('textbox', { name: /Received Amount/ })).toBeNull()
    expect(receiveButton()).toHaveProperty('disabled', true)
    await page.user.click(screen.getByRole('link', { name: 'Post vouchers' }))
    await waitFor(() => expect(page.path()).toBe('/post-vouchers'))
  })

  test('has a notice that it was carried forward, is paid or was replaced, and opens the voucher that counts', async () => {
    covers('spec 4.voucher.paid', 'spec 8.receipts.already-paid')

    await generate('2026-10-01')
    const page = await openCounter()
    await enterNumber(page, octoberVoucher)
    expect((await screen.findByRole('alert')).textContent).toContain('Voucher carried forward')
    await page.user.click(screen.getByRole('button', { name: `Open ${novemberVoucher}` }))
    await waitFor(() => expect(amountField()).toHaveProperty('value', '9,000'))
    expect(await numberField()).toHaveProperty('value', novemberVoucher)
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    await page.user.keyboard('{Enter}')
    await readAndClose(page, 'Voucher Paid')

    await enterNumber(page, rollNo)
    const paid = await screen.findByRole('alert')
    expect(paid.textContent).toContain('Voucher already paid')
    expect(paid.textContent).toContain('Received on 21 Nov 2026 by office clerk.')

    await enterNumber(page, octoberVoucher)
    await screen.findByText(`Its balance of 4,500 was paid with voucher ${novemberVoucher}.`)
    expect(screen.getByRole('alert').textContent).toContain('Voucher already paid')

    await school.db
      .updateTable('vouchers')
      .set({ carried_to: null, replaced_by: novemberVoucher })
      .where('voucher_no', '=', octoberVoucher)
      .execute()
    await enterNumber(page, octoberVoucher)
    await screen.findByText(`Voucher ${novemberVoucher} was generated in its place.`)
    screen.getByRole('button', { name: `Open ${novemberVoucher}` })
  })
})
