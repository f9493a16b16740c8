import { Anchor, Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { UserReply } from '#contract/users.ts'
import { formatInstant } from '#domain/calendar.ts'
import { rightPresets, rights } from '#domain/rights.ts'
import { canWrite, rightsOf, roles } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Table } from '#web/ui/table.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { roleNames } from './role-words.ts'
import type { UserActionHandlers } from './use-user-actions.ts'
import { UserActions } from './user-actions.tsx'

function rightsName({ role, rights: given }: UserReply): string {
  const chosen = rightsOf(role, given)
  if (chosen.length === rights.length) return 'All'
  const preset = Object.entries(rightPresets).find(
    ([, itsRights]) =>
      itsRights.length === chosen.length && itsRights.every((right) => chosen.includes(right)),
  )
  return preset?.[0] ?? (chosen.length === 0 ? 'None' : 'Some')
}

const DevicesDialog = lazyDialog(async () => (await import('./devices-dialog.tsx')).DevicesDialog)
const RightsDialog = lazyDialog(async () => (await import('./rights-dialog.tsx')).RightsDialog)

interface UserTableProps {
  readonly users: readonly UserReply[]
  readonly actions: UserActionHandlers
}

/** The users of the campus and the actions for each; a phone shows a user in one cell. */
export function UserTable({ users, actions }: UserTableProps) {
  const isPhone = usePhone()
  const Row = isPhone ? NarrowRow : WideRow
  return (
    <div className="wide-frame">
      <Table
        aria-label="Users of the campus"
        verticalSpacing={isPhone ? 12 : 6}
        horizontalSpacing={isPhone ? 0 : 8}
        {...(!isPhone && { miw: 1060 })}
      >
        {!isPhone && <WideHead />}
        <Table.Tbody>
          {users.map((user) => (
            <Row key={user.userId} user={user} actions={actions} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

const WideHead = () => (
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
)

interface RowProps {
  readonly user: UserReply
  readonly actions: UserActionHandlers
}

const WideRow = ({ user, actions }: RowProps) => (
  <Table.Tr>
    <Table.Td fw={600}>
      <Name user={user} />
    </Table.Td>
    <Table.Td>{user.userId}</Table.Td>
    <Table.Td>
      <RoleSelect user={user} actions={actions} />
    </Table.Td>
    <Table.Td>
      <Rights user={user} />
    </Table.Td>
    <Table.Td>
      <State user={user} />
    </Table.Td>
    <Table.Td style={{ whiteSpace: 'nowrap' }}>
      <LastSeen user={user} />
    </Table.Td>
    <Table.Td>
      <UserActions user={user} actions={actions} />
    </Table.Td>
  </Table.Tr>
)

const NarrowRow = ({ user, actions }: RowProps) => (
  <Table.Tr>
    <Table.Td>
      <Stack gap={8}>
        <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
          <div>
            <Text fw={600}>
              <Name user={user} />
            </Text>
            <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {user.userId}
            </Text>
          </div>
          <State user={user} />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <RoleSelect user={user} actions={actions} />
          <Rights user={user} />
        </Group>
        <Group gap={4}>
          <Text c="dimmed">Last seen:</Text>
          <LastSeen user={user} />
        </Group>
        <UserActions user={user} actions={actions} />
      </Stack>
    </Table.Td>
  </Table.Tr>
)

type OfUser = Pick<RowProps, 'user'>

function Name({ user: { userId, name } }: OfUser) {
  const { userId: ownId } = useStaff()
  return (
    <>
      <bdi>{name}</bdi>
      {userId === ownId && (
        <Text span c="dimmed" fw={400}>
          {' '}
          (you)
        </Text>
      )}
    </>
  )
}

const RoleSelect = ({ user, actions }: RowProps) => (
  <NativeSelect
    aria-label={`Role of ${user.name}`}
    size="xs"
    value={user.role}
    data={roles.map((value) => ({ value, label: roleNames[value] }))}
    onChange={(event) => {
      const chosen = roles.find((one) => one === event.currentTarget.value)
      if (chosen) void actions.changeRole(user, chosen)
    }}
  />
)

/** Shows if a user can sign in, and with a second factor. */
const State = ({ user: { disabled, secondFactor } }: OfUser) => (
  <div>
    <Badge variant="outline" color={disabled ? 'gray' : 'forest'} tt="none">
      {disabled ? 'Disabled' : 'Active'}
    </Badge>
    {secondFactor && (
      <Text size="xs" c="dimmed">
        Second factor
      </Text>
    )}
  </div>
)

/** The time at which a user was last seen. It opens the user's devices; the admin's own devices have a screen. */
function LastSeen({ user }: OfUser) {
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

/** The name of a user's rights, which opens the dialog. */
function Rights({ user }: OfUser) {
  const [isEditing, setEditing] = useState(false)
  if (!canWrite(user.role)) return <Text c="dimmed">Reports</Text>
  const given = rightsName(user)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        // Aligns with the text of users whose rights cannot be chosen.
        ms={-8}
        aria-label={`Rights of ${user.name}: ${given}`}
        onClick={() => setEditing(true)}
      >
        {given}
      </Button>
      {isEditing && <RightsDialog user={user} close={() => setEditing(false)} />}
    </>
  )
}
