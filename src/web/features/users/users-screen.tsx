import { Stack } from '@mantine/core'
import { useState } from 'react'
import { listUsers } from '#contract/users.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { AddUserForm } from './add-user-form.tsx'
import type { ShownSecret } from './passwords.ts'
import { SecretShown } from './secret-shown.tsx'
import { useUserActs } from './use-user-acts.ts'
import { UserTable } from './user-table.tsx'

/** `/users`: the users of the campus and their roles; for admins. */
export function UsersScreen() {
  const { campus } = useStaff()
  const goBack = useGoBack()
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const users = useCall(keys.users(campus), listUsers, { params: { campus } })
  const reload = () => void users.refetch()
  const acts = useUserActs({ show: setShown, reload })
  return (
    <Screen
      title="Users"
      campus={campus}
      lead="The users of this campus and what each may do."
      onLeave={goBack}
    >
      <Stack gap="xl">
        {users.isPending && <Loading label="Loading the users" />}
        {users.isError && <Failed failure={users.error} retry={reload} />}
        {users.data && <UserTable users={users.data.users} acts={acts} />}
        <AddUserForm />
      </Stack>
      {shown && <SecretShown shown={shown} close={() => setShown(null)} />}
    </Screen>
  )
}
