import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Link } from 'react-router'
import type { UserReply } from '#contract/users.ts'
import { useStaff } from '#web/api/session.ts'
import type { UserActs } from './use-user-acts.ts'

interface UserActionsProps {
  readonly user: UserReply
  readonly acts: UserActs
}

/** New password or link, permission to sign in, and removal of a lost second factor. */
export function UserActions({ user, acts }: UserActionsProps) {
  const { userId: ownId } = useStaff()
  const { userId, name, disabled, secondFactor } = user
  const own = userId === ownId
  return (
    <Stack gap={6} align="flex-start">
      <Group gap={6} wrap="nowrap">
        {own ? (
          // A reset would end the admin's own sessions before the new password is seen.
          <Anchor component={Link} to="/change-password" inherit>
            Change password
          </Anchor>
        ) : (
          <>
            {!disabled && <Act word="Link" of={name} onClick={() => void acts.makeLink(user)} />}
            <Act word="Reset password" of={name} onClick={() => void acts.reset(user)} />
          </>
        )}
        {disabled ? (
          <Act word="Enable" of={name} onClick={() => void acts.enable(user)} />
        ) : (
          <Act word="Disable" of={name} onClick={() => void acts.disable(user)} />
        )}
      </Group>
      {secondFactor && !own && (
        <Act word="Reset second factor" of={name} onClick={() => void acts.resetFactor(user)} />
      )}
    </Stack>
  )
}

interface ActProps {
  readonly word: string
  readonly of: string
  readonly onClick: () => void
}

const Act = ({ word, of, onClick }: ActProps) => (
  <Button variant="default" size="compact-md" mih={32} aria-label={`${word}: ${of}`} onClick={onClick}>
    {word}
  </Button>
)
