import { roles } from '#domain/roles.ts'
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
import type { FormEvent, Ref } from 'react'
import { roleWords } from './role-words.ts'
import type { AddingUser } from './use-add-user.ts'

interface Props {
  readonly adding: AddingUser
  readonly frame: Ref<HTMLFormElement>
  /** Puts the cursor into the first field that is marked. */
  readonly onMarked: () => void
}

/** User id, name and role of somebody new; the password is made for them. */
export function AddUserForm({ adding, frame, onMarked }: Props) {
  const { sending, add } = adding
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await add()) onMarked()
  }
  return (
    <form ref={frame} noValidate aria-label="Add a user" onSubmit={(event) => void submit(event)}>
      <Stack gap="md" maw={860}>
        <div>
          <Title order={2}>Add a user</Title>
          <Text c="dimmed">A password is made for them and shown to you once.</Text>
        </div>
        <Fieldset mx={0} variant="unstyled" disabled={sending}>
          <Fields adding={adding} />
        </Fieldset>
        <Group justify="flex-end">
          <Button type="submit" loading={sending}>
            Add user
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

// What a role opens is longer or shorter: nothing above it moves.
const hintBelow = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies TextInputProps

function Fields({ adding: { form, errors, change } }: Pick<Props, 'adding'>) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm" mih={94}>
      <TextInput
        name="userId"
        label="User id"
        {...hintBelow}
        description="An email address; they sign in with it"
        value={form.userId}
        onChange={(event) => change({ userId: event.currentTarget.value })}
        error={errors.userId}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        withAsterisk
        aria-required
      />
      <TextInput
        name="name"
        label="Name"
        {...hintBelow}
        description="As receipts and history name them"
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errors.name}
        autoComplete="off"
        maxLength={120}
        withAsterisk
        aria-required
      />
      <NativeSelect
        name="role"
        label="Role"
        {...hintBelow}
        description={form.role === '' ? 'What they may do' : `Opens ${roleWords[form.role]}`}
        value={form.role}
        onChange={(event) => {
          const chosen = roles.find((role) => role === event.currentTarget.value)
          if (chosen) change({ role: chosen })
        }}
        error={errors.role}
        withAsterisk
        aria-required
      >
        <option value="" disabled>
          Choose a role
        </option>
        {roles.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </NativeSelect>
    </SimpleGrid>
  )
}
