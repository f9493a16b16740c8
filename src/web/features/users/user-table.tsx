import type { UserReply } from '#contract/users.ts'
import { formatInstant } from '#domain/calendar.ts'
import { canWrite, roles } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { Table } from '#web/ui/table.tsx'
import { Anchor, Badge, Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { DevicesDialog } from './devices-dialog.tsx'
import { RightsDialog, rightsName } from './rights-dialog.tsx'
import { roleNames } from './role-words.ts'
import type { UserActs } from './use-user-acts.ts'

interface Props {
  readonly users: readonly UserReply[]
  readonly acts: UserActs
}

/** Who works at the campus, and what can be done about each. */
export const UserTable = ({ users, acts }: Props) => (
  <div className="wide-frame">
    <Table aria-label="Users of the campus" verticalSpacing={6} horizontalSpacing={8} miw={1060}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>User id</Table.Th>
          <Table.Th w={200}>Role</Table.Th>
          <Table.Th miw={76}>Rights</Table.Th>
          <Table.Th miw={76}>State</Table.Th>
          <Table.Th>Last seen</Table.Th>
          <Table.Th>Password, access</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map((user) => (
          <UserRow key={user.userId} user={user} acts={acts} />
        ))}
      </Table.Tbody>
    </Table>
  </div>
)

interface RowProps {
  readonly user: UserReply
  readonly acts: UserActs
}

function UserRow({ user, acts }: RowProps) {
  const { userId: ownId } = useStaff()
  const { userId, name, role, disabled } = user
  const own = userId === ownId
  return (
    <Table.Tr>
      <Table.Td fw={600}>
        <bdi>{name}</bdi>
        {own && (
          <Text span c="dimmed" fw={400}>
            {' '}
            (you)
          </Text>
        )}
      </Table.Td>
      <Table.Td>{userId}</Table.Td>
      <Table.Td>
        <NativeSelect
          aria-label={`Role of ${name}`}
          size="xs"
          value={role}
          data={roles.map((value) => ({ value, label: roleNames[value] }))}
          onChange={(event) => {
            const chosen = roles.find((one) => one === event.currentTarget.value)
            if (chosen) void acts.changeRole(user, chosen)
          }}
        />
      </Table.Td>
      <Table.Td>
        <Rights user={user} />
      </Table.Td>
      <Table.Td>
        <Badge variant="outline" color={disabled ? 'gray' : 'forest'} tt="none">
          {disabled ? 'Disabled' : 'Active'}
        </Badge>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <LastSeen user={user} />
      </Table.Td>
      <Table.Td>
        <UserActions user={user} acts={acts} />
      </Table.Td>
    </Table.Tr>
  )
}

/** A new password or a link for a user, and whether they can sign in. */
function UserActions({ user, acts }: RowProps) {
  const { userId: ownId } = useStaff()
  const { userId, name, disabled } = user
  return (
    <Group gap={6} wrap="nowrap">
      {userId === ownId ? (
        // A reset ends one's sessions, this one too, before the new password is seen.
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
  )
}

/** When a user was last seen, which opens the devices on which they are signed in; one's own have a screen. */
function LastSeen({ user }: Pick<RowProps, 'user'>) {
  const { userId: ownId } = useStaff()
  const [isOpen, setOpen] = useState(false)
  const { userId, name, seenAt } = user
  const seen = seenAt === null ? null : formatInstant(seenAt)
  if (seen !== null && userId === ownId) {
    return (
      <Anchor component={Link} to="/sessions" inherit aria-label={`Your devices, last seen ${seen}`}>
        {seen}
      </Anchor>
    )
  }
  return (
    <>
      {seen === null ? (
        <Text c="dimmed">Never</Text>
      ) : (
        <Anchor
          component="button"
          type="button"
          inherit
          aria-label={`Devices of ${name}, last seen ${seen}`}
          onClick={() => setOpen(true)}
        >
          {seen}
        </Anchor>
      )}
      {isOpen && <DevicesDialog user={user} close={() => setOpen(false)} />}
    </>
  )
}

/** The name of a user's rights, which opens them. */
function Rights({ user }: Pick<RowProps, 'user'>) {
  const [isEditing, setEditing] = useState(false)
  if (!canWrite(user.role)) return <Text c="dimmed">Reports</Text>
  const rights = rightsName(user)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Rights of ${user.name}: ${rights}`}
        onClick={() => setEditing(true)}
      >
        {rights}
      </Button>
      {isEditing && <RightsDialog user={user} close={() => setEditing(false)} />}
    </>
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
