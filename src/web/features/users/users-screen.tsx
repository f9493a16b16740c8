import {
  Button,
  Fieldset,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { addUser } from '#contract/users.ts'
import { roleNames, roles, type Role } from '#domain/roles.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { ShownOnce } from '#web/ui/shown-once.tsx'
import { passwordToShow, roleWords, useGeneratedPasswords, type ShownSecret } from './user-actions.tsx'
import { UserTable } from './user-table.tsx'

interface NewUser {
  readonly userId: string
  readonly name: string
  readonly role: Role | ''
}

const errorsIn = ({ userId, name, role }: NewUser) => ({
  ...(!/^[^\s@]+@[^\s@]+$/.test(userId.trim()) && { userId: 'A user id looks like an email address' }),
  ...(name.trim() === '' && { name: 'Enter the name' }),
  ...(role === '' && { role: 'Choose what they can do' }),
})

/** Adds a user with a password generated in the browser, which is shown once and not stored. */
function useAddUser(show: (shown: ShownSecret) => void) {
  const generated = useGeneratedPasswords()
  return useSendForm({
    endpoint: addUser,
    draft: 'add user',
    isSecret: true,
    initial: (): NewUser => ({ userId: '', name: '', role: '' }),
    check: errorsIn,
    sent: (user) => ({ body: { ...user, newPassword: generated.secretOf(user.userId, user.name) } }),
    done: ({ user: { userId, name } }, typed) =>
      show(passwordToShow(userId, name, generated.take(typed.userId, typed.name))),
    // If the user id is taken, shows the error on its field.
    refused: ({ code, msg }, mark) => code === 'user-exists' && mark({ userId: msg }),
  })
}

function AddUserForm() {
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const form = useAddUser(setShown)
  const close = () => {
    setShown(null)
    // Focuses the form for the next user.
    form.focusFirstInvalid()
  }
  return (
    <form {...form.frame} aria-label="Add a user">
      <Stack gap="md" maw={860}>
        <div>
          <Title order={2}>Add a user</Title>
          <Text c="dimmed">
            A password is made for them and shown to you once. They choose their own when they first sign in.
          </Text>
        </div>
        <Fieldset mx={0} disabled={form.sending}>
          <Fields form={form} />
        </Fieldset>
        <Group justify="flex-end">
          <Button type="submit" loading={form.sending}>
            Add user
          </Button>
        </Group>
      </Stack>
      {shown && <ShownOnce {...shown} close={close} />}
    </form>
  )
}

const look = { withAsterisk: true, 'aria-required': true } as const

function Fields({ form }: { readonly form: ReturnType<typeof useAddUser> }) {
  const { role } = form.values
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm" mih={94}>
      <TextInput
        {...form.field('userId')}
        {...look}
        label="User id"
        description="An email address; they sign in with it"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
      />
      <TextInput
        {...form.field('name')}
        {...look}
        label="Name"
        description="As shown on receipts and in the history"
        autoComplete="off"
        maxLength={120}
      />
      <NativeSelect
        {...form.field('role')}
        {...look}
        label="Role"
        description={role === '' ? 'What they can do' : `Can use ${roleWords[role]}`}
        data={[
          { value: '', label: 'Choose a role', disabled: true },
          ...roles.map((value) => ({ value, label: roleNames[value] })),
        ]}
      />
    </SimpleGrid>
  )
}

/** `/users`: the users of the campus and their roles; for admins. */
export function UsersScreen() {
  const goBack = useGoBack()
  return (
    <Screen title="Users" lead="The users of this campus and what each may do." onLeave={goBack}>
      <Stack gap="xl">
        <UserTable />
        <AddUserForm />
      </Stack>
    </Screen>
  )
}
