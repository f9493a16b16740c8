import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { fill } from '#test/form-fields.ts'
import { recordSentCalls } from '#test/page-calls.ts'
import { openSchool, password } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'
import { logIn } from '#test/sign-in.ts'

const school = await openSchool()
beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

const title = 'Enter your password to go on'
const users = () => school.db.selectFrom('staff').select('user_id').where('name', '=', 'Amna Tariq').execute()

async function addAmna(): Promise<OpenScreen & { readonly sent: ReturnType<typeof recordSentCalls> }> {
  const page = await openScreen(school, '/users', 'admin@main.test', { confirms: false })
  const sent = recordSentCalls()
  await screen.findByRole('textbox', { name: 'User id' })
  fill({ 'User id': 'amna@main.test', Name: 'Amna Tariq' })
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'write')
  await page.user.click(screen.getByRole('button', { name: 'Add user' }))
  return { ...page, sent }
}

const typedValues = () =>
  ['User id', 'Name'].map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }).value)

test('the password question keeps typed text, repeats the call, and returns after ten minutes', async () => {
  covers('security accounts.confirmation')

  const page = await addAmna()
  const { user, sent } = page
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  const field = dialog.getByLabelText('Your password')
  expect(document.activeElement).toBe(field)
  expect(await users()).toEqual([])
  await user.keyboard('not my password{Enter}')
  await dialog.findByText('This is not your password')
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.keyboard('{Enter}')
  dialog.getByText('Enter your password')
  await user.keyboard(`${password}{Enter}`)
  await screen.findByRole('alertdialog', { name: 'Password of Amna Tariq' })
  expect(screen.queryByRole('dialog', { name: title })).toBeNull()
  expect(await users()).toHaveLength(1)
  const adding = sent.filter(({ path }) => path.includes('/users/add/'))
  expect(adding).toHaveLength(2)
  expect(new Set(adding.map(({ key }) => key)).size).toBe(1)
  expect(JSON.stringify([localStorage, sessionStorage].map((store) => Object.entries(store)))).not.toMatch(
    /confirm/i,
  )

  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Disable: desk clerk' }))
  await answerAlert(page, 'Disable desk clerk?', 'Disable')
  await answerAlert(page, 'User disabled successfully')
  school.now = new Date(school.now.getTime() + 600_000)
  await page.user.click(await screen.findByRole('button', { name: 'Enable: desk clerk' }))
  await answerAlert(page, 'Enable desk clerk again?', 'Enable')
  await page.user.type(await screen.findByLabelText('Your password'), `${password}{Enter}`)
  await answerAlert(page, 'User enabled successfully')
})

test('Escape and Cancel keep the form unchanged, and a sign-in after a lost session returns to the form', async () => {
  const { user, dropSession, path } = await addAmna()
  for (const action of ['{Escape}', 'Cancel']) {
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    if (action === 'Cancel') await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    else await user.keyboard(action)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(typedValues()).toEqual(['amna@main.test', 'Amna Tariq'])
    expect(await users()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Add user' }))
  }

  await screen.findByRole('dialog', { name: title })
  dropSession()
  await user.keyboard(`${password}{Enter}`)
  await screen.findByText('Your session has ended')
  expect(screen.queryByRole('dialog', { name: title })).toBeNull()
  await logIn(user, 'admin@main.test')
  await screen.findByRole('heading', { name: 'Users' })
  expect(path()).toBe('/users')
  expect(typedValues()).toEqual(['amna@main.test', 'Amna Tariq'])
})
