import { Anchor, Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { UserReply } from '#contract/users.ts'
import { useStaff } from '#web/api/session.ts'
import type { UserActionHandlers } from './use-user-actions.ts'

interface UserActionsProps {
  readonly user: UserReply
  readonly actions: UserActionHandlers
}

/** Resets the password or makes a link, enables or disables sign-in, and resets the second factor of a user. */
export function UserActions({ user, actions }: UserActionsProps) {
  const { userId: ownId } = useStaff()
  const { makeLink, reset, enable, disable, resetFactor } = actions
  const { userId, name, disabled, secondFactor } = user
  const isOwn = userId === ownId
  return (
    <Group gap={6} wrap="nowrap">
      {isOwn ? (
        // A reset would end the admin's own sessions before the new password is seen.
        <Anchor component={Link} to="/change-password" inherit>
          Change password
        </Anchor>
      ) : (
        <>
          {!disabled && <ActionButton label="Link" userName={name} onClick={() => makeLink(user)} />}
          <ActionButton label="Reset password" userName={name} onClick={() => reset(user)} />
        </>
      )}
      {disabled ? (
        <ActionButton label="Enable" userName={name} onClick={() => enable(user)} />
      ) : (
        <ActionButton danger label="Disable" userName={name} onClick={() => disable(user)} />
      )}
      {secondFactor && !isOwn && (
        <ActionButton danger label="Reset second factor" userName={name} onClick={() => resetFactor(user)} />
      )}
    </Group>
  )
}

interface ActionButtonProps {
  readonly label: string
  readonly userName: string
  readonly onClick: () => void
  readonly danger?: boolean
}

const ActionButton = ({ label, userName, onClick, danger = false }: ActionButtonProps) => (
  <Button
    {...(danger ? { variant: 'outline', color: 'red' } : { variant: 'default' })}
    size="compact-sm"
    fz={13}
    aria-label={`${label}: ${userName}`}
    onClick={onClick}
  >
    {label}
  </Button>
)
