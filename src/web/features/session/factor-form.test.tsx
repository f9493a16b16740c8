import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openSchool } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'
import { codeAt, codesOf, passSeconds, setUpApp } from '#test/second-factors.ts'
import { fillInLogin } from '#test/sign-in.ts'

const userId = 'desk@main.test'
const school = await openSchool()
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-11-21T09:00:00+05:00')
  await setUpApp(school, await school.as(userId))
})
afterAll(() => school[Symbol.asyncDispose]())

describe('the sign-in with a second factor', () => {
  async function openFactorForm(): Promise<OpenScreen> {
    const page = await openScreen(school, '/login', null)
    await givePassword(page)
    return page
  }

  async function givePassword(page: OpenScreen): Promise<void> {
    await fillInLogin(userId)
    await page.user.click(screen.getByRole('button', { name: 'Login' }))
    const field = await screen.findByLabelText('Code')
    await waitFor(() => expect(field).toBe(document.activeElement))
    expect(field).toHaveProperty('inputMode', 'numeric')
    expect(field).toHaveProperty('autocomplete', 'one-time-code')
  }

  test('requests the code, sends it with its sixth digit, and does not store it in the browser', async () => {
    const { user, path } = await openFactorForm()
    expect(JSON.stringify([localStorage, sessionStorage])).not.toMatch(/pending|factor/i)
    await user.keyboard('000000')
    await screen.findByText('This code is not right, or was used already')
    expect(screen.getByLabelText('Code')).toHaveProperty('value', '')
    expect(screen.queryByText('Please correct the marked fields')).toBeNull()
    await waitFor(() => expect(screen.getByLabelText('Code')).toBe(document.activeElement))
    await user.keyboard(codeAt(school.now))
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(path()).toBe('/dashboard')
  })

  test('takes a recovery code instead', async () => {
    const { user } = await openFactorForm()
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await user.click(screen.getByRole('button', { name: 'Login' }))
    screen.getByText('Enter the recovery code')
    await user.type(screen.getByLabelText('Recovery code'), codesOf('a')[4] ?? '')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await screen.findByRole('heading', { name: 'Dashboard' })
  })

  test('returns to the password on request, and when the user took too long', async () => {
    const page = await openFactorForm()
    const { user } = page
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByLabelText('Password')).toHaveProperty('value', '')
    expect(screen.queryByRole('alert')).toBeNull()

    await givePassword(page)
    passSeconds(school, 300)
    await user.keyboard('000000')
    await screen.findByText('This sign-in has ended. Please enter your password again.')
    screen.getByLabelText('Password')
  })
})
