import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { changeUserRights, type UserReply } from '#contract/users.ts'
import { rightPresets, rights, rightWords, type Right } from '#domain/rights.ts'
import { rightsOf } from '#domain/roles.ts'
import { useSession, useStaff } from '#web/api/session.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'

interface RightsDialogProps {
  readonly user: UserReply
  readonly close: () => void
}

/** Some or all rights of a user's role. */
export function RightsDialog({ user, close }: RightsDialogProps) {
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
