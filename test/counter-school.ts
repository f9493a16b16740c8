import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect } from 'vitest'
import { admit, generateAndPost, openSchool, type Answer, type TestSchool } from './school.ts'
import { openScreen, type OpenScreen } from './screen.tsx'

/** The first student: class 5 Red, 4,500 rupees a month. */
export const rollNo = 1
export const novemberVoucher = '5Red1-202611'
export const octoberVoucher = '5Red1-202610'

const morningOf = (day: string): Date => new Date(`${day}T09:00:00+05:00`)
const today = '2026-11-21'

export interface CounterSchool {
  readonly school: TestSchool
  /** Generates and posts a month's vouchers on its first day, then sets the clock back to 21 November. */
  readonly generate: (firstDay: string) => Promise<void>
  /** Opens the counter with the student's November voucher posted. */
  readonly openCounter: () => Promise<OpenScreen>
  /** Receives or corrects a payment as another clerk, without the screen. */
  readonly receiveAs: (userId: string, payload: object) => Promise<Answer>
  /** Lists the receipts on a voucher, by default on the first student's November voucher. */
  readonly receiptsOnVoucher: (voucherNo?: string) => Promise<unknown[]>
}

/** Opens a school with a student admitted in September, and `classmates` from roll number 2 on; it is 21 November. */
export async function openCounterSchool(classmates: readonly string[] = []): Promise<CounterSchool> {
  const school = await openSchool()
  beforeEach(async () => {
    await school.reset()
    school.now = morningOf('2026-09-05')
    const office = await school.as('office@main.test')
    await admit(office)
    for (const studentName of classmates) await admit(office, { studentData: { studentName } })
    school.now = morningOf(today)
  })
  afterAll(() => school[Symbol.asyncDispose]())

  const generate = async (firstDay: string) => {
    school.now = morningOf(firstDay)
    await generateAndPost(await school.as('office@main.test'), 'Main Campus', firstDay)
    school.now = morningOf(today)
  }
  return {
    school,
    generate,
    async openCounter() {
      await generate('2026-11-01')
      return openScreen(school, '/receipts/individual', 'office@main.test')
    },
    receiveAs: async (userId, payload) =>
      (await school.as(userId)).post(
        `/finances/markIndividualVoucherAsPaid/Main%20Campus/${novemberVoucher}`,
        payload,
      ),
    receiptsOnVoucher: (voucherNo = novemberVoucher) =>
      school.db.selectFrom('receipts').selectAll().where('voucher_no', '=', voucherNo).execute(),
  }
}

export const numberField = () => screen.findByRole('combobox', { name: 'Roll No. or Voucher No.' })
export const amountField = () => screen.getByRole('textbox', { name: /Received Amount/ })
export const receiveButton = () => screen.getByRole('button', { name: 'Receive' })
export const myReceipts = () => screen.getByRole('region', { name: 'My receipts today' })

/** Pastes a number, which is faster than typing, and presses Enter. */
export async function enterNumber({ user }: OpenScreen, number: string | number): Promise<void> {
  await user.clear(await numberField())
  await user.paste(`${number}`)
  await user.keyboard('{Enter}')
}

/** Looks up a voucher that can be received, and waits until the amount has the focus. */
export async function findPayableVoucher(page: OpenScreen, number: string | number = rollNo): Promise<void> {
  await enterNumber(page, number)
  await waitFor(() => expect(document.activeElement).toBe(amountField()))
}

/** Returns the text of a dialog and closes it with Enter, as a clerk does. */
export async function readAndClose({ user }: OpenScreen, name: string): Promise<string> {
  const dialog = await screen.findByRole('alertdialog', { name })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  return dialog.textContent
}
