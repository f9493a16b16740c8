import { MantineProvider, TextInput } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { addUser } from '#contract/users.ts'
import { openQueries } from '#web/api/queries.ts'
import { DialogHost } from '#web/ui/alert-dialog.tsx'
import { theme } from '#web/ui/theme.ts'
import { useSendForm } from './use-send-form.ts'

interface NewUser {
  readonly userId: string
  readonly name: string
  readonly password: string
}

const user = { userId: 'sana@main.test', name: 'Sana Malik', role: 'write', disabled: false, seenAt: null }
const added = () => Response.json({ msg: 'User added successfully', user })
const refused = (status: number, answer: object) => () => Response.json(answer, { status })

interface FormProps {
  readonly draft: string
  readonly onDone: (name: string) => void
}

function UserForm({ draft, onDone }: FormProps) {
  const form = useSendForm<typeof addUser, NewUser>({
    endpoint: addUser,
    draft,
    initial: () => ({ userId: '', name: '', password: 'four words long' }),
    renamed: { newPassword: 'password' },
    check: ({ name }) => (name === '' ? { name: 'Enter the name' } : {}),
    isIncomplete: () => true,
    sent: ({ userId, name, password }) => ({
      params: { campus: 'Main Campus' },
      body: { userId, name, role: 'write', newPassword: password },
    }),
    done: (_, { name }) => onDone(name),
  })
  return (
    <form {...form.frame}>
      <TextInput label="User id" {...form.field('userId')} />
      <TextInput label="Name" {...form.field('name')} />
      <TextInput label="Password" {...form.field('password')} />
      <button>Add</button>
      {form.typed && <p>Typed</p>}
    </form>
  )
}

/** Opens the form with a server that returns these answers in turn, and records the bodies and keys that were sent. */
function open(...answers: (() => Response | Promise<Response>)[]) {
  const sent: { readonly key: string | null; readonly body: unknown }[] = []
  globalThis.fetch = async (_, init) => {
    const key = new Headers(init?.headers).get('idempotency-key')
    sent.push({ key, body: JSON.parse(typeof init?.body === 'string' ? init.body : '') })
    return (answers.shift() ?? added)()
  }
  const done: string[] = []
  function Page() {
    const [draft, setDraft] = useState('first')
    return (
      <>
        <button onClick={() => setDraft(draft === 'first' ? 'second' : 'first')}>Other draft</button>
        <UserForm draft={draft} onDone={(name) => void done.push(name)} />
      </>
    )
  }
  const page = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={openQueries()}>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
        <DialogHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { person: userEvent.setup(), sent, done, unmount: page.unmount }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (name: string) => screen.getByRole('button', { name })
async function closeAlert(title: string, person: ReturnType<typeof userEvent.setup>) {
  const alert = await screen.findByRole('alertdialog', { name: title })
  await person.click(within(alert).getByRole('button', { name: 'OK' }))
}

test('the form marks and alerts its own errors, and focuses the first wrong field', async () => {
  const { person, sent } = open()
  await person.click(press('Add'))
  await closeAlert('Please fill all the fields', person)
  await screen.findByText('Enter the name')
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  await person.type(field('Name'), 'S')
  expect(screen.queryByText('Enter the name')).toBeNull()
  expect(sent).toEqual([])
})

test('the form marks the errors of the contract before it sends anything', async () => {
  const { person, sent } = open()
  await person.type(field('Name'), 'Sana Malik')
  await person.type(field('User id'), 'sana')
  await person.clear(field('Password'))
  await person.type(field('Password'), 'short')
  await person.click(press('Add'))
  await screen.findByText('A user id looks like an email address')
  screen.getByText('At least 12 characters')
  await waitFor(() => expect(document.activeElement).toBe(field('User id')))
  expect(sent).toEqual([])
})

test('the form marks the errors of the server, and alerts a refusal that no field shows', async () => {
  const invalid = {
    code: 'invalid',
    msg: 'Please correct',
    errors: [{ field: 'newPassword', message: 'Too common' }],
  }
  const { person, sent, done } = open(refused(400, invalid), refused(409, { code: 'x', msg: 'Not now' }))
  await person.type(field('Name'), 'Sana Malik')
  await person.type(field('User id'), 'sana@main.test')
  await person.click(press('Add'))
  await screen.findByText('Too common')
  await waitFor(() => expect(document.activeElement).toBe(field('Password')))
  await person.click(press('Add'))
  await closeAlert('Not now', person)
  expect(field('Name').value).toBe('Sana Malik')
  expect(sent).toHaveLength(2)
  expect(done).toEqual([])
})

test('the form is sent once by a double press, and is empty afterwards', async () => {
  let answer = (_: Response) => {}
  const { person, sent, done } = open(() => new Promise<Response>((resolve) => (answer = resolve)))
  await person.type(field('Name'), 'Sana Malik')
  await person.type(field('User id'), 'sana@main.test')
  await person.dblClick(press('Add'))
  await waitFor(() => expect(sent).toHaveLength(1))
  answer(added())
  await waitFor(() => expect(done).toEqual(['Sana Malik']))
  expect(sent).toHaveLength(1)
  expect(field('Name').value).toBe('')
  expect(screen.queryByText('Typed')).toBeNull()
})

test('the form keeps typed text under the name of its draft, and another name is another form', async () => {
  const first = open()
  await first.person.type(field('Name'), 'Sana Malik')
  await first.person.click(press('Other draft'))
  expect(field('Name').value).toBe('')
  await first.person.type(field('Name'), 'Bilal')
  await first.person.click(press('Other draft'))
  expect(field('Name').value).toBe('Sana Malik')
  first.unmount()
  open()
  expect(field('Name').value).toBe('Sana Malik')
  screen.getByText('Typed')
})
