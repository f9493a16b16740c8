import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { endSessionsOfUser, sessionsOfUser } from '#contract/own-sessions.ts'
import { changeUserRights, type UserReply } from '#contract/users.ts'
import { rightPresets, rights, rightWords, type Right } from '#domain/rights.ts'
import { rightsOf } from '#domain/roles.ts'
import { useCall } from '#web/api/queries.ts'
import { useSession, useStaff } from '#web/api/session.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { SessionList } from '#web/kit/table/session-list.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/states.tsx'

type UserDialogProps = { readonly user: UserReply; readonly close: () => void }

export function DevicesDialog({ user: { userId, name }, close }: UserDialogProps) {
  const list = useCall(sessionsOfUser, { params: { userId } })
  const several = { label: 'Sign out everywhere', ask: `Sign ${name} out everywhere?` }
  return (
    <Dialog title={`Devices of ${name}`} close={close} size="lg">
      <SessionList
        label={`Devices of ${name}`}
        list={list}
        endpoint={endSessionsOfUser}
        sent={(sessionId) => ({ params: { userId }, body: { sessionId } })}
        ask={(device) => `Sign ${name} out on ${device}?`}
        several={list.data && list.data.sessions.length > 0 ? several : null}
        empty={<Empty title={`${name} is signed in nowhere`} />}
      />
    </Dialog>
  )
}

export function RightsDialog({ user, close }: UserDialogProps) {
  const { userId: ownId } = useStaff()
  const { restore } = useSession.getState()
  const { userId, name, role } = user
  const alert = useAlert()
  const form = useSendForm<typeof changeUserRights, { readonly rights: readonly Right[] }>({
    endpoint: changeUserRights,
    initial: () => ({ rights: rightsOf(role, user.rights) }),
    check: () => ({}),
    sent: ({ rights: chosen }) => ({
      params: { userId },
      // Null follows the role, even if it gets another right later.
      body: { rights: chosen.length === rights.length ? null : chosen },
    }),
    async done({ msg }, { rights: chosen }) {
      close()
      if (userId === ownId) await restore()
      await alert(msg, { detail: `${name} may ${chosenWords(chosen)}. It applies from their next action.` })
    },
  })
  const chosen = form.values.rights
  const toggle = (right: Right, isOn: boolean) =>
    form.change({ rights: rights.filter((one) => (one === right ? isOn : chosen.includes(one))) })
  return (
    <FormDialog title={`Rights of ${name}`} confirmLabel="Save rights" form={form} close={close}>
      <Text>Admitting and editing students, promotions and all reports stay open to the role.</Text>
      <Group gap="xs" role="group" aria-label="Presets">
        {Object.entries(rightPresets).map(([preset, itsRights]) => (
          <Button key={preset} variant="default" size="xs" onClick={() => form.change({ rights: itsRights })}>
            {preset}
          </Button>
        ))}
      </Group>
      <Stack gap="xs">
        {rights.map((right) => (
          <Checkbox
            key={right}
            label={`May ${rightWords[right]}`}
            checked={chosen.includes(right)}
            onChange={(event) => toggle(right, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </FormDialog>
  )
}

const chosenWords = (chosen: readonly Right[]): string =>
  chosen.length === 0
    ? 'neither handle money nor vouchers'
    : chosen.map((right) => rightWords[right]).join('; ')
