import { Button, Group, Stack } from '@mantine/core'
import { endSessionsOfUser, sessionsOfUser } from '#contract/own-sessions.ts'
import type { UserReply } from '#contract/users.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useAct } from '#web/kit/form/use-act.ts'
import { lostWords, SessionList } from '#web/kit/table/session-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/states.tsx'

interface DevicesDialogProps {
  readonly user: UserReply
  readonly close: () => void
}

/** A user's signed-in devices, with sign-out of one or all. */
export function DevicesDialog({ user: { userId, name }, close }: DevicesDialogProps) {
  const { campus } = useStaff()
  const params = { campus, userId }
  const list = useCall(sessionsOfUser, { params })
  const end = useAct<typeof endSessionsOfUser, [title: string, sessionId?: string]>(endSessionsOfUser, {
    ask: (title) => ({ title, message: lostWords, confirmLabel: 'Sign out' }),
    sent: (_, sessionId) => ({ params, body: { sessionId } }),
    failed: () => void list.refetch(),
  })

  return (
    <Dialog title={`Devices of ${name}`} close={close} size="lg">
      <Stack gap="md">
        <SessionList
          label={`Devices of ${name}`}
          sessions={list.data?.sessions}
          empty={<Empty title={`${name} is signed in nowhere`} />}
          failure={list.error}
          retry={() => void list.refetch()}
          sending={end.sending}
          end={({ device, sessionId }) => end.run(`Sign ${name} out on ${device}?`, sessionId)}
        />
        {list.data && list.data.sessions.length > 0 && (
          <Group justify="flex-end">
            <Button
              variant="default"
              disabled={end.sending}
              onClick={() => end.run(`Sign ${name} out everywhere?`)}
            >
              Sign out everywhere
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
