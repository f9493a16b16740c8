import { endSessionsOfUser, sessionsOfUser } from '#contract/own-sessions.ts'
import type { UserReply } from '#contract/users.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { SessionList } from '#web/kit/session-list.tsx'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Button, Group, Stack } from '@mantine/core'

interface DevicesDialogProps {
  readonly user: UserReply
  readonly close: () => void
}

/** Where a user is signed in, with sign-out of one device or of all. */
export function DevicesDialog({ user: { userId, name }, close }: DevicesDialogProps) {
  const { campus } = useStaff()
  const params = { campus, userId }
  const list = useCall(keys.sessionsOfUser(campus, userId), sessionsOfUser, { params })
  const { send, sending } = useChange(endSessionsOfUser)
  const tellFailure = useTellFailure()

  async function end(sessionId?: string): Promise<void> {
    try {
      await send({ params, body: { sessionId } })
    } catch (failure) {
      void list.refetch()
      await tellFailure(failure)
    }
  }

  return (
    <Dialog title={`Devices of ${name}`} close={close} size="lg">
      <Stack gap="md">
        {list.isPending && <Loading label="Loading the devices" />}
        {list.isError && <Failed failure={list.error} retry={() => void list.refetch()} />}
        {list.data?.sessions.length === 0 && <Empty title={`${name} is signed in nowhere`} />}
        {list.data && list.data.sessions.length > 0 && (
          <>
            <SessionList
              label={`Devices of ${name}`}
              sessions={list.data.sessions}
              sending={sending}
              end={({ sessionId }) => void end(sessionId)}
            />
            <Group justify="flex-end">
              <Button variant="default" disabled={sending} onClick={() => void end()}>
                Sign out everywhere
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  )
}
