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
          {!disabled && <ActionButton label="Link" userName={name} onClick={() => void makeLink(user)} />}
          <ActionButton label="Reset password" userName={name} onClick={() => void reset(user)} />
        </>
      )}
      {disabled ? (
        <ActionButton label="Enable" userName={name} onClick={() => void enable(user)} />
      ) : (
        <ActionButton label="Disable" userName={name} onClick={() => void disable(user)} />
      )}
      {secondFactor && !isOwn && (
        <ActionButton label="Reset second factor" userName={name} onClick={() => void resetFactor(user)} />
      )}
    </Group>
  )
}

interface ActionButtonProps {
  readonly label: string
  readonly userName: string
  readonly onClick: () => void
}

const ActionButton = ({ label, userName, onClick }: ActionButtonProps) => (
  <Button variant="default" size="compact-sm" fz={13} aria-label={`${label}: ${userName}`} onClick={onClick}>
    {label}
  </Button>
)
