import { listUsers } from '#contract/users.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { AddUserForm } from './add-user-form.tsx'
import type { GivenPassword } from './given-password.ts'
import { PasswordShown } from './password-shown.tsx'
import { useAddUser } from './use-add-user.ts'
import { useUserActs } from './use-user-acts.ts'
import { UserTable } from './user-table.tsx'

interface Shown extends GivenPassword {
  /** Of somebody new: the next one may follow. */
  readonly isNew: boolean
}

/** `/users`: who works at the campus and in which role; for admins. */
export function UsersScreen() {
  const { campus } = useStaff()
  const goBack = useGoBack()
  const { form, focusFirstWrong } = useFirstWrong()
  const [shown, setShown] = useState<Shown | null>(null)
  const users = useCall(keys.users(campus), listUsers, { params: { campus } })
  const reload = () => void users.refetch()
  const adding = useAddUser((given) => setShown({ ...given, isNew: true }))
  const acts = useUserActs({ show: (given) => setShown({ ...given, isNew: false }), reload })

  const close = () => {
    setShown(null)
    if (shown?.isNew) focusFirstWrong()
  }
  return (
    <Screen
      title="Users"
      campus={campus}
      lead="The users of this campus and what each may do."
      onLeave={goBack}
    >
      <Stack gap="xl">
        {users.isPending && <Loading label="Getting the users" />}
        {users.isError && <Failed failure={users.error} retry={reload} />}
        {users.data && <UserTable users={users.data.users} acts={acts} />}
        <AddUserForm adding={adding} frame={form} onMarked={focusFirstWrong} />
      </Stack>
      {shown && <PasswordShown given={shown} close={close} />}
    </Screen>
  )
}
