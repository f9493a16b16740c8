import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect } from 'vitest'
import { admit, generateAndPost, openSchool, type Answer, type TestSchool } from './school.ts'
import { openScreen, type OpenScreen } from './screen.tsx'

/** The first child of the school, in class 5 Red, with 4,500 a month. */
export const rollNo = 1
export const novemberVoucher = '5Red1-202611'
export const octoberVoucher = '5Red1-202610'

const morningOf = (day: string): Date => new Date(`${day}T09:00:00+05:00`)
const today = '2026-11-21'

export interface CounterSchool {
  readonly school: TestSchool
  /** Generates and posts a month's vouchers on its first day, then goes on to 21 November. */
  readonly generate: (firstDay: string) => Promise<void>
  /** Opens the counter in November with the child's November voucher posted. */
  readonly openCounter: () => Promise<OpenScreen>
  /** What a clerk at another desk receives, or corrects, meanwhile. */
  readonly receiveAs: (userId: string, payload: object) => Promise<Answer>
  readonly receiptsOnVoucher: () => Promise<unknown[]>
}

/** A school for the tests of the counter: one child, admitted in September, today the 21st of November. */
export async function openCounterSchool(): Promise<CounterSchool> {
  const school = await openSchool()
  beforeEach(async () => {
    await school.reset()
    school.now = morningOf('2026-09-05')
    await admit(await school.as('office@main.test'))
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
    receiptsOnVoucher: () =>
      school.db.selectFrom('receipts').selectAll().where('voucher_no', '=', novemberVoucher).execute(),
  }
}

export const numberField = () => screen.findByRole('combobox', { name: 'Roll No. or Voucher No.' })
export const amountField = () => screen.getByRole('textbox', { name: /Received Amount/ })
export const receiveButton = () => screen.getByRole('button', { name: 'Receive' })
export const myReceipts = () => screen.getByRole('region', { name: 'My receipts today' })

/** No hand presses Enter twice faster; what comes faster is a scanner's second line end. */
export const typingPause = () => new Promise((resolve) => setTimeout(resolve, 50))

export async function enterNumber({ user }: OpenScreen, number: string | number): Promise<void> {
  await user.clear(await numberField())
  await user.type(await numberField(), `${number}{Enter}`)
}

/** Asks for a voucher that can be received; the amount has the focus then. */
export async function findPayableVoucher(page: OpenScreen, number: string | number = rollNo): Promise<void> {
  await enterNumber(page, number)
  await waitFor(() => expect(document.activeElement).toBe(amountField()))
  await typingPause()
}

/** Reads what the dialog says and closes it as the clerk does. */
export async function readAndClose({ user }: OpenScreen, name: string): Promise<string> {
  const dialog = await screen.findByRole('alertdialog', { name })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  return dialog.textContent
}
