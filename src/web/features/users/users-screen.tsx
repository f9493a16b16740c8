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
  type TextInputProps,
} from '@mantine/core'
import { useState } from 'react'
import { addUser, listUsers } from '#contract/users.ts'
import { roleNames, roles, type Role } from '#domain/roles.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { ShownOnce } from '#web/ui/shown-once.tsx'
import { passwordToShow, useGeneratedPasswords, type ShownSecret } from './passwords.ts'
import { roleWords } from './role-words.ts'
import { useUserActions } from './use-user-actions.ts'
import { UserTable } from './user-table.tsx'

interface SecretShownProps {
  readonly shown: ShownSecret
  readonly close: () => void
}

/** Shows the admin, one time only, the password or link generated for a user. */
const SecretShown = ({ shown: { title, name, message, secret }, close }: SecretShownProps) => (
  <ShownOnce
    title={
      <>
        {title} <bdi>{name}</bdi>
      </>
    }
    message={message}
    secrets={[secret]}
    close={close}
  />
)

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
    sent: (user) => ({
      body: { ...user, newPassword: generated.passwordOf(user.userId, user.name) },
    }),
    done: ({ user: { userId, name } }, typed) => {
      const password = generated.passwordOf(typed.userId, typed.name)
      generated.forget(typed.userId)
      show(passwordToShow(userId, name, password))
    },
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
        <Fieldset mx={0} variant="unstyled" disabled={form.sending}>
          <Fields form={form} />
        </Fieldset>
        <Group justify="flex-end">
          <Button type="submit" loading={form.sending}>
            Add user
          </Button>
        </Group>
      </Stack>
      {shown && <SecretShown shown={shown} close={close} />}
    </form>
  )
}

// Role hints vary in length, so they are placed below the field, where they do not shift the inputs.
const hintBelow = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies TextInputProps

function Fields({ form }: { readonly form: ReturnType<typeof useAddUser> }) {
  const { role } = form.values
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm" mih={94}>
      <TextInput
        {...form.field('userId')}
        label="User id"
        {...hintBelow}
        description="An email address; they sign in with it"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        withAsterisk
        aria-required
      />
      <TextInput
        {...form.field('name')}
        label="Name"
        {...hintBelow}
        description="As shown on receipts and in the history"
        autoComplete="off"
        maxLength={120}
        withAsterisk
        aria-required
      />
      <NativeSelect
        {...form.field('role')}
        label="Role"
        {...hintBelow}
        description={role === '' ? 'What they can do' : `Can use ${roleWords[role]}`}
        withAsterisk
        aria-required
      >
        <option value="" disabled>
          Choose a role
        </option>
        {roles.map((offered) => (
          <option key={offered} value={offered}>
            {roleNames[offered]}
          </option>
        ))}
      </NativeSelect>
    </SimpleGrid>
  )
}

/** `/users`: the users of the campus and their roles; for admins. */
export function UsersScreen() {
  const goBack = useGoBack()
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const users = useCall(listUsers)
  const reload = () => void users.refetch()
  const actions = useUserActions({ show: setShown, reload })
  return (
    <Screen title="Users" lead="The users of this campus and what each may do." onLeave={goBack}>
      <Stack gap="xl">
        <UserTable users={users.data?.users} failure={users.error} reload={reload} actions={actions} />
        <AddUserForm />
      </Stack>
      {shown && <SecretShown shown={shown} close={() => setShown(null)} />}
    </Screen>
  )
}
